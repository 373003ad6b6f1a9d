"""Fourth edition, base set, age 6: the cards that it words otherwise than the third."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.base.age06 import classify
from innolog.cards.words import CLOCK, CROWN, FACTORY, LEAF, LIGHTBULB, PURPLE, RED, RIGHT, demand, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Encyclopedia", CROWN, "fourth")
def encyclopedia(game: Game, me: Player) -> None:
    value = game.choose_any_value(me)
    game.may_meld_all(me, game.of_value(me.score_pile, value))


@dogma("Encyclopedia", CROWN, "fourth")
def encyclopedia_2(game: Game, me: Player) -> None:
    game.junk_available(me, (5, 6, 7), may=True)


@dogma("Classification", LIGHTBULB, "fourth")
def classification(game: Game, me: Player) -> None:
    classify(game, me, shown=True)


@dogma("Industrialization", FACTORY, "fourth")
def industrialization(game: Game, me: Player) -> None:
    for _ in range(3):
        game.draw_and_tuck(me, game.printed(6))
    if all(me.count(CLOCK) > them.count(CLOCK) for them in game.others(me)):
        red = me.top(RED)
        if red is not None:
            game.return_(red)


@dogma("Industrialization", FACTORY, "fourth")
def industrialization_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED, PURPLE], RIGHT)


@demand("Vaccination", LEAF, "fourth")
def vaccination(game: Game, me: Player, you: Player) -> None:
    card = game.choose_card(you, you.score_pile)
    if card is not None:
        game.return_all(you, game.of_value(you.score_pile, game.value(card)))
        game.notes["returned"] = True
        game.draw_and_meld(you, game.printed(6))


@dogma("Vaccination", LEAF, "fourth")
def vaccination_2(game: Game, me: Player) -> None:
    if "returned" in game.notes:
        game.draw_and_meld(me, game.printed(7))
