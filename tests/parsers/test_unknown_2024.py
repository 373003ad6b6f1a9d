"""Logs of the site's newer code with something that innolog does not know: unsupported, never illegal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import UnsupportedLog
from innolog.results.result import Replay, Verdict
from tests.parsers.verdicts import replayed, written

Args = dict[str, Any]


def _judged(change: Callable[[Args, list[Args]], None], edition: Edition = Edition.FOURTH) -> Replay:
    """The verdict on a whole game of the base set after a change of its content, or of its moves of cards."""
    content = written(Ruleset(edition, platform=Platform.BGA_2024), 7, None)
    moves = [
        item["args"]
        for packet in content["packets"]
        for item in packet["data"]
        if item["type"].startswith("transferedCard")
    ]
    change(content, moves)
    return replayed(content)


def _break(args: Args) -> None:
    args["age"] = type(args["age"])(10 if int(args["age"]) < 10 else 1)


@pytest.mark.parametrize(
    ("broken", "since", "verdict"),
    [
        (None, 20, Verdict.LEGAL),
        (30, 20, Verdict.UNSUPPORTED),
        (20, 20, Verdict.UNSUPPORTED),
        (12, 20, Verdict.ILLEGAL),
    ],
)
def test_a_field_of_newer_code_withdraws_accusations_from_there_on(
    broken: int | None, since: int, verdict: Verdict
) -> None:
    def change(content: Args, moves: list[Args]) -> None:
        for args in moves[since:]:
            args["veil_keyword"] = False
        if broken is not None:
            _break(moves[broken])

    result = _judged(change)
    assert result.verdict is verdict
    if verdict is Verdict.UNSUPPORTED:
        assert "newer than the code innolog knows: field transferedCard: veil_keyword" in str(result.reason)


def test_cards_of_other_sets_in_the_fourth_edition_are_named() -> None:
    """Without the site's list of cards, three moves are enough; so is one if the log ends soon."""

    def others(numbers: range, packets: int | None = None) -> Callable[[Args, list[Args]], None]:
        def change(content: Args, moves: list[Args]) -> None:
            del content["gamedatas"]
            content["packets"] = content["packets"][:packets]
            for number, of_set in zip(numbers, ("3", "2", "5"), strict=False):
                moves[number]["type"] = of_set

        return change

    with pytest.raises(UnsupportedLog, match=r"fourth edition with .*Echoes of the Past.*, which innolog does not"):
        _judged(others(range(10, 13)))
    # Nothing else shows that this is not the third edition, which is tried first.
    result = _judged(others(range(4, 5), 12))
    assert result.verdict is Verdict.UNSUPPORTED
    assert "the fourth edition with Echoes of the Past, which innolog does not" in str(result.reason)
    # The trap: a forger's set in one move of a whole game.
    assert _judged(others(range(10, 11))).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(("number", "verdict"), [(2, Verdict.ILLEGAL), (4, Verdict.UNSUPPORTED)])
def test_a_move_or_two_of_another_set_in_the_third_edition_are_a_forgers(number: int, verdict: Verdict) -> None:
    def change(content: Args, moves: list[Args]) -> None:
        for args in moves[20 : 20 + number]:
            args["type"] = "3"

    assert _judged(change, Edition.THIRD).verdict is verdict


def test_the_list_of_cards_shows_that_no_other_set_is_in_play() -> None:
    def change(content: Args, moves: list[Args]) -> None:
        for args in moves[20:24]:
            args["type"] = "3"

    assert _judged(change).verdict is Verdict.ILLEGAL
