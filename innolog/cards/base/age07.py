"""Base set, age 7."""

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
    RED,
    RIGHT,
    SCORE,
    UP,
    YELLOW,
    Splaying,
    Trait,
    demand,
    dogma,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Evolution", LIGHTBULB)
def evolution(game: Game, me: Player) -> None:
    option = game.may_choose_value(me, (1, 2))
    if option == 1:
        game.draw_and_score(me, game.printed(8))
        game.return_one(me, me.score_pile)
    elif option == 2:
        game.draw(me, max(map(game.value, me.score_pile), default=0) + 1)


@dogma("Publications", LIGHTBULB, traits=[Trait.REARRANGES])
def publications(game: Game, me: Player) -> None:
    game.may_rearrange(me)


@dogma("Publications", LIGHTBULB, splays=Splaying((YELLOW, BLUE), UP))
def publications_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW, BLUE], UP)


@demand("Combustion", CROWN)
def combustion(game: Game, me: Player, you: Player) -> None:
    crowned = you if game.rules.holds("combustion_counts_the_victims_crowns") else me
    game.transfer_exactly(you, you.score_pile, crowned.count(CROWN) // 4, me, SCORE)


@dogma("Combustion", CROWN)
def combustion_2(game: Game, me: Player) -> None:
    bottom = me.bottom(RED)
    if bottom is not None:
        game.return_(bottom)


@demand("Combustion", CROWN, text="first")
def combustion_first(game: Game, me: Player, you: Player) -> None:
    game.transfer_exactly(you, you.score_pile, 2, me, SCORE)


@demand("Combustion", CROWN, text="first@bga-2021")
def combustion_first_2021(game: Game, me: Player, you: Player) -> None:
    """Board Game Arena's code until July 2022 has the printed effect alone."""
    game.transfer_exactly(you, you.score_pile, 2, me, SCORE)


@dogma("Combustion", CROWN, text="first")
def combustion_first_2(game: Game, me: Player) -> None:
    """The first edition prints no second effect; Board Game Arena executes one that does nothing."""


@demand("Explosives", FACTORY)
def explosives(game: Game, me: Player, you: Player) -> None:
    transferred = False
    for _ in range(3):
        if game.transfer_one(you, game.highest(you.hand), me, HAND) is not None:
            transferred = True
    if transferred and not you.hand:
        game.draw(you, game.printed(7))


@dogma("Bicycle", CROWN)
def bicycle(game: Game, me: Player) -> None:
    if (me.hand or me.score_pile or game.rules.holds("bicycle_asks_in_vain")) and game.agrees(me):
        game.exchange(me.score_pile, (me, HAND), me.hand, (me, SCORE))


@dogma("Electricity", FACTORY)
def electricity(game: Game, me: Player) -> None:
    for _ in game.return_all(me, game.without_icon(me.tops(), FACTORY)):
        game.draw(me, game.printed(8))


@demand("Refrigeration", LEAF)
def refrigeration(game: Game, me: Player, you: Player) -> None:
    game.return_exactly(you, you.hand, len(you.hand) // 2)


@dogma("Refrigeration", LEAF)
def refrigeration_2(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)


@demand("Sanitation", LEAF)
def sanitation(game: Game, me: Player, you: Player) -> None:
    mine = game.choose_card(me, game.lowest(me.hand))
    yours = game.choose_highest(you, you.hand, 2)
    game.exchange(yours, (me, HAND), [mine], (you, HAND))


@dogma("Lighting", LEAF)
def lighting(game: Game, me: Player) -> None:
    for _ in range(game.values(game.tuck_up_to(me, me.hand, 3))):
        game.draw_and_score(me, game.printed(7))


@dogma("Railroad", CLOCK)
def railroad(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    for _ in range(3):
        game.draw(me, game.printed(6))


@dogma("Railroad", CLOCK)
def railroad_2(game: Game, me: Player) -> None:
    game.may_splay(me, [color for color in COLORS if me.splays[color] == RIGHT], UP)
