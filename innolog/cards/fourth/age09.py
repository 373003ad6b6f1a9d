"""Fourth edition, base set, age 9: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.base import age09
from innolog.cards.words import CLOCK, HAND, LEAF, LIGHTBULB, PURPLE, UP, card_named, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

FISSION = card_named("Fission")


@dogma("Genetics", LIGHTBULB, "fourth")
def genetics(game: Game, me: Player) -> None:
    pile = me.piles[game.color[game.draw_and_meld(me, game.printed(11))]]
    game.score_all(me, pile[:-1])


@demand("Fission", CLOCK, "fourth")
def fission(game: Game, me: Player, you: Player) -> None:
    age09.fission(game, me, you)


@dogma("Fission", CLOCK, "fourth")
def fission_2(game: Game, me: Player) -> None:
    game.return_one(me, [card for card in game.all_tops() if card != FISSION])


@dogma("Fission", CLOCK, "fourth")
def fission_3(game: Game, me: Player) -> None:
    game.draw(me, game.printed(10))


@dogma("Satellites", CLOCK, "fourth")
def satellites(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    game.may_splay(me, [PURPLE], UP)


@dogma("Satellites", CLOCK, "fourth")
def satellites_2(game: Game, me: Player) -> None:
    for _ in range(3):
        game.draw(me, game.printed(8))


@dogma("Satellites", CLOCK, "fourth")
def satellites_3(game: Game, me: Player) -> None:
    card = game.meld_one(me, me.hand)
    if card is not None:
        game.execute_non_demand(me, card)


@dogma("Ecology", LIGHTBULB, "fourth")
def ecology(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is not None:
        game.score_one(me, me.hand)
        game.draw(me, game.printed(10))
        game.draw(me, game.printed(10))


@dogma("Ecology", LIGHTBULB, "fourth")
def ecology_2(game: Game, me: Player) -> None:
    game.may_junk_deck(me, 10)


@dogma("Suburbia", LEAF, "fourth")
def suburbia(game: Game, me: Player) -> None:
    for _ in game.tuck_up_to(me, me.hand, len(me.hand)):
        game.draw_and_score(me, game.printed(1))


@dogma("Suburbia", LEAF, "fourth")
def suburbia_2(game: Game, me: Player) -> None:
    game.may_junk_deck(me, 9)


@demand("Services", LEAF, "fourth")
def services(game: Game, me: Player, you: Player) -> None:
    if not you.score_pile:
        return
    value = game.choose_any_value(me)
    moved = game.transfer_all(you, game.of_value(you.score_pile, value), me, HAND)
    if moved or game.rules.holds("services_always_pays"):
        game.transfer_one(you, game.without_icon(me.tops(), LEAF), you, HAND)
