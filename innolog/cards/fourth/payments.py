"""Payments of distant players that a site lets the activated card handle (see :mod:`innolog.cards.rulings`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import AVOID, NO_CARD, payment

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@payment("Oars")
def oars(game: Game, me: Player, what: str) -> int | None:
    paid = game.may_return(me, me.hand)
    if paid is not None and game.rules.holds("oars_counts_payments"):
        game.notes["transferred"] = True
    return paid


@payment("Agriculture")
def agriculture(game: Game, me: Player, what: str) -> int | None:
    paid = game.may_return(me, me.hand)
    if paid is not None and game.rules.holds("agriculture_scores_for_payment"):
        game.draw_and_score(me, game.value(paid) + 1)
    return paid


@payment("City States")
def city_states(game: Game, me: Player, what: str) -> int | None:
    paid = game.may_return(me, me.hand)
    if paid is not None and game.rules.holds("city_states_draws_for_payment"):
        game.draw(me, 1)
    return paid


@payment("Bicycle")
def bicycle(game: Game, me: Player, what: str) -> int | None:
    if not game.rules.holds("bicycle_refuses_payment"):
        return game.may_return(me, me.hand)
    if not game.agrees_to_pay(me):
        return None
    game.cannot_agree(me)
    return NO_CARD


@payment("Canal Building")
def canal_building(game: Game, me: Player, what: str) -> int | None:
    if not game.rules.holds("canal_building_junks_for_payment"):
        return game.may_return(me, me.hand)
    if not game.agrees_to_pay(me):
        return None
    game.junk_deck(3)
    return NO_CARD


@payment("Medicine", "Sanitation")
def exchanges(game: Game, me: Player, what: str) -> int | None:
    if what == AVOID and game.rules.holds("exchanges_spare_payments") and game.agrees_to_pay(me):
        return NO_CARD
    return game.may_return(me, me.hand)
