"""Commands that answer with text for people also answer in JSON, and the schemas describe every field of it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import innolog.replay
import parsers
from innolog.cards.facts import card_table
from innolog.cli import main
from innolog.cli._formats import Finding, sarif_of
from innolog.cli.schema import _ANSWERS
from innolog.conversion.shrinking import Shrinking
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.simulate import seats, simulate
from innolog.support.schemas import json_schema
from tests.reports.factory import random_replay, with_unknown, with_violation

_EXAMPLES = Path(str(files("innolog"))) / "docs" / "native"


def _answers(code: int, command: str, *arguments: str | Path) -> list[dict[str, Any]]:
    """The objects that a command prints, which its schema accepts."""
    done = CliRunner().invoke(main, [command, *map(str, arguments), "--format", "json"])
    assert done.exit_code == code, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    for row in rows:
        Draft202012Validator(json_schema(command)).validate(row)
    return rows


@pytest.mark.parametrize("name", _ANSWERS)
def test_each_schema_is_one_and_is_printed(name: str) -> None:
    Draft202012Validator.check_schema(json_schema(name))
    shown = CliRunner().invoke(main, ["schema", name])
    assert shown.exit_code == 0
    assert all(f"| {field} |" in shown.stdout for field in json_schema(name)["required"])
    assert "any value" not in shown.stdout
    printed = CliRunner().invoke(main, ["schema", name, "--format", "json"]).stdout
    assert json.loads(printed) == json_schema(name)


@pytest.mark.parametrize("name", _ANSWERS)
def test_schemas_say_that_the_opening_has_turn_0(name: str) -> None:
    """What was wrong: that of a review said that turns count from 1."""

    def turns(part: Any) -> list[str]:
        if isinstance(part, list):
            return [text for each in part for text in turns(each)]
        if not isinstance(part, dict):
            return []
        turn = part.get("properties", {}).get("turn")
        return ([turn["description"]] if turn else []) + turns([*part.values()])

    assert all(re.search(r"\b0\b", text) for text in turns(json_schema(name)))


def test_review_has_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """In JSON with all alternatives; as text with a row for each player; an unknown player is an error."""
    game = as_replay(simulate(Ruleset(), 4, seats(["uniform"], 2, 4), most_actions=15))
    monkeypatch.setattr(parsers, "read_logs", lambda *_, **__: iter([game.log]))
    monkeypatch.setattr(innolog.replay, "replay", lambda *_, **__: game)
    (row,) = _answers(0, "review", "log.json", "--worlds", "2")
    names = [player["name"] for player in row["players"]]
    assert names == [seat.name for seat in game.log.seats]
    assert sum(player["decisions"] for player in row["players"]) == len(row["decisions"]) > 10
    assert row["left_out"] == {}
    assert [each["player"] for each in row["decisions"] if each["action"] == 0] in ([0, 1], [1, 0])
    assert all(each["alternatives"][0]["chance"] <= 1 for each in row["decisions"])
    (other,) = _answers(0, "review", "log.json", "--worlds", "1", "--player", names[1])
    assert {each["player"] for each in other["decisions"]} == {1}
    shown = CliRunner().invoke(main, ["review", "log.json", "--worlds", "1"])
    assert shown.exit_code == 0
    assert all(name in shown.stdout for name in names)
    wrong = CliRunner().invoke(main, ["review", "log.json", "--player", "Nobody"])
    assert wrong.exit_code == 2
    assert "the players are Ada, Bob" in wrong.stderr


def test_show_has_every_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_replay(0, cities=True)
    for result in (game, with_unknown(game, range(1, len(game.actions))), with_violation(game, 30)):
        monkeypatch.setattr(parsers, "read_logs", lambda *_, result=result, **__: iter([result.log]))
        monkeypatch.setattr(innolog.replay, "replay", lambda *_, result=result, **__: result)
        (row,) = _answers(1 if result.violation else 0, "show", "log.json", "--candidates")
        assert (row["violation"] is None) == (result.violation is None)
        snapshot = result.actions[-1].snapshot
        assert snapshot is not None
        for player, view in zip(row["players"], snapshot.players, strict=True):
            assert player["score"] in (view.score, None)
            if player["hand"] is not None:
                assert [card["id"] for card in player["hand"]] == [
                    card if card is not None and card < len(card_table().name) else None for card in view.hand
                ]
        assert sum(pile["cards"] for pile in row["table"]["supply"]) == sum(map(len, snapshot.decks.values()))


def test_diff_names_both_sides(tmp_path: Path) -> None:
    legal = _EXAMPLES / "legal.innolog"
    (same,) = _answers(0, "diff", legal, legal)
    assert same["same"]
    assert {each["action"] for each in same["records"]} == {None}
    (row,) = _answers(1, "diff", legal, _EXAMPLES / "legal_cut_off.innolog")
    assert not row["same"]
    assert [each["action"] is None for each in row["records"]] == [False, True]


def test_merge_and_shrink_say_what_they_wrote(sample_logs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "game.innolog"
    (row,) = _answers(0, "merge", sample_logs[0], "-o", output)
    assert (row["verdict"], row["output"]) == ("legal", str(output))
    assert CliRunner().invoke(main, ["merge", str(sample_logs[0]), "--format", "json"]).exit_code == 2
    small = tmp_path / "small.innolog"
    (row,) = _answers(0, "shrink", _EXAMPLES / "illegal_meld.innolog", "-o", small, "--seconds", "20")
    assert row["before"][0] == {"number": 144, "unit": "line"}
    assert row["after"][0]["number"] < 60
    Draft202012Validator(json_schema("verdict")).validate(row["verdict"])
    assert row["verdict"]["rule"] == "native.decision"


def test_check_has_an_object_for_each_thing(sample_logs: list[Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.innolog"
    broken.write_bytes((_EXAMPLES / "legal.innolog").read_bytes().replace(b'"choice"', b'"chosen"', 1))
    sound, damaged = _answers(3, "check", _EXAMPLES / "legal.innolog", broken)
    assert (sound["kind"], sound["sound"], sound["finished"]) == ("log", True, True)
    assert not damaged["sound"]
    assert damaged["faults"]
    proof, log = tmp_path / "proof.jsonl", sample_logs[0]
    assert CliRunner().invoke(main, ["validate", str(log), "--proof", str(proof)]).exit_code == 0
    (held,) = _answers(0, "check", log, "--proof", proof)
    assert (held["proof"], held["verdict"], held["sound"]) == ("holds", "legal", True)
    (missing,) = _answers(3, "check", sample_logs[1], "--proof", proof)
    assert (missing["proof"], missing["actions"]) == ("missing", None)
    dataset = tmp_path / "dataset"
    assert CliRunner().invoke(main, ["ingest", str(log), "-o", str(dataset)]).exit_code == 0
    (row,) = _answers(0, "check", dataset)
    assert (row["kind"], row["damaged"]) == ("dataset", [])
    file = next((dataset / "players").rglob("*.parquet"))
    file.write_bytes(file.read_bytes()[:-9] + b"x" * 9)
    (row,) = _answers(3, "check", dataset)
    assert [name.endswith(file.name) for name in row["damaged"]] == [True]


def test_sarif_places_are_relative_and_have_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def location(source: str, place: str) -> dict[str, Any]:
        (text,) = sarif_of([Finding(source, "failure", "draw.age", "t", "m", place=place)])
        found: dict[str, Any] = json.loads(text)["runs"][0]["results"][0]["locations"][0]
        return found

    for source in ("my logs/a.txt", "./my logs/a.txt", str(tmp_path / "my logs" / "a.txt")):
        found = location(source, "move 7, line 12")["physicalLocation"]
        assert found["artifactLocation"] == {"uri": "my%20logs/a.txt", "uriBaseId": "%SRCROOT%"}
        assert found["region"] == {"startLine": 12}
    outside = location("/elsewhere/a.json", "move 7, packet 3, notification 0")
    assert outside["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/a.json"}
    assert outside["physicalLocation"]["region"] == {"startLine": 1}
    assert outside["logicalLocations"][0]["fullyQualifiedName"].startswith("move 7, packet 3")


def test_a_trackers_file_keeps_the_entries_that_matter() -> None:
    """Its list is no list of packets, so it was refused."""
    entries = [{"type": "transfer", "move": n, "card_name": f"x{n}", "extra": 1} for n in range(40)]
    log = {"players": ["a", "b"], "note": 1, "log": entries}

    def same(data: bytes) -> bool:
        left = json.loads(data)
        return {3, 20} <= {each.get("move") for each in left["log"]} and "players" in left

    shrinking = Shrinking("x", json.dumps(log).encode(), same)
    shrinking.run()
    assert json.loads(shrinking.data) == {"players": ["a", "b"], "log": [{"move": 3}, {"move": 20}]}
    assert shrinking.size()[0] == (2, "line")
