"""Artifacts of History, age 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    CLOCK,
    COLORS,
    CROWN,
    FACTORY,
    HAND,
    LEAF,
    LIGHTBULB,
    NOTHING,
    SCORE,
    UP,
    compel,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Yeager's Bell X-1A", CLOCK)
def yeagers_bell_x_1a(game: Game, me: Player) -> None:
    while True:
        card = game.draw_and_meld(me, game.printed(9))
        game.execute_as_if(me, card)
        if not game.has_icon(card, CLOCK):
            return


@dogma("Luna 3", FACTORY)
def luna_3(game: Game, me: Player) -> None:
    game.draw_and_score(me, len(game.return_all(me, me.score_pile)))


@compel("United Nations Charter", LEAF)
def united_nations_charter(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, game.with_demand(you.tops()), me, SCORE)


@dogma("United Nations Charter", LEAF)
def united_nations_charter_2(game: Game, me: Player) -> None:
    if game.with_demand(me.tops()):
        game.draw(me, game.printed(10))


@compel("Velcro Shoes", FACTORY)
def velcro_shoes(game: Game, me: Player, you: Player) -> None:
    for cards, zone in ((you.hand, HAND), (you.score_pile, SCORE)):
        nines = [card for card in cards if game.value(card) == game.printed(9)]
        if game.transfer_one(you, nines, me, zone) is not None:
            return
    game.win(me)


@compel("Philips Compact Cassette", LEAF)
def philips_compact_cassette(game: Game, me: Player, you: Player) -> None:
    for color in COLORS:
        game.unsplay(you, color)


@dogma("Philips Compact Cassette", LEAF)
def philips_compact_cassette_2(game: Game, me: Player) -> None:
    first = game.splay_one(me, COLORS, UP)
    again = game.rules.holds("may_name_a_color_again")
    game.splay_one(me, [color for color in COLORS if again or color != first], UP)


@dogma("Syncom 3", CLOCK)
def syncom_3(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    drawn = [game.draw_and_reveal(me, game.printed(9)) for _ in range(5)]
    if len({game.color[card] for card in drawn}) == len(COLORS):
        game.win(me)
    game.keep_all(me, drawn)


@dogma("Rock Around the Clock", CLOCK)
def rock_around_the_clock(game: Game, me: Player) -> None:
    for _ in game.with_icon(me.tops(), CLOCK):
        game.draw_and_score(me, game.printed(9))


@dogma("Magnavox Odyssey", LIGHTBULB)
def magnavox_odyssey(game: Game, me: Player) -> None:
    one, other = game.draw_and_meld(me, game.printed(10)), game.draw_and_meld(me, game.printed(10))
    if NOTHING not in (one, other) and game.color[one] == game.color[other]:
        game.win(me)


@dogma("The Big Bang", LIGHTBULB)
def the_big_bang(game: Game, me: Player) -> None:
    while (card := me.top(BLUE)) is not None and game.execute_non_demand(me, card):
        drawn = (
            game.draw(me, game.printed(10))
            if game.rules.holds("big_bang_draws_unseen") or game.rules.reads("proof_is_not_shown")
            else game.draw_and_reveal(me, game.printed(10))
        )
        game.remove(drawn)


@dogma("Marilyn Diptych", CROWN)
def marilyn_diptych(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)
    game.transfer_one(me, me.score_pile, me, HAND, may=True)
    if me.score() == 25:
        game.win(me)
