"""Artifacts of History, age 5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    LEAF,
    LIGHTBULB,
    RED,
    RIGHT,
    YELLOW,
    card_named,
    compel,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


GUJIN_TUSHU_JINSHENG = card_named("Gujin Tushu Jinsheng")
THE_DAILY_COURANT = card_named("The Daily Courant")


@dogma("Boerhavve Silver Microscope", LIGHTBULB)
def boerhavve_silver_microscope(game: Game, me: Player) -> None:
    held = game.value(game.return_one(me, game.lowest(me.hand)))
    values = {card: game.value(card) for card in game.lowest_tops(me.tops())}
    returned = game.return_one(me, list(values))
    game.draw_and_score(me, held + (0 if returned is None else values[returned]))


@dogma("Principia", LIGHTBULB)
def principia(game: Game, me: Player) -> None:
    values = {card: game.value(card) for card in game.other_than(me.tops(), BLUE)}
    for value in sorted(values[card] for card in game.return_all(me, list(values))):
        game.draw_and_meld(me, value + 1)


@compel("Bill of Rights", LIGHTBULB)
def bill_of_rights(game: Game, me: Player, you: Player) -> None:
    color = game.choose_color(you, [color for color in COLORS if you.visible(color) > me.visible(color)])
    if color is not None:
        for card in list(you.piles[color]):
            game.transfer(card, me, BOARD)


@dogma("Ship of the Line Sussex", FACTORY)
def ship_of_the_line_sussex(game: Game, me: Player) -> None:
    if me.score_pile:
        game.return_all(me, me.score_pile)
        return
    color = game.choose_color(me, COLORS)
    assert color is not None
    game.score_all(me, me.piles[color])


@dogma("Barque-Longue La Belle", FACTORY)
def barque_longue_la_belle(game: Game, me: Player) -> None:
    color: int | None = None
    while color != GREEN:
        game.draw_and_meld(me, game.printed(5))
        color = game.color_of(game.drawn)


@dogma("Hudson's Bay Company Archives", CROWN)
def hudsons_bay_company_archives(game: Game, me: Player) -> None:
    game.score_all(me, me.bottoms())
    card = game.meld_one(me, me.score_pile)
    if card is not None:
        game.splay(me, game.color[card], RIGHT)


@dogma("Gujin Tushu Jinsheng", LIGHTBULB)
def gujin_tushu_jinsheng(game: Game, me: Player) -> None:
    if game.place[GUJIN_TUSHU_JINSHENG] != (me.index, BOARD):
        return
    if game.rules.holds("gujin_must_be_on_top") and me.top(YELLOW) != GUJIN_TUSHU_JINSHENG:
        return
    card = game.choose_card(me, [top for player in game.others(me) for top in player.tops()])
    if card is not None:
        game.execute_as_if(me, card)


@dogma("The Daily Courant", FACTORY)
def the_daily_courant(game: Game, me: Player) -> None:
    game.place_on_top(game.draw(me, game.value_to_draw(me)))
    barred = game.this_card(THE_DAILY_COURANT)
    card = game.choose_card(me, [top for top in me.tops() if top != barred], may=game.rules.holds("may_skip_courant"))
    if card is not None:
        game.execute_as_if(me, card)


@dogma("Sandham Room Cricket Bat", LEAF)
def sandham_room_cricket_bat(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(6))
    game.keep(me, card)
    if game.color[card] == RED:
        game.claim_standard(me)


@dogma("Almira, Queen of the Castle", CROWN)
def almira_queen_of_the_castle(game: Game, me: Player) -> None:
    card = game.meld_one(me, me.hand)
    if card is not None:
        game.claim_standard(me, values=[game.value(card)])
