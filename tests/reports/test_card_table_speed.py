"""The table of cards is computed in the database, over columns; the sums that datasets keep are of bounded size."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from innolog.cards.facts import card_table
from innolog.store.dataset import open_dataset
from innolog.store.rows import RowCollector
from innolog.store.schema import TABLES
from innolog.store.total_schema import CARD_RATES, DOGMA_SUMS
from innolog.store.writer import DatasetWriter
from reports.corpus import CARD_COLUMNS
from reports.metrics import BY_NAME
from reports.metrics.compute import compute
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import replicate

#: Each takes seconds.
pytestmark = pytest.mark.long

GAMES, CLUSTERS, PHASES = 2500, 256, 6


def test_the_card_table_is_computed_in_seconds_and_totals_do_not_grow(tmp_path: Path) -> None:
    collector = RowCollector()
    for seed in range(50):
        collector.add(make_replay(seed), content_hash(str(seed)))
    small = frozenset({"logs", "players", "card_games", "dogmas"})
    tables = {name: rows if name in small else TABLES[name].empty_table() for name, rows in collector.tables().items()}
    with DatasetWriter(tmp_path) as writer:
        for copy in replicate(tables, GAMES // 50, people=1000, only=small):
            writer.add_tables(copy)
    cards = sum(card.set == 0 for card in card_table().cards.values())
    with open_dataset(tmp_path) as data:
        assert data.sql("SELECT count(*) FROM logs WHERE counts").fetchall() == [(GAMES,)]
        # All of it from the same game once per copy: what was summed batch by batch is what there is.
        summed = data.sql("SELECT sum(n) FROM every.total_cards WHERE rate = 'dogma'").fetchall()
        assert summed == data.sql("SELECT count(*) FROM every.card_games WHERE counts AND dogma_times > 0").fetchall()
        assert data.totals("total_cards").num_rows <= cards * CLUSTERS * len(CARD_RATES)
        summed = data.sql("SELECT sum(n) FROM every.total_dogmas WHERE what = 'shared'").fetchall()
        assert summed == data.sql("SELECT count(*) FROM every.dogmas WHERE counts AND card IS NOT NULL").fetchall()
        assert data.totals("total_draws").num_rows <= cards * CLUSTERS * PHASES
        assert data.totals("total_dogmas").num_rows <= cards * CLUSTERS * len(DOGMA_SUMS)
        # Every column but the one that needs a model of winning.
        metrics = [BY_NAME[name] for name in CARD_COLUMNS if not BY_NAME[name].model]
        assert len(metrics) == len(CARD_COLUMNS) - 1
        compute(data, metrics[0])  # imports scipy, numbers games and people
        began = time.process_time()
        found = [compute(data, metric) for metric in metrics]
        # A second of one core for 300 games, and that on a busy machine.
        assert time.process_time() - began < GAMES / 300
        assert all(len(table) > 10 for table in found)
        # A person is in a hundred of the games: what they have in common is in the intervals.
        assert all((table["fixed"] == 0).all() for table in found)
