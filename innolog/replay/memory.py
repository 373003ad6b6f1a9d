"""A transposition table of one action: where its search has been, so that it does not go there again.

An effect whose choices change nothing, shared by several players, has as many explanations as there are combinations
of their choices. They all meet again where the next player's effect begins: there nothing of the effects before is left
but the game. What was tried from such a place once need not be tried again from the same game at the same place.
"""

from __future__ import annotations

from typing import Any

from innolog.engine.actions import Action
from innolog.engine.events import EffectStarted
from innolog.engine.game import Game
from innolog.replay.matching import Mismatch

#: Returns within one action after which its places are remembered. Most honest actions take none at all, and a place
#: costs a copy of the table.
PATIENCE = 12


class BeenThere(Mismatch):
    """All continuations from here were tried before."""

    def __init__(self) -> None:
        super().__init__("record.choice", "", "")


class Memory:
    """The places of one action between two effects.

    ``visit`` is to be called where the effect of a player begins that is not nested in another, and ``leave`` when the
    search has turned to the next answer of a choice, before it tries the action again.
    """

    def __init__(self) -> None:
        #: How often the action was tried again.
        self._returns = 0
        #: The places on the way that was tried last: after how many choices, the cursor, and the rest.
        self._path: list[tuple[int, int, tuple[Any, ...]]] = []
        #: By the cursor, the places from which everything was tried.
        self._left: dict[int, list[tuple[Any, ...]]] = {}

    def visit(self, game: Game, action: Action | None, event: EffectStarted, cursor: int, step: int) -> None:
        """Come to a place after ``step`` choices. Raises :class:`BeenThere` if everything was tried from there."""
        if self._returns < PATIENCE:
            return
        place: tuple[Any, ...] = (len(self._path), action, event, game.icon_counts, game.changed, game.shared)
        place += (game.save(), dict(game.notes))
        if place in self._left.get(cursor, ()):
            raise BeenThere
        self._path.append((step, cursor, place))

    def leave(self, choices: int) -> None:
        """The last of ``choices`` gets another answer: what came after it was tried in full."""
        self._returns += 1
        for step, cursor, place in self._path:
            if step >= choices:
                self._left.setdefault(cursor, []).append(place)
        self._path.clear()
