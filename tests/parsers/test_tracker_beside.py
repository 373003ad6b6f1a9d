"""What stands beside the entries of a tracker's file: numbers and times of moves, the viewer, the own hand."""

from __future__ import annotations

from typing import Any

from innolog.log import NOBODY, At, Ended, Observation, Place, Seat, Transfer
from parsers.tracker import beside
from tests.table import card


def _at(index: int) -> At:
    return At(index, index + 1, 0, "entry")


def _move(index: int, seat: int, start: Place, end: Place, name: str | None) -> Transfer:
    owner = NOBODY if start is Place.DECK else seat
    number = None if name is None else card(name)
    return Transfer(_at(index), number, 0, 1, False, owner, start, None, seat, end, None, None, None, None, None, ())


def test_numbers_and_times_of_moves_do_not_decrease() -> None:
    """One of a kind is named, at its entry; entries without them, and with equal ones, are honest."""
    entries: list[dict[str, Any]] = [
        {"move": 1, "time": 10**9},
        {"move": "1"},
        {"move": 3, "time": 10**9},
        {"move": None},
    ]
    assert not list(beside.moves_out_of_order(entries, _at))
    wrong = [*entries, {"move": 2, "time": 10**9 - 1}, {"move": 1}]
    assert [found.at.packet for found in beside.moves_out_of_order(wrong, _at)] == [5, 5]
    actions: list[dict[str, Any]] = [{"logIndex": 0, "time": 10**9}, {"logIndex": 2, "time": str(10**9)}]
    assert not list(beside.actions_out_of_order(actions, _at, 4))
    actions[1]["time"] = 10**9 - 5
    assert [found.at.packet for found in beside.actions_out_of_order(actions, _at, 4)] == [3]


def test_the_viewer_is_the_player_whose_cards_are_shown() -> None:
    seats = [Seat("1", "Ada"), Seat("2", "Bob")]
    drawn: list[Observation] = [
        _move(1, 0, Place.DECK, Place.HAND, "Tools"),
        _move(2, 1, Place.DECK, Place.HAND, None),
        _move(3, 1, Place.DECK, Place.HAND, None),
    ]
    assert not list(beside.wrong_viewer(drawn, 0, seats))
    assert [found.at.packet for found in beside.wrong_viewer(drawn, 1, seats)] == [2]


def test_the_own_hand_is_one_that_the_player_had() -> None:
    """At some time of the game, because files lag behind. A dealt card that stays in the hand can be any card.

    Cards may be missing: trackers do not record that all hands are removed.
    """
    moves: list[Observation] = [
        _move(0, 0, Place.HAND, Place.BOARD, "Sailing"),
        _move(1, 0, Place.DECK, Place.HAND, "Tools"),
        Ended(_at(2), "score"),
    ]
    for names, fits in (
        (["Tools", "Archery"], True),
        (["Archery"], True),
        (["Tools"], True),
        (["Archery", "Fission"], False),
    ):
        assert (not list(beside.wrong_hand(moves, 0, names, _at(2)))) is fits
    # A file that stops earlier may be older than its hand.
    assert not list(beside.wrong_hand(moves[:2], 0, ["Archery", "Fission"], _at(2)))
