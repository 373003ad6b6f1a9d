"""Logs that fail are made small, and two records of one game are compared."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from innolog.cards.facts import UNKNOWN_BASE, back_of, card_table
from innolog.cli import main
from innolog.conversion.parting import parting
from innolog.conversion.shrinking import NotShrinkable, Shrinking, smallest
from innolog.judging.verdicts import judged
from innolog.log import Seat
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from tests.cli.test_validate import forge_score, read_bytes

_EXAMPLES = Path(str(files("innolog"))) / "docs" / "native"


def _run(*arguments: str | Path) -> tuple[int, list[str]]:
    done = CliRunner().invoke(main, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout.splitlines()


@given(st.sets(st.integers(0, 60), max_size=6), st.integers(1, 61))
def test_what_is_needed_and_nothing_else_is_left(needed: set[int], size: int) -> None:
    needed = {number for number in needed if number < size}
    asked = 0

    def same(rest: Sequence[int]) -> bool:
        nonlocal asked
        asked += 1
        return needed <= set(rest)

    assert smallest(range(size), same) == sorted(needed)
    assert asked <= 40 + 20 * (len(needed) + 1) * 6


def test_parts_can_be_cut_off_at_the_end_alone() -> None:
    assert smallest(range(100), lambda rest: {3, 40} <= set(rest), at_end=True) == list(range(41))


def test_a_log_of_packets_keeps_what_matters() -> None:
    """Of many packets, the log fails because of two fields of two notifications."""

    def notification(number: int) -> dict[str, Any]:
        return {"type": f"kind_{number % 3}", "args": {"number": number, "other": "x"}}

    packets = [
        {"move_id": str(move), "channel": f"/table/{move % 2}", "data": [notification(10 * move + n) for n in range(5)]}
        for move in range(20)
    ]
    log = {"status": 1, "data": {"who": "y", "data": packets}}

    def same(data: bytes) -> bool:
        text = data.decode()
        return '"number": 33' in text and '"number": 70' in text and '"packets"' not in text and '"data"' in text

    shrinking = Shrinking("x", json.dumps(log).encode(), same)
    shrinking.run()
    assert [size.number for size in shrinking.size()[:2]] == [2, 2]
    left = json.loads(shrinking.data)
    assert list(left) == ["data"]
    assert list(left["data"]) == ["data"]
    assert [each["args"] for packet in left["data"]["data"] for each in packet["data"]] == [
        {"number": 33},
        {"number": 70},
    ]


def test_what_has_no_parts_is_refused() -> None:
    for data in (b"<html><body>x</body></html>", b'{"a": [1, 2]}', b'{"a": '):
        with pytest.raises(NotShrinkable):
            Shrinking("x", data, lambda _: True)


def test_an_illegal_file_gets_smaller_and_stays_illegal(tmp_path: Path) -> None:
    log, small = _EXAMPLES / "illegal_meld.innolog", tmp_path / "small.innolog"
    code, lines = _run("shrink", log, "-o", small, "--seconds", "20")
    assert code == 0
    rows = [judged(Blob("x", path.read_bytes()), NOTHING) for path in (log, small)]
    assert [(row.verdict, row.rule, row.observed) for row in rows[:1]] * 2 == [
        (row.verdict, row.rule, row.observed) for row in rows
    ]
    # All decisions up to the illegal one are needed, and none after it.
    assert len(small.read_bytes().splitlines()) == 48
    assert lines[0] == "144 lines, now 48"
    assert any("rule      native.decision" in line for line in lines)
    assert _run("shrink", _EXAMPLES / "legal.innolog", "-o", small)[0] == 2


@pytest.mark.long
def test_a_forged_export_gets_small(sample_logs: list[Path], tmp_path: Path) -> None:
    export = json.loads(read_bytes(sample_logs[0]))
    forge_score(export)
    log, small = tmp_path / "forged.json", tmp_path / "small.json"
    log.write_text(json.dumps(export), encoding="utf-8")
    before = judged(Blob("x", log.read_bytes()), NOTHING)
    assert _run("shrink", log, "-o", small, "--seconds", "20")[0] == 0
    after = judged(Blob("x", small.read_bytes()), NOTHING)
    for what in ("verdict", "rule", "expected", "observed"):
        assert getattr(after, what) == getattr(before, what)
    assert small.stat().st_size < log.stat().st_size / 5


def test_two_records_of_one_game_are_no_different(sample_logs: list[Path], tmp_path: Path) -> None:
    log = sample_logs[0]
    native = tmp_path / "game.innolog"
    assert _run("convert", log, "--to", "native", "-o", native)[0] == 0
    spectator = tmp_path / "spectator.json"
    assert _run("convert", native, "--to", "bga", "--viewpoint", "spectator", "-o", spectator)[0] == 0
    for other in (native, spectator):
        code, lines = _run("diff", log, other)
        assert (code, lines[-1]) == (0, "no difference in what both record")


@pytest.mark.parametrize("edition", ["third", "fourth"])
def test_a_card_that_one_record_hides_is_no_difference(edition: str) -> None:
    """Cards that only the fourth edition has had no back here, and so differed from every hidden card."""
    for card, facts in card_table(edition=edition).cards.items():
        backs = (back_of(int(facts.set), facts.age, facts.relic), back_of(int(facts.set), facts.age % 11 + 1))
        records: list[Any] = [
            SimpleNamespace(
                log=SimpleNamespace(seats=[Seat("Ada", "Ada"), Seat("Bo", "Bo")]),
                unknown_backs=backs,
                not_recorded=[],
                actions=[SimpleNamespace(player=0, kind="meld", card=each, explanations=1, guessed=False, events=[])],
            )
            for each in (card, UNKNOWN_BASE, UNKNOWN_BASE + 1)
        ]
        assert parting(records[0], records[1]) is None
        assert parting(records[0], records[2]) is not None


def test_the_first_action_that_differs_is_named(tmp_path: Path) -> None:
    legal, cut = _EXAMPLES / "legal.innolog", _EXAMPLES / "legal_cut_off.innolog"
    code, lines = _run("diff", legal, cut)
    assert code == 1
    assert lines[-1].endswith("the record ends")
    code, lines = _run("diff", legal, _EXAMPLES / "illegal_meld.innolog")
    assert code == 1
    assert lines[-1].endswith("the rules explain no more of this log")
    rows = [json.loads(line) for line in legal.read_text(encoding="utf-8").splitlines()]
    number, row = next(
        (number, row) for number, row in enumerate(rows) if number > 20 and row.get("choice") == "action"
    )
    row["answer"] = ["draw", None]
    other = tmp_path / "other.innolog"
    other.write_text("\n".join(map(json.dumps, rows[: number + 1])), encoding="utf-8")
    code, lines = _run("diff", legal, other)
    assert code == 1
    assert lines[2].startswith("they differ at turn")
    assert "draws" in lines[-1]
    assert _run("diff", legal, _EXAMPLES / "legal_teams.innolog")[0] == 2


def test_records_of_two_games_are_refused(sample_logs: list[Path], tmp_path: Path) -> None:
    """What was wrong: two tables of one kind were called one game that differs from its beginning."""
    log = next(path for path in sample_logs if path.name.startswith("base_2p"))
    export = json.loads(read_bytes(log))
    for packet in export["packets"]:
        packet["table_id"], packet["channel"] = 1, re.sub("^/table/t.*", "/table/t1", packet["channel"])
    other = tmp_path / "other.json"
    other.write_text(json.dumps(export), encoding="utf-8")
    assert _run("diff", log, other)[0] == 2
    for seed in (1, 2):
        assert _run("simulate", "--platform", "table", "--seed", str(seed), "-o", tmp_path / str(seed))[0] == 0
    first, second = (next((tmp_path / str(seed)).iterdir()) for seed in (1, 2))
    assert _run("diff", first, first)[0] == 0
    assert _run("diff", first, second)[0] == 2


def _unreadable(log: Path) -> str:
    """The place in a log that cannot be read, and what is wrong there."""
    found = judged(Blob("log", log.read_bytes()), NOTHING)
    assert found.place is not None
    return f"{found.place}: {found.message}"


def test_what_cannot_be_read_is_not_shrunk(tmp_path: Path) -> None:
    log, small = tmp_path / "broken.innolog", tmp_path / "small.innolog"
    log.write_text('{"innolog": 1, "seats": 3}\n', encoding="utf-8")
    refused = CliRunner().invoke(main, ["shrink", str(log), "-o", str(small)])
    assert (refused.exit_code, refused.stderr) == (3, f"{log}: {_unreadable(log)}\n")
    assert not small.exists()
