"""Fourth edition, base set, age 5: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import FACTORY, HAND, LEAF, RIGHT, YELLOW, card_named, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

STEAM_ENGINE = card_named("Steam Engine")


@demand("Statistics", LEAF, "fourth")
def statistics(game: Game, me: Player, you: Player) -> None:
    value = game.choose_any_value(me)
    game.transfer_all(you, game.of_value(you.score_pile, value), you, HAND)


@dogma("Statistics", LEAF, "fourth")
def statistics_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], RIGHT)


@dogma("Steam Engine", FACTORY, "fourth")
def steam_engine(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(4))
    game.draw_and_tuck(me, game.printed(4))
    bottom = me.bottom(YELLOW)
    if bottom is not None:
        game.score(me, bottom)
        if bottom == STEAM_ENGINE:
            game.junk_deck(6)
