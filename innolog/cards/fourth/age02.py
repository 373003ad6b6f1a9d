"""Fourth edition, base set, age 2: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import BOARD, CASTLE, CROWN, GREEN, HAND, LEAF, RED, SCORE, card_named, dogma, of_color

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

FERMENTING = card_named("Fermenting")


@dogma("Road Building", CASTLE, "fourth")
def road_building(game: Game, me: Player) -> None:
    if len(game.meld_one_or_two(me, me.hand)) < 2:
        return
    red = me.top(RED)
    if red is None:
        return
    them = game.choose_player(me, game.others(me), may=True)
    if them is None:
        return
    game.transfer(red, them, BOARD)
    green = them.top(GREEN)
    if green is None:
        return
    if game.rules.holds("road_building_melds"):
        game.meld(me, green)
    else:
        game.transfer(green, me, BOARD)


@dogma("Canal Building", CROWN, "fourth")
def canal_building(game: Game, me: Player) -> None:
    exchanges = game.may_choose_either(me)
    if exchanges:
        scored, held = game.highest(me.score_pile), game.highest(me.hand)
        game.exchange(scored, (me, HAND), held, (me, SCORE))
    elif exchanges is not None:
        game.junk_deck(3)


@dogma("Fermenting", LEAF, "fourth")
def fermenting(game: Game, me: Player) -> None:
    for _ in game.colors_with(me, LEAF):
        game.draw(me, game.printed(2))


@dogma("Fermenting", LEAF, "fourth")
def fermenting_2(game: Game, me: Player) -> None:
    if game.may_tuck(me, me.hand, where=of_color(GREEN)) is None:
        game.junk_deck(2)
        if FERMENTING in game.all_tops():
            game.junk(FERMENTING)
