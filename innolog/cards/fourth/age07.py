"""Fourth edition, base set, age 7: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BLUE,
    CLOCK,
    COLORS,
    CROWN,
    HAND,
    LEAF,
    LIGHTBULB,
    RED,
    RIGHT,
    SCORE,
    UP,
    YELLOW,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Publications", LIGHTBULB, "fourth")
def publications(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, BLUE], UP)


@dogma("Publications", LIGHTBULB, "fourth")
def publications_2(game: Game, me: Player) -> None:
    game.junk_or_restore_special(me)


@demand("Combustion", CROWN, "fourth")
def combustion(game: Game, me: Player, you: Player) -> None:
    game.transfer_exactly(you, you.score_pile, len(game.colors_with(me, CROWN)), me, SCORE)


@dogma("Combustion", CROWN, "fourth")
def combustion_2(game: Game, me: Player) -> None:
    bottom = me.bottom(RED)
    if bottom is not None:
        game.return_(bottom)


@demand("Refrigeration", LEAF, "fourth")
def refrigeration(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.hand, len(you.hand) - 1)


@dogma("Refrigeration", LEAF, "fourth")
def refrigeration_2(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)


@demand("Sanitation", LEAF, "fourth")
def sanitation(game: Game, me: Player, you: Player) -> None:
    mine = game.choose_card(me, game.lowest(me.hand))
    yours = game.choose_highest(you, you.hand, 2)
    game.exchange(yours, (me, HAND), [mine], (you, HAND))


@dogma("Sanitation", LEAF, "fourth")
def sanitation_2(game: Game, me: Player) -> None:
    game.junk_deck(game.choose_value(me, (game.printed(7), game.printed(8))))


@dogma("Railroad", CLOCK, "fourth")
def railroad(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)


@dogma("Railroad", CLOCK, "fourth")
def railroad_2(game: Game, me: Player) -> None:
    for _ in range(3):
        game.draw(me, game.printed(6))


@dogma("Railroad", CLOCK, "fourth")
def railroad_3(game: Game, me: Player) -> None:
    game.may_splay(me, [color for color in COLORS if me.splays[color] == RIGHT], UP)
