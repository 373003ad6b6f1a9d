"""Echoes of the Past, age 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    HISTORY,
    LEAF,
    LIGHTBULB,
    PURPLE,
    RED,
    SCORE,
    UP,
    Keyword,
    demand,
    dogma,
    echo,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@echo("Photography", LIGHTBULB)
def photography_echo(game: Game, me: Player) -> None:
    game.meld_one(me, me.forecast)


@demand("Photography", LIGHTBULB)
def photography(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.highest_tops(you.tops()), you, HAND)


@dogma("Photography", LIGHTBULB)
def photography_2(game: Game, me: Player) -> None:
    if any(len(me.echoes(color)) >= 3 for color in COLORS):
        game.claim(me, HISTORY)


@dogma("Typewriter", CROWN)
def typewriter(game: Game, me: Player) -> None:
    colors = game.number_of_colors(game.return_all_proven(me, me.hand))
    for more in range(1 + colors):
        game.draw(me, game.printed(6) + more)


@echo("Machine Gun", FACTORY)
def machine_gun_echo(game: Game, me: Player) -> None:
    if len(me.tops()) == 5:
        game.draw_and_score(me, game.printed(7))


@demand("Machine Gun", FACTORY)
def machine_gun(game: Game, me: Player, you: Player) -> None:
    with_bonus = [card for card in you.tops() if game.table.top_bonuses[card]]
    if game.transfer_all(you, with_bonus, me, SCORE):
        game.draw(you, game.printed(7))


@dogma("Machine Gun", FACTORY)
def machine_gun_2(game: Game, me: Player) -> None:
    game.return_all(me, game.other_than(me.tops(), RED))


@echo("Rubber", FACTORY)
def rubber_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(8))
    game.draw_and_tuck(me, game.printed(8))


@dogma("Rubber", FACTORY)
def rubber(game: Game, me: Player) -> None:
    game.score_one(me, [card for card in me.tops() if not game.table.top_bonuses[card]])


@dogma("Rubber", FACTORY)
def rubber_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], UP)


@echo("Jeans", LEAF)
def jeans_echo(game: Game, me: Player) -> None:
    drawn = [game.draw(me, game.printed(9)), game.draw(me, game.printed(9))]
    _, others = game.one_of(me, drawn, Keyword.RETURN)
    for card in others:
        game.foreshadow(me, card)


@dogma("Jeans", LEAF)
def jeans(game: Game, me: Player) -> None:
    values = list(range(1, game.printed(7)))
    first = game.choose_value(me, values)
    values.remove(first)
    second = game.choose_value(me, values)
    drawn = [game.draw_and_reveal(me, first), game.draw_and_reveal(me, second)]
    _, others = game.one_of(me, game.still_shown(me, drawn), Keyword.MELD)
    for card in game.still_shown(me, others):
        game.return_(card)


@dogma("Telegraph", CLOCK)
def telegraph(game: Game, me: Player) -> None:
    them = game.choose_player(me, game.opponents(me), may=True)
    if them is not None:
        color = game.choose_color(me, COLORS, may=True)
        if color is not None:
            game.notes["stored"] = color
        elif game.rules.holds("declining_repeats_the_last_answer"):
            color = game.notes.get("stored")
        if color is not None:
            game.splay(me, color, them.splays[color])


@dogma("Telegraph", CLOCK)
def telegraph_2(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], UP)


@echo("Elevator", CLOCK)
def elevator_echo(game: Game, me: Player) -> None:
    ends = (me.top(GREEN), me.bottom(GREEN))
    game.score_one(me, list(dict.fromkeys(card for card in ends if card is not None)))


@dogma("Elevator", CLOCK)
def elevator(game: Game, me: Player) -> None:
    values = sorted({game.value(card) for card in me.score_pile})
    if not values:
        return
    value = game.choose_value(me, values)
    zone = game.choose_zone(me, (HAND, SCORE))
    piles = [them.hand if zone is HAND else them.score_pile for them in game.others(me)]
    game.transfer_all(me, [card for pile in piles for card in pile if game.value(card) == value], me, SCORE)


@dogma("Fertilizer", LEAF)
def fertilizer(game: Game, me: Player) -> None:
    returned = game.may_return(me, me.hand)
    if returned is not None:
        scored = [card for player in game.everyone for card in player.score_pile]
        game.transfer_all(me, [card for card in scored if game.value(card) == game.value(returned)], me, HAND)


@dogma("Fertilizer", LEAF)
def fertilizer_2(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.value_to_draw(me))


@echo("Ice Cream", LEAF)
def ice_cream_echo(game: Game, me: Player) -> None:
    tops = game.other_than(me.tops(), PURPLE)
    game.score_one(me, [card for card in tops if not game.table.top_bonuses[card]])


@demand("Ice Cream", LEAF)
def ice_cream(game: Game, me: Player, you: Player) -> None:
    game.draw_and_meld(you, game.printed(1))


@dogma("Ice Cream", LEAF)
def ice_cream_2(game: Game, me: Player) -> None:
    game.may_add_bottom_to_available(
        me, game.choose_value(me, (game.printed(6), game.printed(7), game.printed(8), game.printed(9)))
    )


@dogma("Saxophone", CROWN)
def saxophone(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], UP)


@dogma("Saxophone", CROWN)
def saxophone_2(game: Game, me: Player) -> None:
    notes = [
        card
        for player in game.everyone
        for pile in player.piles
        for card in pile
        if "hex-note" in game.table.slots[card] and player.shows_image(card)
    ]
    if len(notes) == 4:
        game.win(me)
    for _ in notes:
        game.draw(me, game.printed(7))
