"""What two records of one observation state together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.log import (
    ActionBegan,
    At,
    Check,
    Difference,
    EffectStarted,
    Ended,
    Named,
    Observation,
    Place,
    Rearranged,
    Revealed,
    Transfer,
)
from innolog.log.meaning import joined, swapped

AT = At(1, 1, 1)


def _claim(position: int | None, *, card: int = 1, place: Place = Place.ACHIEVEMENTS, owner: int = -1) -> Transfer:
    """A special achievement, flag or fountain that a player gets."""
    return Transfer(AT, card, None, None, False, owner, place, position, 0, Place.ACHIEVEMENTS, 3, color=1)


def _move(start: Place, end: Place, *, meld: bool = False, bottom: bool = False, to_position: int = 0) -> Transfer:
    return Transfer(AT, 5, 0, 1, False, 0, start, 0, 0, end, to_position, bottom, meld)


def _orders(*swaps: tuple[int, int]) -> Rearranged:
    return Rearranged(AT, 0, 2, swaps)


def _checked(*checks: Check) -> Transfer:
    return replace(_move(Place.HAND, Place.BOARD), checks=checks)


def _effect(kind: str, *, again: bool | None = None) -> EffectStarted:
    return EffectStarted(AT, 0, kind, 1, again)


def _shown(place: Place, *cards: int) -> Revealed:
    return Revealed(AT, 0, place, cards)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (_claim(14), _claim(4), _claim(14)),
        (_claim(3, place=Place.JUNK), _claim(4, place=Place.JUNK), _claim(3, place=Place.JUNK)),
        # Flags have other numbers, too.
        (_claim(1, card=1010, place=Place.FLAGS), _claim(0, card=1040, place=Place.FLAGS), None),
        (_move(Place.HAND, Place.REMOVED), _move(Place.HAND, Place.REMOVED, to_position=4), None),
        (_move(Place.DECK, Place.BOARD, meld=True), _move(Place.DECK, Place.BOARD), None),
        (_move(Place.HAND, Place.RELICS, bottom=True), _move(Place.HAND, Place.RELICS), None),
        # The swaps that reach further, because they can be outside of the pile.
        (_orders((2, 1), (0, 1)), _orders((1, -1), (3, -1)), None),
        (_orders((0, 1)), _orders((0, 1), (7, 1), (7, 1)), _orders((0, 1), (7, 1), (7, 1))),
        (_orders((0, 1)), Rearranged(AT, 0, 2, (), order=None), _orders((0, 1))),
        (Rearranged(AT, 0, 2, (), order=None), _orders((0, 1)), _orders((0, 1))),
        # What says more counts.
        (_effect("demand"), _effect("compel"), _effect("compel")),
        (_effect("compel"), _effect("demand", again=True), _effect("compel", again=True)),
        (ActionBegan(AT, 0, 1, None, (2, 1)), ActionBegan(AT, 0, 1, 3, (1, 2)), ActionBegan(AT, 0, 1, 3, (2, 1))),
        (_shown(Place.REVEALED, 1, 2), _shown(Place.SCORE, 2, 1), _shown(Place.SCORE, 1, 2)),
        (Named(AT, 0, colors=(1, 2)), Named(AT, 0, colors=(2, 1)), None),
        (Ended(AT, ""), Ended(AT, "score", winners=(1,)), Ended(AT, "score", winners=(1,))),
        (
            _checked(Check(0, 5), Check(1, icons=(1, 2, 3, 4, 5, 6))),
            _checked(Check(1, 7, (1, 2, 3, 4, 5, 6, 0)), Check(2, 8)),
            _checked(Check(0, 5), Check(1, 7, (1, 2, 3, 4, 5, 6, 0)), Check(2, 8)),
        ),
    ],
)
def test_records_that_state_the_same_in_different_ways(
    one: Observation, other: Observation, both: Observation | None
) -> None:
    """They contradicted each other, so that an export and its conversion by innolog were illegal together."""
    assert joined(one, other) == (both or one)


@pytest.mark.parametrize(
    ("one", "other", "field"),
    [
        # The traps: a standard achievement, a player's own place, a card beside a pile.
        (replace(_claim(1), age=1), replace(_claim(2), age=1), "from_position"),
        (_claim(1, owner=1), _claim(2, owner=1), "from_position"),
        (_claim(1), replace(_claim(1), to_position=4), "to_position"),
        (_claim(1), _claim(1, card=2), "card"),
        (_claim(1, place=Place.FLAGS), replace(_claim(1, place=Place.FLAGS), color=2), "color"),
        (_move(Place.HAND, Place.BOARD, meld=True), _move(Place.HAND, Place.BOARD), "meld"),
        (_move(Place.HAND, Place.DECK, bottom=True), _move(Place.HAND, Place.DECK), "bottom"),
        (_orders((0, 1)), _orders((1, 1)), "swaps"),
        (_effect("demand"), _effect("dogma"), "kind"),
        (_effect("compel"), _effect("dogma"), "kind"),
        (_shown(Place.HAND, 1), _shown(Place.SCORE, 1), "place"),
        (_checked(Check(0, 5), Check(1, 6)), _checked(Check(1, 7)), "checks"),
        (_checked(Check(1, icons=(1, 2))), _checked(Check(1, icons=(1, 3, 0))), "checks"),
    ],
)
def test_records_that_contradict_each_other(one: Observation, other: Observation, field: str) -> None:
    for mine, its in ((one, other), (other, one)):
        found = joined(mine, its)
        assert isinstance(found, Difference)
        assert found.field == field


def test_swaps_outside_of_a_pile_change_nothing() -> None:
    assert swapped((7, 8, 9, 5), ((2, 1), (0, 1), (3, 1), (-1, 1))) == (8, 7, 5, 9)
