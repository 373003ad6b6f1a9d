"""The two places at which expansions change the rules: base classes for interceptors and modifiers.

An :class:`Interceptor` sees an operation before it is performed, and may replace it. A :class:`Modifier` sees the
answer to a question about the position, and may give another answer. A game has a tuple of each. Both are empty if no
expansion in play has any (:meth:`~innolog.engine.expansions.Expansion.interceptors`).

This module is not compiled, so that plain Python classes may derive from its classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.operations import Operation
    from innolog.engine.state import Player


class Interceptor:
    """Sees every operation before it is performed."""

    def intercept(self, game: Game, operation: Operation) -> Operation | None:
        """The operation to perform: the same, another one, or None for none.

        The interceptor may perform operations itself, before this one or instead of it. No interceptor sees those.
        """
        return operation

    def meets(self, game: Game, operation: Operation) -> bool:
        """Whether :meth:`intercept` would act on an operation."""
        return False


class Modifier:
    """Sees answers to questions about a position. The base class changes none of them.

    Each modifier gets the answer of the one before it. None of them may change the game.
    """

    def of(self, player: Player) -> Modifier | None:
        """The modifier of answers about a player with these top cards. None if it changes none of them."""
        return self

    def icons_of(self, player: Player, color: int, counts: tuple[int, ...]) -> tuple[int, ...]:
        """The icons (hex, crown ... clock) that a pile of a player shows."""
        return counts

    def icons(self, player: Player, counts: tuple[int, ...]) -> tuple[int, ...]:
        """The icons that a player shows, of all piles together. What :meth:`icons_of` adds is not in ``counts`` yet."""
        return counts

    def bonuses(self, player: Player, values: list[int]) -> list[int]:
        """The bonuses that a player shows; a changed answer must be a new list."""
        return values

    def score(self, player: Player, points: int) -> int:
        """The points of a player."""
        return points

    def hand(self, player: Player, cards: list[int]) -> list[int]:
        """The cards that count as being in a player's hand; a changed answer must be a new list."""
        return cards

    def score_pile(self, player: Player, cards: list[int]) -> list[int]:
        """The cards that count as being in a player's score pile; a changed answer must be a new list."""
        return cards

    def echoes(self, player: Player, color: int, cards: list[int]) -> list[int]:
        """The visible echo effects of a color, bottom to top: a card for its own, ``-1 - card`` for its image."""
        return cards

    def inspires(self, player: Player, color: int, cards: list[int]) -> list[int]:
        """The cards whose inspire effects are visible and count for a color, bottom to top."""
        return cards

    def means(self, player: Player, value: int, points: int, highest: int) -> tuple[int, int]:
        """The points and the value of the highest top card that count for an achievement of a value."""
        return points, highest

    def available(self, player: Player, cards: list[int]) -> list[int]:
        """The standard achievements that are available to a player; a changed answer must be a new list."""
        return cards

    def meets(self, player: Player, achievement: int, answer: bool) -> bool:
        """Whether a player meets the condition of a special achievement."""
        return answer

    def achievements(self, player: Player, number: int) -> int:
        """The number of a player's achievements that count towards victory, without those of team-mates."""
        return number

    def action_values(self, player: Player, values: list[int]) -> list[int]:
        """The value that the top card of each color has for a Draw or Inspire action, 0 without a card."""
        return values

    def naming(self, game: Game) -> Callable[[int], int] | None:
        """How the values change that the text of the effect names that begins; None: they do not."""
        return None

    def activatable(self, player: Player, cards: Sequence[int]) -> Sequence[int]:
        """The cards that a player can activate."""
        return cards
