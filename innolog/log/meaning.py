"""What a record of an observation states, and what two records of one observation state together.

Some records state the same in different ways, and some of their fields prove nothing. A replay compares a record with
the engine by these rules, and a merge compares two records by the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from innolog.log import (
    ANYBODY,
    NOBODY,
    Check,
    Difference,
    EffectStarted,
    Observation,
    Place,
    Rearranged,
    Revealed,
    Transfer,
)

#: The kinds of effect that sites announce as another kind.
_ANNOUNCED_AS: Final = {"compel": "demand"}
#: Where flags and fountains lie that nobody has.
_CITY_ICONS: Final = frozenset({Place.FLAGS, Place.FOUNTAINS})
#: Where cards lie face up that nobody has: special achievements, flags and fountains.
_FACE_UP: Final = _CITY_ICONS | {Place.ACHIEVEMENTS, Place.JUNK}


def states_position(age: int | None, owner: int, place: Place) -> bool:
    """Whether the position of a card with an age (None for one without) at a place proves anything.

    Each site numbers the unclaimed special achievements, flags and fountains in its own way; they lie face up. Cards
    that left the game have no position.
    """
    return place is not Place.REMOVED and (age is not None or owner != NOBODY or place not in _FACE_UP)


def announces(told: str | None, kind: str) -> bool:
    """Whether an effect of a kind can be announced as that kind (None if not recorded)."""
    return told in (None, kind, _ANNOUNCED_AS.get(kind))


def swapped(pile: Sequence[int], swaps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """A pile after successive swaps of positions ``(p, p + delta)``. Swaps outside of the pile change nothing."""
    order = list(pile)
    for position, delta in swaps:
        other = position + delta
        if 0 <= position < len(order) and 0 <= other < len(order):
            order[position], order[other] = order[other], order[position]
    return tuple(order)


def drawn_first(lines: Sequence[Observation]) -> Transfer | None:
    """The first two of some lines as one, if they say that a card comes to a hand and goes on from there.

    Who writes down a game at a table can say so of a card that is drawn and goes on at once. None for other lines.
    """
    drawn, goes = (*lines[:2], None, None)[:2]
    if not isinstance(drawn, Transfer) or not isinstance(goes, Transfer) or drawn.from_place is not Place.DECK:
        return None
    same_card = drawn.card in (None, goes.card) and (drawn.age, drawn.card_set) == (goes.age, goes.card_set)
    hand = (drawn.to_owner, Place.HAND)
    if not same_card or (drawn.to_place, goes.from_place, goes.from_owner) != (Place.HAND, *reversed(hand)):
        return None
    return replace(goes, from_owner=drawn.from_owner, from_place=drawn.from_place, from_position=drawn.from_position)


class _Differ(Exception):
    """Two values of a field contradict each other."""


def joined(mine: Observation, other: Observation) -> Observation | Difference:
    """What two records of one observation state together, at the place of the first; or where they contradict."""
    if type(mine) is not type(other):
        return Difference(None, mine, other)
    both: dict[str, Any] = {}
    for field in fields(mine):
        name = field.name
        one, two = getattr(mine, name), getattr(other, name)
        if name == "at" or one == two:
            continue
        try:
            both[name] = _both(name, one, two, mine, other)
        except _Differ:
            return Difference(name, mine, other)
    return replace(mine, **both) if both else mine


def _both(name: str, one: Any, two: Any, mine: Any, other: Any) -> Any:
    """What two different values of a field state together."""
    if one is None or two is None:
        return two if one is None else one
    if name in _NOT_RECORDED and not (one and two):
        return one or two
    if name in _OWNERS and ANYBODY in (one, two) and NOBODY not in (one, two):
        return max(one, two)
    if isinstance(mine, Revealed) and name == "place" and Place.REVEALED in (one, two):
        # The other one says whether they are of the hand or of the score pile.
        return two if one is Place.REVEALED else one
    if name == "checks":
        return _checks(one, two)
    if name == "icons":
        return _counts(one, two)
    if name == "swaps":
        return _swaps(mine, other)
    if isinstance(mine, EffectStarted) and name == "kind" and (announces(one, two) or announces(two, one)):
        return two if announces(one, two) else one
    same = name in _UNORDERED and sorted(one) == sorted(two)
    # The site spells some names differently from the cards.
    same = same or (isinstance(one, str) and isinstance(two, str) and one.casefold() == two.casefold())
    if not same and not (isinstance(mine, Transfer) and _proves_nothing(name, mine, other)):
        raise _Differ
    return one


#: The fields of a card that moves of which a text may leave open which player it is, and the text of another seat not.
_OWNERS: Final = ("from_owner", "to_owner")
#: The fields that are empty if not recorded: only words say how a game ended and who won, and some records of a new
#: order have only swaps.
_NOT_RECORDED: Final = ("how", "winners", "order")
#: The fields with values in any order.
_UNORDERED: Final = ("claimable", "cards", "colors", "winners")


def _proves_nothing(name: str, mine: Transfer, other: Transfer) -> bool:
    """Whether a field of a card that moves is one that no replay compares."""
    age = other.age if mine.age is None else mine.age
    match name:
        case "card":
            # Each site numbers flags and fountains in its own way. The place and the color say which it is.
            return not _CITY_ICONS.isdisjoint((mine.from_place, mine.to_place))
        case "from_position":
            return not states_position(age, mine.from_owner, mine.from_place)
        case "to_position":
            return not states_position(age, mine.to_owner, mine.to_place)
        case "bottom":
            return not states_bottom(mine.to_place)
        case "meld":
            return not states_meld(mine.from_place)
    return False


def states_bottom(place: Place) -> bool:
    """Whether it proves anything that a card goes to the bottom of a place, or not. Relics do not lie in a pile."""
    return place is not Place.RELICS


def states_meld(place: Place) -> bool:
    """Whether it proves anything that a card from a place is said to be melded, or not.

    Some sites do not mark a card that is melded when it is drawn.
    """
    return place is not Place.DECK


def _swaps(mine: Rearranged, other: Rearranged) -> tuple[tuple[int, int], ...]:
    """The swaps of one of two records, if they lead to the same order: those that reach further along the pile."""
    further = max((mine.swaps, other.swaps), key=_reach)
    pile = range(_reach(further) + 1)
    # Of different forms, only one may have swaps.
    if mine.order == other.order and swapped(pile, mine.swaps) != swapped(pile, other.swaps):
        raise _Differ
    return further


def _reach(swaps: Sequence[tuple[int, int]]) -> int:
    """The highest position that swaps concern; a negative one is outside of every pile, too."""
    return max((max(abs(position), abs(position + delta)) for position, delta in swaps), default=-1)


def _checks(one: Sequence[Check], two: Sequence[Check]) -> tuple[Check, ...]:
    """All statements about players of both."""
    found = {check.player: check for check in one}
    for check in two:
        known = found.setdefault(check.player, check)
        values = {name: (getattr(known, name), getattr(check, name)) for name in Check.__match_args__}
        both = {name: _both(name, *each, known, check) for name, each in values.items() if each[0] != each[1]}
        found[check.player] = replace(known, **both) if both else known
    return tuple(found.values())


def _counts(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    """The longer of two lists of icon counts: one record may count more kinds of icons than another."""
    shorter, longer = sorted((one, two), key=len)
    if longer[: len(shorter)] != shorter:
        raise _Differ
    return longer
