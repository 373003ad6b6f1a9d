"""Exports that leave out what not every program keeps: questions, and arguments that are null."""

from __future__ import annotations

import pytest

from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.results.result import Verdict
from tests.parsers.verdicts import replayed, written
from tests.tampering.controls import pad

FOURTH = Ruleset(Edition.FOURTH, players=3, platform=Platform.BGA_2024)


@pytest.mark.parametrize("seed", [2, 22, 34])
def test_who_names_an_icon_is_known_without_questions(seed: int) -> None:
    """The message names the victim of the demand, and only the question says who is asked.

    What was wrong: the player of an earlier question, or the victim, was taken for the one who names the icon. Of the
    class is only Climatology: no other message of a choice names somebody else.
    """
    content = written(FOURTH, seed, None)
    asked = 0
    for packet in content["packets"]:
        kept = [item for item in packet["data"] if item["type"] != "gameStateChange" or item["args"].get("id") != 13]
        asked += len(packet["data"]) - len(kept)
        packet["data"] = kept
    assert asked
    assert "chooses ${icon}" in str(content)
    assert replayed(content).verdict.explained


@pytest.mark.parametrize("rules", [FOURTH, Ruleset(players=2)])
def test_null_for_missing_arguments_changes_nothing(rules: Ruleset) -> None:
    """A program that makes tables of notifications writes all arguments of a type, and null for those it has not.

    What was wrong: that a message has an argument said what it states, whatever its value.
    """
    content = written(rules, 2)
    pad(content["packets"])
    assert replayed(content).verdict is Verdict.LEGAL
