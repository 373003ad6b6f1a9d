"""Transposition tables of the search: the games from which every continuation was tried and failed.

Many explanations of an action lead to the same game, because their choices make no difference. Others lead to games
that differ only in assumptions about hidden cards that matter no more. A :class:`Failures` keeps the games from which
all continuations failed. With each it keeps the backs of the hidden cards that were asked about on the way
(:attr:`~innolog.engine.nature.Nature.asked`). A failure cannot depend on assumptions about other cards (a nogood, in
the terms of constraint programming).

There are two of them. A :class:`Path` has the games between two actions. A :class:`Memory` has those within one action,
at the beginning of a player's effect: there the game contains all that is left of earlier effects.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.comparing.matching import Mismatch
from innolog.engine.actions import Action
from innolog.engine.events import EffectStarted
from innolog.engine.game import Game, Saved

#: The number of returns after which every place is remembered (within one action: returns in that action). Most honest
#: games need none, and a place costs a copy of the table.
PATIENCE = 12


class BeenThere(Mismatch):
    """All continuations from here were tried before."""

    def __init__(self) -> None:
        super().__init__("record.choice", "", "")


class Spot(NamedTuple):
    """A game that the search has reached.

    ``state`` is the game without the assumptions about hidden cards, which ``assumed`` has by their backs. ``since`` is
    the time at which the search reached it.
    """

    state: tuple[Any, ...]
    assumed: dict[int, dict[int, frozenset[int]]]
    since: int


class Failures:
    """Places from which all continuations failed, by the cursor."""

    def __init__(self) -> None:
        #: For each cursor the states, with the assumptions on which the failure can depend.
        self._failed: dict[int, list[tuple[tuple[Any, ...], dict[int, dict[int, frozenset[int]]]]]] = {}

    def place(self, game: Game, saved: Saved, more: tuple[Any, ...] = ()) -> Spot:
        """The place of a game. ``more`` are parts of it that ``saved`` does not have."""
        nature = game.nature
        return Spot((saved._replace(domains={}, assumptions=0), *more), nature.by_back(), nature.tick())

    def add(self, game: Game, cursor: int, place: Spot) -> None:
        """Note that every continuation from a place has failed."""
        asked = [back for back, when in game.nature.asked.items() if when >= place.since]
        known = {back: place.assumed.get(back, {}) for back in asked}
        self._failed.setdefault(cursor, []).append((place.state, known))

    def has(self, game: Game, cursor: int, place: Spot) -> bool:
        """Whether every continuation from a place fails, because it failed before."""
        for state, known in self._failed.get(cursor, ()):
            if state == place.state and all(place.assumed.get(back, {}) == faces for back, faces in known.items()):
                # The way that led here depends on the same assumptions.
                nature = game.nature
                nature.asked.update(dict.fromkeys(known, nature.clock))
                return True
        return False


class Path:
    """The games after the actions explained so far, and those from which everything failed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._failures = Failures()
        #: The number of actions, the cursor, and the place.
        self._places: list[tuple[int, int, Spot]] = []

    def leads_on(self, saved: Saved, actions: int, cursor: int) -> bool:
        """Note the arrival at a game after ``actions`` actions. False if every continuation was tried and failed."""
        place = self._failures.place(self._game, saved)
        if self._failures.has(self._game, cursor, place):
            return False
        self._places.append((actions, cursor, place))
        return True

    def back_to(self, actions: int) -> None:
        """The search returns to the game after ``actions`` actions: everything after it failed."""
        while self._places and self._places[-1][0] > actions:
            _, cursor, place = self._places.pop()
            self._failures.add(self._game, cursor, place)


class Memory:
    """The places of one action between two effects.

    Call ``visit`` when a player's effect begins that is not nested in another. Call ``leave`` when the search has
    turned to the next answer of a choice, before it tries the action again.
    """

    def __init__(self) -> None:
        #: The number of times that the action was tried again.
        self._returns = 0
        #: The places on the current way: the number of choices before each, the cursor, and the place.
        self._path: list[tuple[int, int, Spot]] = []
        #: The places of the previous way to which the same choices lead again.
        self._again: list[tuple[int, int, Spot]] = []
        self._failures = Failures()

    def visit(self, game: Game, action: Action | None, event: EffectStarted, cursor: int, step: int) -> None:
        """Note the arrival at a place after ``step`` choices.

        Raises :class:`BeenThere` if every continuation was tried.
        """
        if self._returns < PATIENCE:
            return
        number = len(self._path)
        if number < len(self._again):
            self._path.append(self._again[number])
            return
        more = (number, action, event, game.icon_counts, game.changed, game.shared, dict(game.notes), dict(game.kept))
        place = self._failures.place(game, game.save(), more)
        if self._failures.has(game, cursor, place):
            raise BeenThere
        self._path.append((step, cursor, place))

    def leave(self, game: Game, choices: int) -> None:
        """Note that the last of ``choices`` gets another answer, so every continuation after it was tried."""
        self._returns += 1
        for step, cursor, place in self._path:
            if step >= choices:
                self._failures.add(game, cursor, place)
        self._again = [passed for passed in self._path if passed[0] < choices]
        self._path = []
