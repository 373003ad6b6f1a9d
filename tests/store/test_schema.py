"""The documented columns are the real ones."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from innolog.cards.facts import CardSet
from innolog.engine.choices import Choice, ChoiceKind
from innolog.store.dataset import open_dataset
from innolog.store.derived import derived_rows
from innolog.store.rows import RowCollector
from innolog.store.schema import SCHEMA_VERSION, TABLES, meaning_of
from innolog.store.shown import EVERY, OF_ALL, VIEWS, describe
from innolog.store.total_schema import TOTAL_TABLES
from innolog.store.views import JUDGED
from innolog.store.writer import DatasetWriter
from tests.store.factory import add, content_hash, make_illegal, make_replay, make_valued

REQUIRED = {
    "games": "game_id source site table_id edition sets players teams ended_by winners turns actions tool_version",
    "logs": "game_id source site edition sets players teams verdict ended_by winners turns actions assumptions "
    "backtracks final_digest tool_version",
    "players": "game_id player_id seat player_name team winner score achievements",
    "actions": "game_id action turn number player_id seat kind card move last_move",
    "states": "game_id action turn move player_id seat score crown leaf lightbulb castle factory clock hand score_pile "
    "achievements board_blue board_red board_green board_yellow board_purple splay_blue splay_red splay_green "
    "splay_yellow splay_purple",
    "events": "game_id action event move kind card keyword from_seat from_zone to_seat to_zone color direction",
    "violations": "game_id source verdict rule message move packet index expected observed",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    with DatasetWriter(folder) as writer:
        for seed in range(6):
            replay = make_replay(seed, players=2 + seed % 3)
            add(writer, replay, content_hash(str(seed)), make_valued(replay))
        add(writer, make_illegal(99), content_hash("illegal"))
    return folder


def test_the_columns_promised_are_there() -> None:
    assert {table: set(names.split()) - set(VIEWS[table].names) for table, names in REQUIRED.items()} == {
        table: set() for table in REQUIRED
    }


def test_documented_columns_are_those_of_the_files_and_of_the_views(folder: Path) -> None:
    documented = {(row.table, row.column, row.meaning) for row in describe()}
    with open_dataset(folder) as data:
        for table in (*TABLES, *TOTAL_TABLES):
            (file,) = folder.rglob(f"{table}-000001.parquet" if table in TOTAL_TABLES else f"{table}/**/000001.parquet")
            schema = pq.read_schema(file)
            assert schema.metadata[b"schema_version"] == str(SCHEMA_VERSION).encode()
            names = {table, f"every.{table}"}
            assert all(any((name, field.name, meaning_of(field)) in documented for name in names) for field in schema)
        for table, schema in (VIEWS | EVERY).items():
            assert data.sql(f"FROM {table}").columns == schema.names
        assert pq.read_table(folder / "cards.parquet").equals(data.arrow("cards"))
        # What the views are made of is not in the way.
        shown = {name for (name,) in data.sql("SHOW TABLES").fetchall()}
        assert shown == {*VIEWS, "same_game"}
    assert {table for table, _, _ in documented} >= {*VIEWS, *(f"every.{name}" for name in TOTAL_TABLES)}


def test_every_column_is_filled_by_something() -> None:
    """A column that nothing fills would be documentation of what does not exist."""
    collector = RowCollector()
    for seed in range(12):
        teams = (0, 1, 0, 1) if seed % 3 == 2 else ()
        replay = make_replay(seed, players=2 + seed % 3, teams=teams)
        collector.add(replay, content_hash(str(seed)), make_valued(replay))
    collector.add(make_illegal(99), content_hash("illegal"))
    empty = {
        (name, column)
        for name, table in collector.tables().items()
        for column in table.column_names
        if table[column].null_count == table.num_rows
    }
    # These need an unreadable log, a card of which nothing but the back is known, or sets other than base.
    expected = {("logs", "reason"), ("violations", "place"), ("events", "unknown_card"), ("events", "on")}
    expected |= {
        ("card_games", f"{name}_{what}")
        for name in ("foreshadowed", "dug")
        for what in ("action", "turn", "age", "times")
    }
    # These are filled by the writer, which knows the other logs.
    expected |= {(table, "counts") for table in ("logs", "players", "card_games", "dogmas")}
    expected |= {("players", "counts_drawn"), ("card_games", "counts_drawn")}
    expected |= {(table, "game_id") for table in TABLES}
    assert empty == expected


def test_what_is_stored_comes_back_with_its_types(folder: Path) -> None:
    collector = RowCollector()
    for seed in range(6):
        replay = make_replay(seed, players=2 + seed % 3)
        collector.add(replay, content_hash(str(seed)), make_valued(replay))
    collector.add(make_illegal(99), content_hash("illegal"))
    with open_dataset(folder) as data:
        for name, table in collector.tables().items():
            # Which log a player is counted from, the whole dataset decides.
            of_all = {(name, "game_id"), *((table, column) for table, columns in JUDGED.items() for column in columns)}
            filled = [column for column in table.column_names if (name, column) not in of_all]
            assert data.arrow(OF_ALL[name]).select(filled).equals(table.select(filled), check_metadata=True)


def test_a_state_row_says_what_lies_in_front_of_the_player(folder: Path) -> None:
    replay = make_replay(4, players=3)
    last = replay.actions[-1]
    assert last.snapshot is not None
    view = last.snapshot.players[1]
    with open_dataset(folder) as data:
        rows = data.sql(
            "FROM every.states JOIN logs USING (log_id) WHERE table_id = '4' AND seat = 1 ORDER BY action DESC LIMIT 1"
        ).to_arrow_table()
    row = rows.to_pylist()[0]
    assert (row["action"], row["turn"], row["move"], row["player_id"]) == (
        last.index,
        last.turn,
        last.last_move,
        "1001",
    )
    assert row["hand"] == [None] * len(view.hand)
    assert row["hand_backs"] == list(view.hand_backs)
    assert row["score"] == view.score
    assert row["score_pile"] == list(view.score_pile)
    assert row["achievements"] == list(view.achievements)
    assert row["achievement_ages"] == list(view.achievement_ages)
    icons = ("crown", "leaf", "lightbulb", "castle", "factory", "clock")
    assert [row[icon] for icon in icons] == list(view.icons)
    colors = ("blue", "red", "green", "yellow", "purple")
    assert [row[f"board_{color}"] for color in colors] == [list(pile) for pile in view.boards]
    assert [row[f"splay_{color}"] for color in colors] == [("none", "left", "right", "up")[s] for s in view.splays]


def test_events_retell_the_score_piles(folder: Path) -> None:
    """Counting cards in and out of the score piles in SQL gives the score piles of the states."""
    with open_dataset(folder) as data:
        wrong = data.sql(
            """
            WITH moved AS (
                SELECT game_id, action, to_seat AS seat, 1 AS n FROM events WHERE to_zone = 'score'
                UNION ALL
                SELECT game_id, action, from_seat, -1 FROM events WHERE from_zone = 'score'
            ), counted AS (
                SELECT s.game_id, s.action, s.seat, len(s.score_pile) AS stored, coalesce(sum(m.n), 0) AS told
                FROM states s LEFT JOIN moved m ON m.game_id = s.game_id AND m.seat = s.seat AND m.action <= s.action
                WHERE s.game_id NOT IN (SELECT game_id FROM events WHERE kind = 'wiped')
                GROUP BY ALL
            )
            SELECT count(*) FILTER (stored <> told), count(*), sum(told) FROM counted
            """
        ).fetchall()[0]
    assert wrong[0] == 0
    assert wrong[1] > 500
    assert wrong[2] > 100


def test_the_number_of_orders_of_a_large_pile_is_right_or_null() -> None:
    """It was cut at that of a small type."""
    replay = make_replay(0)
    replay.actions[1].decisions = [
        (Choice(ChoiceKind.ORDER, 0, tuple(range(cards))), tuple(range(cards))) for cards in (3, 13, 20, 21)
    ]
    collector = RowCollector()
    collector.add(replay, content_hash("orders"))
    rows = collector.tables()["decisions"].to_pylist()
    found = [row["options"] for row in rows if row["kind"] == "order" and row["action"] == 1]
    assert found == [6, 6_227_020_800, 2_432_902_008_176_640_000, None]


def test_the_kinds_of_decisions_are_documented_and_a_set_has_its_name() -> None:
    replay = make_replay(0)
    replay.actions[1].decisions = [(Choice(ChoiceKind.CARD_SET, 0, list(CardSet)), CardSet.ECHOES)]
    rows = [row for table, row in derived_rows(replay, ["1000", "1001"]) if table == "decisions" and row["action"] == 1]
    assert [(row["kind"], row["answer"], row["options"]) for row in rows] == [("set", "echoes", 5)]
    documented = meaning_of(TABLES["decisions"].field("kind")).partition(": ")[2].split(", ")
    assert documented == [kind.value for kind in ChoiceKind]
