"""Base set, age 5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    COLORS,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    PURPLE,
    RED,
    RIGHT,
    SCORE,
    UNIVERSE,
    YELLOW,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Chemistry", FACTORY)
def chemistry(game: Game, me: Player) -> None:
    game.may_splay(me, [BLUE], RIGHT)


@dogma("Chemistry", FACTORY)
def chemistry_2(game: Game, me: Player) -> None:
    game.draw_and_score(me, me.highest_top() + 1)
    game.return_one(me, me.score_pile)


@dogma("Physics", LIGHTBULB)
def physics(game: Game, me: Player) -> None:
    drawn = [game.draw_and_reveal(me, game.printed(6)) for _ in range(3)]
    if len({game.color[card] for card in drawn}) < 3:
        game.return_all(me, game.hand_with(me, drawn))
    else:
        game.keep_all(me, drawn)


@dogma("Coal", FACTORY)
def coal(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(5))


@dogma("Coal", FACTORY)
def coal_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], RIGHT)


@dogma("Coal", FACTORY)
def coal_3(game: Game, me: Player) -> None:
    card = game.may_score(me, me.tops())
    if card is not None:
        beneath = me.top(game.color[card])
        if beneath is not None:
            game.score(me, beneath)


@demand("The Pirate Code", CROWN)
def the_pirate_code(game: Game, me: Player, you: Player) -> None:
    low = [card for card in you.score_pile if game.value(card) <= game.printed(4)]
    if game.transfer_exactly(you, low, 2, me, SCORE):
        game.notes["transferred"] = True


@dogma("The Pirate Code", CROWN)
def the_pirate_code_2(game: Game, me: Player) -> None:
    if "transferred" in game.notes:
        low = game.lowest(game.with_icon(me.tops(), CROWN))
        if game.rules.holds("pirate_code_transfers"):
            game.transfer_one(me, low, me, SCORE)
        else:
            game.score_one(me, low)


@demand("Banking", CROWN)
def banking(game: Game, me: Player, you: Player) -> None:
    industrial = game.other_than(game.with_icon(you.tops(), FACTORY), GREEN)
    if game.transfer_one(you, industrial, me, BOARD) is not None:
        game.draw_and_score(you, game.printed(5))


@dogma("Banking", CROWN)
def banking_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], RIGHT)


@dogma("Measurement", LIGHTBULB)
def measurement(game: Game, me: Player) -> None:
    card = game.may_reveal(me, me.hand)
    if card is not None and game.return_(card):
        _measure(game, me, game.color[card])


@dogma("Measurement", LIGHTBULB, text="first")
def measurement_first(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is not None:
        color = game.choose_color(me, COLORS)
        assert color is not None
        _measure(game, me, color)


def _measure(game: Game, me: Player, color: int) -> None:
    game.splay(me, color, RIGHT)
    game.draw(me, len(me.piles[color]))


@demand("Statistics", LEAF)
def statistics(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, game.highest(you.score_pile), you, HAND)


@dogma("Statistics", LEAF)
def statistics_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], RIGHT)


@demand("Statistics", LEAF, text="first")
def statistics_first(game: Game, me: Player, you: Player) -> None:
    while game.transfer_one(you, game.highest(you.score_pile), you, HAND) is not None:
        if len(you.hand) != 1:
            break


@dogma("Statistics", LEAF, text="first")
def statistics_first_2(game: Game, me: Player) -> None:
    statistics_2(game, me)


@dogma("Steam Engine", FACTORY)
def steam_engine(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(4))
    game.draw_and_tuck(me, game.printed(4))
    bottom = me.bottom(YELLOW)
    if bottom is not None:
        game.score(me, bottom)


@dogma("Astronomy", LIGHTBULB)
def astronomy(game: Game, me: Player) -> None:
    while game.color[card := game.draw_and_reveal(me, game.printed(6))] in (GREEN, BLUE):
        game.meld(me, card)
    game.keep(me, card)


@dogma("Astronomy", LIGHTBULB)
def astronomy_2(game: Game, me: Player) -> None:
    if all(game.value(card) >= game.printed(6) for card in game.other_than(me.tops(), PURPLE)):
        game.claim(me, UNIVERSE)


@demand("Societies", CROWN)
def societies(game: Game, me: Player, you: Player) -> None:
    higher = [
        card
        for card in game.with_icon(you.tops(), LIGHTBULB)
        if game.value(card) > game.value(me.top(game.color[card]))
    ]
    if game.transfer_one(you, higher, me, BOARD) is not None:
        game.draw(you, game.printed(5))


@demand("Societies", CROWN, text="first")
def societies_first(game: Game, me: Player, you: Player) -> None:
    bright = game.other_than(game.with_icon(you.tops(), LIGHTBULB), PURPLE)
    if game.transfer_one(you, bright, me, BOARD) is not None:
        game.draw(you, game.printed(5))
