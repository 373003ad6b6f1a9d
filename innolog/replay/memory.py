"""Transposition tables of the search: from where everything was tried and failed, so that it does not go there again.

Many explanations of an action lead to the same game: the choices in it change nothing. And many lead to games that
differ only in what is assumed about hidden cards, and nobody asks about those cards any more. A :class:`Failures` keeps
the games from which all continuations failed. With each it keeps the backs of the hidden cards that were asked about
on the way (:attr:`~innolog.engine.nature.Nature.asked`): a failure cannot depend on assumptions about others, so
that it is the same failure whatever those are (a nogood, in the terms of constraint programming).

There are two of them. A :class:`Path` has the games between two actions. A :class:`Memory` has those within one action,
where the effect of a player begins: there nothing of the effects before is left but the game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.comparing.matching import Mismatch
from innolog.engine.actions import Action
from innolog.engine.events import EffectStarted
from innolog.engine.game import Game, Saved

#: Returns after which every place is remembered (within one action: of that action). Most honest games take none at
#: all, and a place costs a copy of the table.
PATIENCE = 12


class BeenThere(Mismatch):
    """All continuations from here were tried before."""

    def __init__(self) -> None:
        super().__init__("record.choice", "", "")


class Place(NamedTuple):
    """A game that the search came to.

    ``state`` is all of it but the assumptions about hidden cards, which are in ``assumed`` by their backs; ``since`` is
    when the search came there.
    """

    state: tuple[Any, ...]
    assumed: dict[int, dict[int, frozenset[int]]]
    since: int


class Failures:
    """Places from which all continuations failed, by the cursor."""

    def __init__(self) -> None:
        #: For each cursor the states, with the assumptions on which the failure can depend.
        self._failed: dict[int, list[tuple[tuple[Any, ...], dict[int, dict[int, frozenset[int]]]]]] = {}

    def place(self, game: Game, saved: Saved, more: tuple[Any, ...] = ()) -> Place:
        """The place where a game is. ``more`` is what is part of it and not saved."""
        nature = game.nature
        return Place((saved._replace(domains={}, assumptions=0), *more), nature.by_back(), nature.tick())

    def add(self, game: Game, cursor: int, place: Place) -> None:
        """Everything from a place on was tried since the search came there."""
        asked = [back for back, when in game.nature.asked.items() if when >= place.since]
        known = {back: place.assumed.get(back, {}) for back in asked}
        self._failed.setdefault(cursor, []).append((place.state, known))

    def has(self, game: Game, cursor: int, place: Place) -> bool:
        """Whether everything from a place on fails, as it did before."""
        for state, known in self._failed.get(cursor, ()):
            if state == place.state and all(place.assumed.get(back, {}) == faces for back, faces in known.items()):
                # What led here depends on the same assumptions.
                nature = game.nature
                nature.asked.update(dict.fromkeys(known, nature.clock))
                return True
        return False


class Path:
    """The games after the actions explained so far, and those from which nothing led on."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._failures = Failures()
        #: After how many actions, the cursor, and the place.
        self._places: list[tuple[int, int, Place]] = []

    def leads_on(self, saved: Saved, actions: int, cursor: int) -> bool:
        """Come to a game after ``actions`` actions; False if everything from there was tried and failed."""
        place = self._failures.place(self._game, saved)
        if self._failures.has(self._game, cursor, place):
            return False
        self._places.append((actions, cursor, place))
        return True

    def back_to(self, actions: int) -> None:
        """The search returns to the game after ``actions`` actions: all later ones on the way led to nothing."""
        while self._places and self._places[-1][0] > actions:
            _, cursor, place = self._places.pop()
            self._failures.add(self._game, cursor, place)


class Memory:
    """The places of one action between two effects.

    ``visit`` is to be called where the effect of a player begins that is not nested in another, and ``leave`` when the
    search has turned to the next answer of a choice, before it tries the action again.
    """

    def __init__(self) -> None:
        #: How often the action was tried again.
        self._returns = 0
        #: The places on the way that is tried now: after how many choices, the cursor, and the rest.
        self._path: list[tuple[int, int, Place]] = []
        #: Those of the way tried before to which the same choices lead again.
        self._again: list[tuple[int, int, Place]] = []
        self._failures = Failures()

    def visit(self, game: Game, action: Action | None, event: EffectStarted, cursor: int, step: int) -> None:
        """Come to a place after ``step`` choices. Raises :class:`BeenThere` if everything was tried from there."""
        if self._returns < PATIENCE:
            return
        number = len(self._path)
        if number < len(self._again):
            self._path.append(self._again[number])
            return
        more = (number, action, event, game.icon_counts, game.changed, game.shared, dict(game.notes))
        place = self._failures.place(game, game.save(), more)
        if self._failures.has(game, cursor, place):
            raise BeenThere
        self._path.append((step, cursor, place))

    def leave(self, game: Game, choices: int) -> None:
        """The last of ``choices`` gets another answer: what came after it was tried in full."""
        self._returns += 1
        for step, cursor, place in self._path:
            if step >= choices:
                self._failures.add(game, cursor, place)
        self._again = [passed for passed in self._path if passed[0] < choices]
        self._path = []
