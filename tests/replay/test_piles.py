"""Piles in an order that was not recorded: what the log shows of it."""

from __future__ import annotations

from innolog.log import NOBODY, At, DogmaStarted, Observation, Place, Transfer
from innolog.replay.poor.piles import tops_shown

HERE = At(1, 0, 0)
#: A pile of blue cards, other blue cards, and one of another color.
PILE, OTHERS, RED = (0, 1, 2, 3), frozenset({40, 41}), 60


def move(card: int | None, start: Place, end: Place, owner: int = 0, *, bottom: bool | None = None) -> Transfer:
    at_board = Place.BOARD
    return Transfer(
        HERE,
        card,
        0,
        1,
        False,
        owner if start is at_board else NOBODY,
        start,
        None,
        owner if end is at_board else NOBODY,
        end,
        None,
        bottom,
    )


def activated(card: int) -> DogmaStarted:
    return DogmaStarted(HERE, 0, card, 1, False)


def tops(*told: Observation) -> list[int]:
    return tops_shown(told, PILE, 0, OTHERS)


def test_what_is_activated_or_leaves_lies_on_top() -> None:
    assert tops(activated(2), move(2, Place.BOARD, Place.DECK), move(0, Place.BOARD, Place.SCORE)) == [2, 0]
    assert tops(activated(RED), move(None, Place.HAND, Place.DECK)) == []


def test_what_is_covered_shows_nothing_until_it_is_open_again() -> None:
    covered = move(40, Place.HAND, Place.BOARD, bottom=False)
    assert tops(covered, move(3, Place.BOARD, Place.SCORE)) == []
    assert tops(covered, move(40, Place.BOARD, Place.SCORE), activated(1)) == [1]
    # What is tucked, or may be, lies on another board or has another color covers nothing.
    assert tops(move(40, Place.HAND, Place.BOARD, bottom=True), activated(1)) == [1]
    assert tops(move(40, Place.HAND, Place.BOARD), activated(1)) == [1]
    assert tops(move(40, Place.HAND, Place.BOARD, 1, bottom=False), activated(1)) == [1]
    assert tops(move(RED, Place.HAND, Place.BOARD, bottom=False), activated(1)) == [1]
    # A card of the pile that came back does.
    back = move(2, Place.HAND, Place.BOARD, bottom=False)
    assert tops(move(2, Place.BOARD, Place.HAND), back, activated(1)) == [2]


def test_what_leaves_from_below_ends_what_is_known() -> None:
    assert tops(activated(2), move(0, Place.BOARD, Place.SCORE), activated(1)) == [2]
