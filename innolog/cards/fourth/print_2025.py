"""Fourth edition, base set: the cards whose printed text (2025) differs from the wording of Board Game Arena's code.

The site's code is of January to March 2024, before the edition was printed. Its wording stands in the modules of the
ages. Cards that differ in words alone (Mobility, Skyscrapers, Stem Cells, Space Traffic) are played by it. With whom
Democracy compares is a ruling (``democracy_includes_allies``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.base import age09
from innolog.cards.editions import PRINTED_2025
from innolog.cards.words import (
    AVATAR,
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    GREEN,
    LEAF,
    PURPLE,
    RED,
    RIGHT,
    UP,
    YELLOW,
    card_named,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player

FISSION = card_named("Fission")


@demand("Compass", CROWN, PRINTED_2025)
def compass(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, game.other_than(game.with_icon(you.tops(), LEAF), GREEN), me, BOARD)
    game.meld_one(you, game.without_icon(me.tops(), LEAF))


@dogma("Reformation", LEAF, PRINTED_2025)
def reformation(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, PURPLE], RIGHT)


@dogma("Reformation", LEAF, PRINTED_2025)
def reformation_2(game: Game, me: Player) -> None:
    game.may_tuck_exactly(me, me.hand, sum(splay != 0 for splay in me.splays))


@dogma("Coal", FACTORY, PRINTED_2025)
def coal(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(5))


@dogma("Coal", FACTORY, PRINTED_2025)
def coal_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], RIGHT)


@dogma("Coal", FACTORY, PRINTED_2025)
def coal_3(game: Game, me: Player) -> None:
    color = game.choose_color(me, me.colors(), may=True)
    if color is not None:
        game.score_all(me, me.piles[color][:-3:-1])


@dogma("Rocketry", CLOCK, PRINTED_2025)
def rocketry(game: Game, me: Player) -> None:
    for _ in game.colors_with(me, CLOCK):
        game.return_one(me, [card for them in game.opponents(me) for card in them.score_pile])


@demand("Fission", CLOCK, PRINTED_2025)
def fission(game: Game, me: Player, you: Player) -> None:
    age09.fission(game, me, you)


@dogma("Fission", CLOCK, PRINTED_2025)
def fission_2(game: Game, me: Player) -> None:
    game.return_one(me, [card for card in game.all_tops() if card != FISSION])
    game.draw(me, game.printed(10))


@dogma("Robotics", FACTORY, PRINTED_2025)
def robotics(game: Game, me: Player) -> None:
    green = me.top(GREEN)
    if green is not None:
        game.score(me, green)


@dogma("Robotics", FACTORY, PRINTED_2025)
def robotics_2(game: Game, me: Player) -> None:
    card = game.draw_and_meld(me, game.printed(10))
    if game.has_icon(card, FACTORY) or game.has_icon(card, CLOCK):
        game.execute_non_demand(me, card)


@dogma("The Internet", AVATAR, PRINTED_2025)
def the_internet(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], UP)


@dogma("The Internet", AVATAR, PRINTED_2025)
def the_internet_2(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(10))


@dogma("The Internet", AVATAR, PRINTED_2025)
def the_internet_3(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(10))
    game.draw_and_meld(me, game.printed(10))
