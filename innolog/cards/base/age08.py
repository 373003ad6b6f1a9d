"""Base set, age 8."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    PURPLE,
    RED,
    SCORE,
    UP,
    YELLOW,
    Color,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Quantum Theory", CLOCK)
def quantum_theory(game: Game, me: Player) -> None:
    if len(game.return_up_to(me, me.hand, 2)) == 2:
        game.draw(me, game.printed(10))
        game.draw_and_score(me, game.printed(10))


@dogma("Rocketry", CLOCK)
def rocketry(game: Game, me: Player) -> None:
    for _ in range(me.count(CLOCK) // 2):
        game.return_one(me, [card for them in game.other_players(me) for card in them.score_pile])


@dogma("Flight", CROWN)
def flight(game: Game, me: Player) -> None:
    if me.splays[RED] == UP:
        game.may_splay_any(me, UP)


@dogma("Flight", CROWN)
def flight_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], UP)


@demand("Mobility", FACTORY)
def mobility(game: Game, me: Player, you: Player) -> None:
    colors = {BLUE, GREEN, YELLOW, PURPLE}
    transferred = False
    for _ in range(2):
        tops = [card for card in game.without_icon(you.tops(), FACTORY) if game.color[card] in colors]
        card = game.transfer_one(you, game.highest(tops), me, SCORE)
        if card is not None:
            colors.remove(Color(game.color[card]))
            transferred = True
    if transferred:
        game.draw(you, game.printed(8))


@demand("Corporations", FACTORY)
def corporations(game: Game, me: Player, you: Player) -> None:
    industrial = game.other_than(game.with_icon(you.tops(), FACTORY), GREEN)
    if game.transfer_one(you, industrial, me, SCORE) is not None:
        game.draw_and_meld(you, game.printed(8))


@dogma("Corporations", FACTORY)
def corporations_2(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(8))


@dogma("Mass Media", LIGHTBULB)
def mass_media(game: Game, me: Player) -> None:
    if game.may_return(me, me.hand) is not None:
        highest = 11 if game.rules.holds("mass_media_names_elevens") else game.rules.highest_age
        value = game.choose_value(me, range(1, highest + 1))
        piles = [card for player in game.everyone for card in player.score_pile]
        game.return_all(me, [card for card in piles if game.value(card) == value])


@dogma("Mass Media", LIGHTBULB)
def mass_media_2(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], UP)


@dogma("Antibiotics", LEAF)
def antibiotics(game: Game, me: Player) -> None:
    for _ in range(game.values(game.return_up_to(me, me.hand, 3))):
        game.draw(me, game.printed(8))
        game.draw(me, game.printed(8))


@demand("Skyscrapers", CROWN)
def skyscrapers(game: Game, me: Player, you: Player) -> None:
    modern = game.other_than(game.with_icon(you.tops(), CLOCK), YELLOW)
    card = game.transfer_one(you, modern, me, BOARD)
    if card is None:
        return
    pile = you.piles[game.color[card]]
    if pile:
        game.score(you, pile[-1])
    game.return_all(you, pile)


@dogma("Empiricism", LIGHTBULB)
def empiricism(game: Game, me: Player) -> None:
    chosen = game.choose_two_colors(me)
    card = game.draw_and_reveal(me, game.printed(9))
    if game.color[card] in chosen:
        game.meld(me, card)
        game.may_splay(me, [game.color[card]], UP)
    else:
        game.keep(me, card)


@dogma("Empiricism", LIGHTBULB)
def empiricism_2(game: Game, me: Player) -> None:
    if me.count(LIGHTBULB) >= 20:
        game.win(me)


@dogma("Socialism", LEAF)
def socialism(game: Game, me: Player) -> None:
    tucked = game.may_tuck_exactly(me, me.hand, len(me.hand))
    if any(game.color[card] == PURPLE for card in tucked):
        lowest = [card for them in game.other_players(me) for card in game.lowest(them.hand)]
        game.transfer_all(me, lowest, me, HAND)
