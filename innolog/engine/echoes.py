"""Echoes of the Past: promotion after a Meld action.

The draw rule is in :mod:`~innolog.engine.performing`, bonuses in :mod:`~innolog.engine.state`, echo effects in
:mod:`~innolog.engine.dogma`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.engine.expansions import Expansion
from innolog.engine.operations import BY_TRIGGER, Activate, MeldAction
from innolog.engine.state import Player
from innolog.engine.zones import Keyword, Zone

if TYPE_CHECKING:
    from innolog.engine.game import Game


class Echoes(Expansion):
    """The rules of Deluxe rulebook, "Foreshadow" and "Promoting a card"."""

    reacts_to = (MeldAction,)

    def after_meld_action(self, game: Game, player: Player, card: int, covered: int | None) -> None:
        """Offer to promote one card from the forecast, and then a free Dogma action with it."""
        able = [other for other in player.forecast if game.value(other) <= game.chosen_value(card)]
        promoted = game.choose_card(player, able, Keyword.MELD, may=True, target=(player.index, Zone.BOARD))
        if promoted is None:
            return
        # A figure may have replaced the meld. The card was then not promoted.
        if game.meld(player, promoted) and game.can_be_activated(promoted) and game.agrees(player):
            game.act(Activate(player, BY_TRIGGER, promoted, False))
