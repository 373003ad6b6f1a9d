"""Parley: payments to and from distant players, in games of the fourth edition with four or more players.

Fourth edition, "Parley": neighbors sit directly to the left or right, all others are distant. The price is a card
returned from the hand: to activate a distant player's top card, to share the effects that a distant player activates,
to be immune to a distant player's demand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.registry import payment_under
from innolog.engine.events import Parley
from innolog.engine.state import Player

if TYPE_CHECKING:
    from innolog.engine.game import Game

#: What is paid for.
ACTIVATE, SHARE, AVOID = "activate", "share", "avoid"
#: The fewest players of whom one is distant from another.
_FEWEST = 4


def distant_players(game: Game, me: Player) -> frozenset[int]:
    """The seats of the opponents who are now distant from a player; players who have lost are skipped.

    Nobody is distant if fewer than four are left. The player may have lost in the action whose effects go on.
    """
    if not game.has_parley or len(game.everyone) < _FEWEST:
        return frozenset()
    ring = game.others(me)
    return frozenset(other.index for other in ring[1:-1] if not game.rules.same_side(me.index, other.index))


def distant_tops(game: Game, me: Player) -> list[int]:
    """The distant players' top cards that a player can pay to activate."""
    if not me.hand:
        return []
    return [card for seat in sorted(distant_players(game, me)) for card in game.players[seat].tops()]


def pay_to_activate(game: Game, me: Player) -> None:
    """Return a card for the distant player's top card that was just activated."""
    paid = game.return_one(me, me.hand)
    game.sink(Parley(me.index, ACTIVATE, paid))


def pays(game: Game, player: Player, what: str, card: int) -> bool:
    """Let a distant player return a card in order to share a card or to avoid its demand.

    Returns whether the player did. A site may let the activated card handle the payment.
    """
    handle = payment_under(card) if game.rules.doubtful_payments else None
    paid = game.may_return(player, player.hand) if handle is None else handle(game, player, what)
    game.sink(Parley(player.index, what, paid))
    return paid is not None
