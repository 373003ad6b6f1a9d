"""One face for each card of a story, found from the end to the deal.

The facts known at the end are followed backwards. If the search made cards indistinguishable, a bipartite matching
finds which of them each was before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.reconstruction.stories import Card, Exchange, Forgetting, Step, Unsettled


class Options:
    """Possibilities that are taken one after the other, the last one first.

    ``chance`` shuffles cards that are alike, if their usual order fails.
    """

    def __init__(self, chance: Random | None) -> None:
        self.chance = chance
        self._taken: list[tuple[int, int]] = []
        self._next = 0

    def take(self, number: int) -> int:
        """The index of the possibility taken, out of a ``number``."""
        if number < 2:
            return 0
        if self._next == len(self._taken):
            self._taken.append((0, number))
        self._next += 1
        return self._taken[self._next - 1][0]

    @property
    def number(self) -> int:
        """The number of possibilities taken so far."""
        return self._next

    def advance(self) -> bool:
        """Turn to the next combination of possibilities. Returns whether there is one."""
        self._next = 0
        while self._taken:
            chosen, number = self._taken.pop()
            if chosen + 1 < number:
                self._taken.append((chosen + 1, number))
                return True
        return False


def look_back(steps: list[Step], options: Options) -> dict[int, Card]:
    """Give each card of a story the face that it shows anywhere, from the end to the start; the cards as dealt."""
    cards = {card: Card(card if card < UNKNOWN_BASE else None) for card in steps[-1].reached.saved.state.place}
    for step in reversed(steps):
        if step.same:
            cards = {card: cards[same] for card, same in step.same.items()}
        step.late = {}
        for card, place in step.way.saved.state.place.items():
            if card >= UNKNOWN_BASE:
                cards[card].trail = hash((cards[card].trail, place))
        # At the same time, cards were exchanged before they were mixed.
        changes: list[Exchange | Forgetting] = [*step.exchanged, *step.interchangeable]
        changes.sort(key=lambda change: change.since)
        for change in reversed(changes):
            if isinstance(change, Exchange):
                as_then = {card: cards[card] for card in change[:2]}
                cards[change.one], cards[change.other] = cards[change.other], cards[change.one]
            else:
                as_then = {old: cards[new] for old, new in zip(change.before, change.after, strict=True)}
                _remember(change, cards, options)
            for card, late in as_then.items():
                if cards[card] is not late:
                    step.late.setdefault(card, []).append((change.since, late))
        for card, faces in step.domains.items():
            if card in cards:
                (step.late[card][0][1] if card in step.late else cards[card]).limit(faces)
        step.cards = dict(cards)
        for lesson in reversed(step.lessons):
            if isinstance(lesson, Forgetting):
                _remember(lesson, cards, options)
            else:
                hidden, face = lesson
                cards[hidden] = cards.pop(face)
    return cards


def _remember(forgetting: Forgetting, cards: dict[int, Card], options: Options) -> None:
    """Undo a forgetting: find for each card which of the present cards it is."""
    before = forgetting.before
    known = {card for card in before if card < UNKNOWN_BASE}
    now = [cards.pop(card) for card in forgetting.after]

    def fits(number: int, other: int) -> bool:
        card, then, faces = before[number], now[other], forgetting.faces[number]
        if card < UNKNOWN_BASE:
            return then.could_be(card)
        if then.face is None:
            return faces is None or then.allowed is None or not faces.isdisjoint(then.allowed)
        if then.face in forgetting.among:
            return card in forgetting.among[then.face]
        if then.face in known or then.face in forgetting.elsewhere:
            return False
        return faces is None or then.face in faces

    # Known cards first: those that show later are the same card; for others there are several possibilities. A card in
    # the same place is preferred.
    shown = {then.face for then in now}
    numbers = sorted(range(len(now)), key=lambda number: (before[number] not in shown, before[number]))
    fixed: dict[int, int] = {}
    for number in numbers:
        others = sorted(range(len(now)), key=lambda other: (now[other].face != before[number], other != number))
        if options.chance and before[number] >= UNKNOWN_BASE:
            options.chance.shuffle(others)
        able: dict[Any, int] = {}
        for other in others:
            alike = (now[other].face, now[other].allowed, now[other].trail)
            if other not in fixed and alike not in able and fits(number, other):
                if _matched(numbers, fixed | {other: number}, fits):
                    able[alike] = other
                if before[number] >= UNKNOWN_BASE and able:
                    break
        if not able or any(then.face in known for then in cards.values()):
            raise Unsettled("no faces of the hidden cards fit everything that the log shows of them")
        found = list(able.values())
        fixed[found[options.take(len(found))]] = number
    for other, number in fixed.items():
        card, then, faces = before[number], now[other], forgetting.faces[number]
        cards[card] = then
        if card < UNKNOWN_BASE:
            then.face = card
        elif faces is not None:
            then.limit(faces)


def _matched(numbers: Sequence[int], fixed: dict[int, int], fits: Callable[[int, int], bool]) -> bool:
    """Whether all cards can be assigned to as many others, with some assigned already (a bipartite matching)."""
    taken = dict(fixed)
    found = set(fixed.values())

    def seat(number: int, tried: set[int]) -> bool:
        for other in numbers:
            if other not in tried and other not in fixed and fits(number, other):
                tried.add(other)
                if other not in taken or seat(taken[other], tried):
                    taken[other] = number
                    return True
        return False

    return all(seat(number, set()) for number in numbers if number not in found)
