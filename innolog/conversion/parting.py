"""Where two records of one game part: the first action in which they contradict each other."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from innolog.cards.facts import UNKNOWN_BASE, back_of, every_card
from innolog.engine.events import Event, Rearranged, TopsAndHandsRemoved, Transfer
from innolog.results.result import ActionRecord, Replay

#: Fields of events that hold cards.
_CARDS = ("card", "cards", "on", "paid")
#: Fields that depend on the identity of a hidden card among others with the same back.
_PLACES = ("from_position", "to_position")


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
        if (mine.player, mine.kind) != (other.player, other.kind) or not same.card(mine.card, other.card):
            return Parting(mine, other)
        for (event, _), (another, _) in zip(mine.events, other.events, strict=False):
            if not same.event(event, another):
                return Parting(mine, other, event, another)
        if len(mine.events) != len(other.events):
            shorter = min(len(mine.events), len(other.events))
            rest = [each.events[shorter][0] if len(each.events) > shorter else None for each in (mine, other)]
            return Parting(mine, other, *rest)
    return None


class _Same:
    """Compares two replays' records of one event."""

    def __init__(self, first: Replay, second: Replay) -> None:
        self._backs = (first.unknown_backs, second.unknown_backs)

    def event(self, mine: Event, other: Event) -> bool:
        if type(mine) is not type(other):
            return False
        for name in mine._fields:
            here, there = getattr(mine, name), getattr(other, name)
            if here == there:
                continue
            if name in _PLACES and isinstance(mine, Transfer):
                continue
            if name not in _CARDS:
                return False
            if isinstance(mine, Rearranged | TopsAndHandsRemoved):
                if len(here) != len(there) or not all(map(self.card, here, there)):
                    return False
            elif not self.card(here, there):
                return False
        return True

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
