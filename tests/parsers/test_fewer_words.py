"""Exports that leave out what not every program keeps: questions, and arguments that are null."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.bga.writer import export
from parsers.files import Blob

FOURTH = Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024)


@cache
def _text(rules: Ruleset, seed: int, seat: int | None) -> str:
    game = simulate(rules, seed, seats(["sensible"], rules.players, seed), tell=True)
    assert game.told is not None
    return json.dumps(export(game.told, seat))


def _judged(content: Any) -> Replay:
    log = read_blob(Blob("export.json", json.dumps(content).encode()))
    assert isinstance(log, GameLog)
    return replay(log)


@pytest.mark.parametrize("seed", [2, 22, 34])
def test_who_names_an_icon_is_known_without_questions(seed: int) -> None:
    """The message names the victim of the demand, and only the question says who is asked.

    What was wrong: the player of an earlier question, or the victim, was taken for the one who names the icon. Of the
    class is only Climatology: no other message of a choice names somebody else.
    """
    content = json.loads(_text(FOURTH, seed, None))
    asked = 0
    for packet in content["packets"]:
        kept = [item for item in packet["data"] if item["type"] != "gameStateChange" or item["args"].get("id") != 13]
        asked += len(packet["data"]) - len(kept)
        packet["data"] = kept
    assert asked
    assert "chooses ${icon}" in json.dumps(content)
    assert _judged(content).verdict.explained


@pytest.mark.parametrize("rules", [FOURTH, Ruleset(players=2)])
def test_null_for_missing_arguments_changes_nothing(rules: Ruleset) -> None:
    """A program that makes tables of notifications writes all arguments of a type, and null for those it has not.

    What was wrong: that a message has an argument said what it states, whatever its value.
    """
    content = json.loads(_text(rules, 2, 0))
    items = [item for packet in content["packets"] for item in packet["data"] if isinstance(item["args"], dict)]
    names: dict[str, set[str]] = defaultdict(set)
    for item in items:
        names[item["type"]] |= set(item["args"])
    for item in items:
        for name in names[item["type"]]:
            item["args"].setdefault(name)
    assert _judged(content).verdict is Verdict.LEGAL
