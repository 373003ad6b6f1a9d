"""The two seams at which expansions change the rules: base classes for what is put in there.

At the first, an operation is about to be performed. An :class:`Interceptor` sees it and may replace it. At the second,
the position is asked something. A :class:`Modifier` sees the answer and may give another, and changes nothing else.
A game has tuples of both, which are empty where no expansion in play brings any
(:meth:`~innolog.engine.expansions.Expansion.interceptors`).

This module is not compiled, so that anybody may derive from its classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.operations import Operation
    from innolog.engine.state import Player


class Interceptor:
    """Sees every operation before it is performed."""

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        """What is to be performed: the operation itself, another one, or None for nothing more.

        What an interceptor performs itself, before the operation or instead of it, no interceptor sees.
        """
        return operation


class Modifier:
    """Sees every answer about a position; the base class changes none.

    Several modifiers see each other's answers, in their order. None of them may change the game.
    """

    def icons_of(self, player: Player, color: int, counts: tuple[int, ...]) -> tuple[int, ...]:
        """The icons (hex, crown ... clock) that a pile of a player shows."""
        return counts

    def icons(self, player: Player, counts: tuple[int, ...]) -> tuple[int, ...]:
        """The icons that a player shows, of all piles together."""
        return counts

    def score(self, player: Player, points: int) -> int:
        """The points of a player."""
        return points

    def highest_top(self, player: Player, value: int) -> int:
        """The value of the highest top card of a player."""
        return value

    def is_eligible(self, player: Player, value: int, answer: bool) -> bool:
        """Whether a player may claim a standard achievement of a value."""
        return answer

    def achievements(self, player: Player, number: int) -> int:
        """How many achievements a player has towards victory, those of team-mates not counted."""
        return number

    def actions(self, player: Player, number: int) -> int:
        """How many actions a player's turn has."""
        return number

    def activatable(self, player: Player, cards: Sequence[int]) -> Sequence[int]:
        """The cards that a player can activate."""
        return cards
