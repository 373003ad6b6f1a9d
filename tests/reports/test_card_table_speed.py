"""The table of cards costs the same for any number of games: it is computed from sums of bounded size."""

from __future__ import annotations

import re
import time
from pathlib import Path

from innolog.cards.facts import card_table
from innolog.store.dataset import open_dataset
from innolog.store.rows import RowCollector
from innolog.store.schema import CARD_RATES, DOGMA_SUMS, TABLES
from innolog.store.writer import DatasetWriter
from reports.corpus import CARD_COLUMNS
from reports.metrics import BY_NAME
from reports.metrics.compute import compute, sql_of
from tests.store.factory import content_hash, make_replay
from tests.store.replicate import replicate

GAMES, CLUSTERS, PHASES = 5000, 256, 6


def test_the_card_table_is_computed_in_two_seconds_from_tables_that_do_not_grow(tmp_path: Path) -> None:
    collector = RowCollector()
    for seed in range(50):
        collector.add(make_replay(seed), content_hash(str(seed)))
    small = frozenset({"games", "players", "card_games", "dogmas"})
    tables = {name: rows if name in small else TABLES[name].empty_table() for name, rows in collector.tables().items()}
    with DatasetWriter(tmp_path) as writer:
        for copy in replicate(tables, GAMES // 50, people=100_000, only=small):
            writer.add_tables(copy)
    cards = sum(card.set == 0 for card in card_table().cards.values())
    with open_dataset(tmp_path) as data:
        assert data.sql("SELECT count(*) FROM games WHERE counts").fetchall() == [(GAMES,)]
        # All of it from the same game once per copy: what was summed batch by batch is what there is.
        summed = data.sql("SELECT sum(n) FROM total_cards WHERE rate = 'dogma'").fetchall()
        assert summed == data.sql("SELECT count(*) FROM card_games WHERE counts AND dogma_times > 0").fetchall()
        assert data.totals("total_cards").num_rows <= cards * CLUSTERS * len(CARD_RATES)
        summed = data.sql("SELECT sum(n) FROM total_dogmas WHERE what = 'shared'").fetchall()
        assert summed == data.sql("SELECT count(*) FROM dogmas WHERE counted AND card IS NOT NULL").fetchall()
        assert data.totals("total_draws").num_rows <= cards * CLUSTERS * PHASES
        assert data.totals("total_dogmas").num_rows <= cards * CLUSTERS * len(DOGMA_SUMS)
        # Every column but the one that needs a model of winning.
        metrics = [BY_NAME[name] for name in CARD_COLUMNS if not BY_NAME[name].model]
        assert len(metrics) == len(CARD_COLUMNS) - 1
        # None of them reads a table that grows.
        for metric in metrics:
            read = re.findall(r"(?:FROM|JOIN) +(\w+)", sql_of(metric.sql))
            assert not {*TABLES} & {*read}, metric.name
        compute(data, metrics[0])  # imports scipy
        took = []
        for _ in range(3):
            began = time.monotonic()
            found = [compute(data, metric) for metric in metrics]
            took.append(time.monotonic() - began)
        # Other tests run beside this one.
        assert min(took) < 2
        assert all(len(table) > 10 for table in found)
