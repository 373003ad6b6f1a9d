"""What expansions add to the base rules, as hooks that the engine calls at fixed places."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from innolog.cards.facts import Direction
from innolog.engine.operations import MeldAction, Operation, Splay
from innolog.engine.state import Player
from innolog.engine.zones import Keyword

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.seams import Interceptor, Modifier


class Expansion:
    """The hooks. In the base class they do nothing.

    :meth:`after_change` and :meth:`after_move` are called only for expansions that watch the boards
    (:meth:`~innolog.engine.consequences.Consequences._follow`).
    """

    watches_boards: ClassVar[bool] = False
    #: The kinds of operations around which the expansion acts (:meth:`after`, :meth:`before_elimination`).
    reacts_to: ClassVar[tuple[type[Operation], ...]] = ()

    def interceptors(self) -> tuple[Interceptor, ...]:
        """The interceptors that the expansion adds: they may replace operations before these are performed."""
        return ()

    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that the expansion adds: they may change answers about a position."""
        return ()

    def after(self, game: Game, operation: Operation) -> None:
        """An operation of a kind in :attr:`reacts_to` was performed, with all its consequences."""
        if isinstance(operation, MeldAction):
            self.after_meld_action(game, operation.actor, operation.card, operation.covered)
        elif isinstance(operation, Splay) and operation.direction != Direction.NONE:
            self.after_splay(game, operation.actor)

    def before_elimination(self, game: Game, player: Player) -> None:
        """All cards of a player are about to leave the game. Called if :attr:`reacts_to` has ``Eliminate``."""

    def begin(self, game: Game) -> None:
        """A position was set up (:func:`~innolog.engine.position.build`): count what lies on it."""

    def after_change(self, game: Game) -> bool:
        """A board has changed. Returns whether anybody now has, or for a moment had, enough achievements to win."""
        return False

    def after_claims(self, game: Game) -> None:
        """Special achievements were claimed after a board had changed. Called only if a site loses icons then."""

    def after_move(self, game: Game, player: Player, card: int, keyword: Keyword) -> bool:
        """A card has arrived in a zone of a player. Returns whether anybody gained an achievement."""
        return False

    def after_splay(self, game: Game, player: Player) -> None:
        """``player`` has splayed a pile in a new direction."""

    def after_meld_action(self, game: Game, player: Player, card: int, covered: int | None) -> None:
        """A Meld action has put ``card`` on the board, on top of ``covered`` (None for a new color)."""
