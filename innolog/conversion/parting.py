"""Where two records of one game part: the first action in which they contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from innolog.cards.facts import UNKNOWN_BASE, back_of, city_icon_owner, every_card, is_city_icon
from innolog.engine.events import (
    DeckJunked,
    Event,
    GameEnded,
    IconsCounted,
    Rearranged,
    Splay,
    TopsAndHandsRemoved,
    Transfer,
    Wiped,
)
from innolog.engine.zones import OF_A_PLAYER, Zone
from innolog.log import Fact, Seat
from innolog.results.result import ActionRecord, Replay

#: Where cards go that leave the game.
_OUT_OF_PLAY = frozenset({Zone.REMOVED, Zone.JUNK})
#: Fields of events that hold cards.
_CARDS = ("card", "cards", "on", "paid")
#: Fields that depend on the identity of a hidden card among others with the same back.
_PLACES = ("from_position", "to_position")
#: Fields that hold a seat, some of them, and one number for each.
_SEAT, _SEATS, _BY_SEAT = ("player", "owner", "from_owner", "to_owner", "by"), ("winners",), ("counts",)

#: What a record need not tell, so that its replay has one possibility.
_FACTS: dict[type, Fact] = {
    DeckJunked: Fact.CHOICES,
    IconsCounted: Fact.ICON_COUNTS,
    Rearranged: Fact.REARRANGEMENTS,
    Splay: Fact.SPLAYS,
}
#: Where cards lie face down.
_FACE_DOWN = frozenset({Zone.DECK, *[place.zone for place in OF_A_PLAYER if place.hidden]})


class Parting(NamedTuple):
    """Where two records part: the actions and their events (None: a record has none)."""

    first: ActionRecord | None
    second: ActionRecord | None
    first_event: Event | None = None
    second_event: Event | None = None


def parting(first: Replay, second: Replay) -> Parting | None:
    """The first action in which two replays of one game differ; None if they are compatible.

    A card that only one record shows is no difference if the other record's card has the same back. Actions in which
    one of the records leaves facts open are not compared. If one record ends earlier, they part there.
    """
    same = _Same(first, second)
    for mine, other in zip_longest(first.actions, second.actions):
        if mine is None or other is None:
            return Parting(mine, other)
        if mine.explanations > 1 or other.explanations > 1 or mine.guessed or other.guessed:
            continue
        if not same.action(mine, other):
            return Parting(mine, other)
        events, others = same.in_order(mine, other)
        for event, another in zip_longest(events, others):
            if event is None or another is None or not same.event(event, another):
                return Parting(mine, other, event, another)
    return None


def same_seats(first: Sequence[Seat], second: Sequence[Seat]) -> list[int] | None:
    """The seat in the first record of each seat in the second; None if the players are others.

    A record of another form may begin with another player. Then the names say who is who, and the ids if names differ.
    The viewer whom a text does not name is the only player who is left.
    """
    return _seats_by("name", first, second) or _seats_by("id", first, second)


def _seats_by(name: str, first: Sequence[Seat], second: Sequence[Seat]) -> list[int] | None:
    mine, its = ([None if seat.addressed else getattr(seat, name) for seat in seats] for seats in (first, second))
    found = [mine.index(who) if who is not None and who in mine else None for who in its]
    left = {*range(len(mine))} - {*found}
    if found.count(None) == 1 and len(left) == 1 and None in (its[found.index(None)], mine[min(left)]):
        found[found.index(None)] = left.pop()
    known = [seat for seat in found if seat is not None]
    return known if sorted(known) == [*range(len(mine))] and len(its) == len(mine) else None


class _Same:
    """Compares two replays' records of one event. Seats are those of the first record."""

    def __init__(self, first: Replay, second: Replay) -> None:
        self._backs = (first.unknown_backs, second.unknown_backs)
        not_recorded = {*first.not_recorded, *second.not_recorded}
        self._poor = bool(not_recorded)
        self._omitted = {kind for kind, fact in _FACTS.items() if fact in not_recorded}
        self._seats = same_seats(first.log.seats, second.log.seats) or list(range(len(second.log.seats)))

    def seat(self, other: int) -> int:
        """The seat in the first record of a seat in the second; places of nobody stay."""
        return self._seats[other] if 0 <= other < len(self._seats) else other

    def action(self, mine: ActionRecord, other: ActionRecord) -> bool:
        """True when both may be the same action, whatever happened in it. The opening is nobody's."""
        acts = mine.kind == "opening" or mine.player == self.seat(other.player)
        return mine.kind == other.kind and acts and self.card(mine.card, other.card)

    def in_order(self, mine: ActionRecord, other: ActionRecord) -> tuple[list[Event], list[Event]]:
        """The events of an action in both records. Everybody's first melds happen at once, and are put in one order.

        A poor record has the cards that leave the game at once in any order. They are left out: it is all there were.
        """
        events, others = (
            [event for event, _ in each.events if type(event) not in self._omitted] for each in (mine, other)
        )
        if self._poor and any(isinstance(event, Wiped) for event, _ in (*mine.events, *other.events)):
            events, others = ([event for event in each if not _takes_away(event)] for each in (events, others))
        if mine.kind == "opening":
            events.sort(key=lambda event: event.from_owner if isinstance(event, Transfer) else len(self._seats))
            others.sort(
                key=lambda event: self.seat(event.from_owner) if isinstance(event, Transfer) else len(self._seats)
            )
        return events, others

    def event(self, mine: Event, other: Event) -> bool:
        if type(mine) is not type(other):
            return False
        for name in mine._fields:
            here, there = getattr(mine, name), self._of_first(name, getattr(other, name))
            if here == there:
                continue
            if name in _PLACES and isinstance(mine, Transfer):
                continue
            if name == "by" and isinstance(mine, GameEnded) and mine.how == "achievements":
                # Of a team that wins, the member with the lowest seat in a record.
                continue
            if name not in _CARDS:
                return False
            if isinstance(mine, Rearranged | TopsAndHandsRemoved):
                if len(here) != len(there) or not all(map(self.card, here, there)):
                    return False
            elif not (
                self.card(here, there) or (self._face_down(mine) and self._back(here, 0) == self._back(there, 1))
            ):
                return False
        return True

    def _face_down(self, event: Event) -> bool:
        """True for a card that moves between hidden places, if a record need not tell which of several alike it is."""
        return (
            self._poor and isinstance(event, Transfer) and event.from_zone in _FACE_DOWN and event.to_zone in _FACE_DOWN
        )

    def _of_first(self, name: str, value: Any) -> Any:
        """The value of a field of an event, with the seats of the first record."""
        if name in _SEAT:
            return self.seat(value)
        if name in _SEATS:
            return tuple(sorted(map(self.seat, value)))
        if name in _BY_SEAT and len(value) == len(self._seats):
            return tuple(value[self._seats.index(seat)] for seat in range(len(value)))
        if name == "card" and value is not None and is_city_icon(value):
            owner = city_icon_owner(value)
            return value - owner + self.seat(owner)
        return value

    def card(self, mine: int | None, other: int | None) -> bool:
        """True when both may be the same card: the same, or at least one hidden and both with the same back."""
        if mine == other:
            return True
        if mine is None or other is None or max(mine, other) < UNKNOWN_BASE:
            return False
        return self._back(mine, 0) == self._back(other, 1)

    def _back(self, card: int, which: int) -> int | None:
        if card >= UNKNOWN_BASE:
            backs = self._backs[which]
            return backs[card - UNKNOWN_BASE] if card - UNKNOWN_BASE < len(backs) else None
        facts = every_card().get(card)
        return None if facts is None else back_of(int(facts.set), facts.age, facts.relic)


def _takes_away(event: Event) -> bool:
    """Whether a card leaves the game, or a pile its splay, as when all cards go."""
    return event.to_zone in _OUT_OF_PLAY if isinstance(event, Transfer) else isinstance(event, Splay) and event.lost
