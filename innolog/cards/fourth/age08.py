"""Fourth edition, base set, age 8: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import BOARD, CLOCK, CROWN, HAND, LEAF, LIGHTBULB, UP, YELLOW, card_named, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

SKYSCRAPERS = card_named("Skyscrapers")


@demand("Skyscrapers", CROWN, "fourth")
def skyscrapers(game: Game, me: Player, you: Player) -> None:
    modern = game.other_than(game.with_icon(you.tops(), CLOCK), YELLOW)
    card = game.transfer_one(you, modern, me, BOARD)
    if card is None:
        return
    pile = you.piles[game.color[card]]
    if pile:
        game.score(you, pile[-1])
    game.return_all(you, pile)
    if SKYSCRAPERS in game.all_tops():
        game.transfer(SKYSCRAPERS, me, HAND)


@dogma("Empiricism", LIGHTBULB, "fourth")
def empiricism(game: Game, me: Player) -> None:
    chosen = game.choose_two_colors(me)
    card = game.draw_and_reveal(me, game.printed(9))
    color = game.color[card]
    if color in chosen:
        game.meld(me, card)
        game.splay(me, color, UP)
    else:
        game.keep(me, card)
        game.unsplay(me, color)


@dogma("Empiricism", LIGHTBULB, "fourth")
def empiricism_2(game: Game, me: Player) -> None:
    if me.count(LIGHTBULB) >= 20:
        game.win(me)


@dogma("Socialism", LEAF, "fourth")
def socialism(game: Game, me: Player) -> None:
    if game.may_tuck(me, me.tops()) is not None:
        game.tuck_all(me, me.hand)


@dogma("Socialism", LEAF, "fourth")
def socialism_2(game: Game, me: Player) -> None:
    game.junk_available(me, (8, 9, 10), may=True)
