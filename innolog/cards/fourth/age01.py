"""Fourth edition, base set, age 1: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import CASTLE, HAND, MONUMENT, RED, demand, dogma, having

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@demand("Archery", CASTLE, "fourth")
def archery(game: Game, me: Player, you: Player) -> None:
    game.draw(you, game.printed(1))
    game.transfer_one(you, game.highest(you.hand), me, HAND)


@dogma("Archery", CASTLE, "fourth")
def archery_2(game: Game, me: Player) -> None:
    game.junk_available(me, (1, 2))


@dogma("Masonry", CASTLE, "fourth")
def masonry(game: Game, me: Player) -> None:
    game.meld_any_number(me, me.hand, where=having(CASTLE))


@dogma("Masonry", CASTLE, "fourth")
def masonry_2(game: Game, me: Player) -> None:
    if len(me.piles[RED]) == 3:
        game.claim(me, MONUMENT)
