"""When games were played: columns in UTC, periods, and what pseudonyms leave of a date."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.engine.events import ActionBegan
from innolog.log import Times
from innolog.results.durations import Durations, durations
from innolog.results.result import ActionRecord
from innolog.store.dataset import Period, open_dataset
from innolog.store.errors import DatasetError, QueryError
from innolog.store.pseudonyms import Pseudonyms, in_its_month
from innolog.store.shown import EVERY, OF_LOGS
from innolog.store.writer import DatasetWriter
from tests.shared import load, sampled
from tests.store.factory import add, content_hash, make_illegal, make_replay, make_valued

_MIDNIGHT = 1_700_006_400  # 2023-11-15T00:00:00Z


def _action(kind: str, moves: list[int | None], last: int | None) -> ActionRecord:
    events: list[Any] = [(ActionBegan(0, 1, 2), 1), *((object(), move) for move in moves)]
    return ActionRecord(1, 1, 1, 0, kind, None, 1, last, events)


@pytest.mark.parametrize(
    ("kind", "moves", "last", "took"),
    [
        ("meld", [4], 4, Durations(8, 8)),
        # Other players' choices belong to the action, and not to the player's thinking.
        ("dogma", [5, 7], 8, Durations(60, 20)),
        # The opening begins with the setup, and everybody thinks at once.
        ("opening", [2, 3], 3, Durations(30, None)),
        # A move without a time: before the action, in it, at its end.
        ("meld", [10], 10, Durations(None, None)),
        ("dogma", [9], 9, Durations(None, None)),
        ("dogma", [5], 9, Durations(None, 20)),
        ("meld", [None], 4, Durations(None, None)),
        ("leave display", [], 4, Durations(None, None)),
        ("meld", [4], None, Durations(None, 8)),
    ],
)
def test_seconds_of_an_action(kind: str, moves: list[int | None], last: int | None, took: Durations) -> None:
    told = {1: 100, 2: 120, 3: 130, 4: 138, 5: 158, 6: 160, 7: 170, 8: 198, 10: 300}
    assert durations(_action(kind, moves, last), Times(100, 300, told)) == took
    assert durations(_action(kind, moves, last), Times(100, 300, {})) == Durations()
    assert durations(_action(kind, moves, last), None) == Durations()


def _columns(folder: Path) -> list[tuple[Any, ...]]:
    with open_dataset(folder) as data:
        return data.sql(
            "SELECT started_at, ended_at, seconds, (SELECT count(thinking_seconds) FROM every.actions a "
            "WHERE a.log_id = g.log_id), (SELECT count(seconds) FROM every.actions a "
            "WHERE a.log_id = g.log_id) FROM logs g"
        ).fetchall()


def _ingested(source: Path, folder: Path) -> tuple[Any, ...]:
    result = CliRunner().invoke(main, ["ingest", str(source), "-o", str(folder)])
    assert result.exit_code == 0, result.output
    (row,) = _columns(folder)
    return row


@pytest.mark.long
def test_an_export_and_what_is_made_of_it(sample_logs: list[Path], tmp_path: Path) -> None:
    """Each format has what it records: all times, those of the game, or those of the requests for actions."""
    log = sample_logs[0]
    started, ended = datetime(2026, 3, 19, 2, 32, 18), datetime(2026, 3, 19, 2, 57, 2)
    export = _ingested(log, tmp_path / "export")
    assert export[:3] == (started, ended, 1484)
    assert export[3:] == (116, 117)
    for form in ("native", "tracker", "text"):
        path = tmp_path / f"game.{form}"
        assert CliRunner().invoke(main, ["convert", str(log), "--to", form, "-o", str(path)]).exit_code == 0
    assert _ingested(tmp_path / "game.native", tmp_path / "of_native") == (started, ended, 1484, 0, 0)
    tracked = _ingested(tmp_path / "game.tracker", tmp_path / "of_tracker")
    assert tracked[0] is not None
    # Nothing in such a file says when its last action ended.
    assert tracked[1:3] == (None, None)
    assert 0 < tracked[3] < 116
    assert _ingested(tmp_path / "game.text", tmp_path / "of_text") == (None, None, None, 0, 0)


def test_no_times_are_no_dates(sample_logs: list[Path], tmp_path: Path) -> None:
    content = load(sample_logs[0])
    for packet in content["packets"]:
        packet["time"] = "0"
    path = tmp_path / "log.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert _ingested(path, tmp_path / "data") == (None, None, None, 0, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that began at noon of four days, another log of the last one without a date, and a game without one."""
    folder = tmp_path_factory.mktemp("days")
    with DatasetWriter(folder) as writer:
        for day in range(4):
            replay = make_replay(day)
            replay.log.times = Times(_MIDNIGHT + 86_400 * day + 43_200, _MIDNIGHT + 86_400 * day + 50_000, {})
            add(writer, replay, content_hash(str(day)), make_valued(replay))
        for seed in (3, 7):
            undated = make_replay(seed, source="undated")
            undated.log.times = None
            add(writer, undated, content_hash(f"undated {seed}"), make_valued(undated))
    return folder


_DAYS = [datetime(2023, 11, 15 + day) for day in range(5)]


@pytest.mark.parametrize(
    ("period", "seeds"),
    sampled(
        [
            (Period(), ["0", "1", "2", "3", "3", "7"]),
            (Period(since=_DAYS[1]), ["1", "2", "3", "3"]),
            (Period(until=_DAYS[2]), ["0", "1"]),
            (Period(_DAYS[1], _DAYS[3]), ["1", "2"]),
            (Period(since=datetime(2023, 11, 15, 12)), ["0", "1", "2", "3", "3"]),
            (Period(since=datetime(2023, 11, 15, 12, 0, 1)), ["1", "2", "3", "3"]),
            (Period(since=datetime(2030, 1, 1)), []),
        ],
        2,
    ),
)
def test_a_period_has_the_logs_of_its_games_in_every_table(period: Period, seeds: list[str], folder: Path) -> None:
    with open_dataset(folder, period=period) as data:
        assert [seed for (seed,) in data.sql("SELECT table_id FROM logs ORDER BY 1").fetchall()] == seeds
        for table in (*OF_LOGS, *EVERY):
            ((rows, logs),) = data.sql(f"SELECT count(*), count(DISTINCT log_id) FROM {table}").fetchall()
            assert data.arrow(table).num_rows == rows
            # No log of this dataset breaks a rule.
            assert logs == (0 if table == "violations" else len(seeds))
        ((counted,),) = data.sql("SELECT count(*) FILTER (counts) FROM logs").fetchall()
        assert data.arrow("logs", ["counts"])["counts"].to_pylist().count(True) == counted <= len(set(seeds))
        if period == Period():
            assert data.totals("total_seats").num_rows
        else:
            with pytest.raises(DatasetError, match="none for a period"):
                data.totals("total_seats")
            with pytest.raises(QueryError, match="none for a period"):
                data.frame("SELECT * FROM every.total_cards")


def test_a_forged_log_does_not_move_its_game_to_another_day(tmp_path: Path) -> None:
    honest, forged, undated = make_replay(1), make_illegal(1), make_illegal(1)
    honest.log.times = Times(_MIDNIGHT + 2 * 86_400, None, {})
    forged.log.times, undated.log.times = Times(_MIDNIGHT, None, {}), None
    with DatasetWriter(tmp_path) as writer:
        for name, replay in (("honest", honest), ("forged", forged), ("undated", undated)):
            replay.log.source = name
            add(writer, replay, content_hash(name))
    found = []
    for day in range(3):
        with open_dataset(tmp_path, period=Period(_DAYS[day], _DAYS[day + 1])) as data:
            names = ["games", "logs", "violations"]
            sources = "list(source ORDER BY source)"
            found.append([data.sql(f"SELECT coalesce({sources}, []) FROM {name}").fetchall()[0][0] for name in names])
    assert found == [
        [[], ["forged"], ["forged"]], [[], [], []], [["honest"], ["honest", "undated"], ["undated"]],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        ([], 6),
        # A day counts to its end.
        (["--since", "2023-11-16", "--until", "2023-11-16"], 1),
        (["--until", "2023-11-16T00:00:00"], 1),
        # Noon in UTC is one o'clock in Vienna.
        (["--since", "2023-11-15T13:00:00+01:00", "--until", "2023-11-15T12:00:01Z"], 1),
        (["--until", "9999-12-31"], 5),
        # Other forms of ISO 8601.
        (["--since", "20231116", "--until", "2023-W46-4"], 1),
        (["--since", "2023-11-15T13:00+01", "--until", "20231116T1200Z"], 1),
        (["--since", "2023-11-15 12:00:00.5Z", "--until", "2023-11-16T12:00:00,5"], 1),
    ],
)
def test_options_of_the_commands(arguments: list[str], games: int, folder: Path) -> None:
    query = ["query", str(folder), "SELECT count(*) AS games FROM logs", "--format", "json", *arguments]
    result = CliRunner().invoke(main, query)
    assert json.loads(result.output) == {"games": games}, result.output


@pytest.mark.long
def test_every_command_that_chooses_games_has_them(folder: Path, tmp_path: Path) -> None:
    runner, period = CliRunner(), ["--since", "2023-11-16", "--until", "2023-11-17"]
    lengths = runner.invoke(main, ["metrics", str(folder), "-m", "lengths", "--format", "json", *period])
    rows = [json.loads(line) for line in lengths.output.splitlines()]
    assert {row["n"] for row in rows} == {2}
    assert runner.invoke(main, ["winprob", str(folder), *period]).exit_code == 1
    for kind, name in (("corpus", []), ("player", ["1000"])):
        pages = tmp_path / kind
        result = runner.invoke(main, ["report", kind, str(folder), *name, "-o", str(pages), *period])
        assert result.exit_code == 0, result.output
        assert "2 games" in (pages / "index.html").read_text(encoding="utf-8")


def test_a_week_is_no_date(folder: Path) -> None:
    """It was taken for its Monday, so that a period ended before the week that was asked for."""
    result = CliRunner().invoke(main, ["query", str(folder), "SELECT 1", "--until", "2023-W46"])
    assert result.exit_code == 2
    assert "'2023-W46' is no date such as 2026-03-31" in result.stderr


def test_a_period_without_games_is_no_fault_of_the_dataset(folder: Path, tmp_path: Path) -> None:
    """It was said that the dataset has no legal game, and no data for any of fifty metrics."""
    period, said = ["--since", "2030-01-01"], "o game that counts began in this period; games whose logs record no date"
    for arguments, code in (
        (["metrics", str(folder)], 0), (["metrics", str(folder), "--player", "Ana"], 2), (["winprob", str(folder)], 1),
        (["report", "player", str(folder), "Ana", "-o", str(tmp_path / "ana")], 2),
    ):  # fmt: skip
        result = CliRunner().invoke(main, [*arguments, *period])
        assert result.exit_code == code
        assert result.output.count(said) == result.stderr.count(said) == 1
        assert len(result.output.splitlines()) <= 2
    result = CliRunner().invoke(main, ["report", "corpus", str(folder), "-o", str(tmp_path / "all"), *period])
    assert f"<p>N{said} are left out of it.</p>" in (tmp_path / "all" / "index.html").read_text(encoding="utf-8")
    everything = CliRunner().invoke(main, ["metrics", str(folder), "-m", "opening_choice"]).output
    assert "the games that count have no data for this metric" in everything


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--since", "soon"], "'soon' is no date such as 2026-03-31, and no time such as 2026-03-31T20:15:00Z"),
        (["--since", "2023-02-30"], "is no date"),
        (["--since", "9999-12-31T23:59:59-14:00"], "is not in the years 1 to 9999 of UTC"),
        (["--until", "0001-01-01T00:00:00+14:00"], "is not in the years 1 to 9999 of UTC"),
        (["--since", "2023-11-17", "--until", "2023-11-16"], "--since must be before --until"),
    ],
)
def test_wrong_periods_are_wrong_usage(arguments: list[str], said: str, folder: Path) -> None:
    result = CliRunner().invoke(main, ["query", str(folder), "SELECT 1", *arguments])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_pseudonyms_leave_the_month_and_the_durations(tmp_path: Path) -> None:
    """Sites list publicly who played when: the exact time of a game names its players."""
    month = 1_698_796_800  # 2023-11-01T00:00:00Z
    times = Times(_MIDNIGHT + 5, _MIDNIGHT + 65, {1: _MIDNIGHT + 5, 2: _MIDNIGHT + 65})
    assert in_its_month(times) == Times(month, month + 60, {1: month, 2: month + 60})
    assert in_its_month(Times(_MIDNIGHT + 5, None, {})) == Times(month, None, {})
    key = Pseudonyms(b"0123456789abcdef")
    replay = make_replay(3)
    with DatasetWriter(tmp_path / "open") as writer:
        add(writer, replay, content_hash("3"))
    with DatasetWriter(tmp_path / "hidden", pseudonyms=key.fingerprint) as writer:
        add(writer, key.replay(replay), key.content_hash(content_hash("3")))
    (shown,), (hidden,) = _columns(tmp_path / "open"), _columns(tmp_path / "hidden")
    assert hidden[0] == shown[0].replace(day=1, hour=0, minute=0, second=0) != shown[0]
    assert hidden[2:] == shown[2:]
