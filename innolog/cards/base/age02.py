"""Base set, age 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CASTLE,
    COLORS,
    CROWN,
    EMPIRE,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    RED,
    SCORE,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Calendar", LEAF)
def calendar(game: Game, me: Player) -> None:
    if len(me.score_pile) > len(me.hand):
        game.draw(me, game.printed(3))
        game.draw(me, game.printed(3))


@dogma("Mathematics", LIGHTBULB)
def mathematics(game: Game, me: Player) -> None:
    card = game.may_return(me, me.hand)
    if card is not None:
        game.draw_and_meld(me, game.value(card) + 1)


@demand("Construction", CASTLE)
def construction(game: Game, me: Player, you: Player) -> None:
    game.transfer_exactly(you, you.hand, 2, me, HAND)
    game.draw(you, game.printed(2))


@dogma("Construction", CASTLE)
def construction_2(game: Game, me: Player) -> None:
    rivals = game.others(me) if game.rules.holds("construction_includes_allies") else game.opponents(me)
    if len(me.tops()) == 5 and all(len(them.tops()) < 5 for them in rivals):
        game.claim(me, EMPIRE)


@dogma("Road Building", CASTLE)
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
    if green is not None:
        game.transfer(green, me, BOARD)


@dogma("Currency", CROWN)
def currency(game: Game, me: Player) -> None:
    for _ in range(game.values(game.return_up_to(me, me.hand, len(me.hand)))):
        game.draw_and_score(me, game.printed(2))


@demand("Mapmaking", CROWN)
def mapmaking(game: Game, me: Player, you: Player) -> None:
    ones = [card for card in you.score_pile if game.value(card) == game.printed(1)]
    if game.transfer_one(you, ones, me, SCORE) is not None:
        game.notes["transferred"] = True


@dogma("Mapmaking", CROWN)
def mapmaking_2(game: Game, me: Player) -> None:
    if "transferred" in game.notes:
        game.draw_and_score(me, game.printed(1))


@dogma("Canal Building", CROWN)
def canal_building(game: Game, me: Player) -> None:
    if (me.hand or me.score_pile or game.rules.holds("canal_building_asks_in_vain")) and game.agrees(me):
        scored, held = game.highest(me.score_pile), game.highest(me.hand)
        game.exchange(scored, (me, HAND), held, (me, SCORE))


@dogma("Fermenting", LEAF)
def fermenting(game: Game, me: Player) -> None:
    for _ in range(sum(me.icons_of(color)[LEAF] > 0 for color in COLORS)):
        game.draw(me, game.printed(2))


@dogma("Fermenting", LEAF, text="first")
def fermenting_first(game: Game, me: Player) -> None:
    for _ in range(me.count(LEAF) // 2):
        game.draw(me, game.printed(2))


@demand("Monotheism", CASTLE)
def monotheism(game: Game, me: Player, you: Player) -> None:
    different = [card for card in you.tops() if not me.piles[game.color[card]]]
    if game.transfer_one(you, different, me, SCORE) is not None:
        game.draw_and_tuck(you, game.printed(1))


@dogma("Monotheism", CASTLE)
def monotheism_2(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(1))


@dogma("Philosophy", LIGHTBULB)
def philosophy(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


@dogma("Philosophy", LIGHTBULB)
def philosophy_2(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)
