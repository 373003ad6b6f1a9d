"""Echoes of the Past, age 5."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CROWN,
    FACTORY,
    GREEN,
    LEAF,
    LIGHTBULB,
    NOTHING,
    PURPLE,
    RED,
    RIGHT,
    WEALTH,
    YELLOW,
    demand,
    dogma,
    echo,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@echo("Lightning Rod", FACTORY)
def lightning_rod_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(5))


@demand("Lightning Rod", FACTORY)
def lightning_rod(game: Game, me: Player, you: Player) -> None:
    tucked = game.draw_and_tuck(you, game.printed(5))
    top = None if tucked == NOTHING else you.top(game.color[tucked])
    if top is not None:
        game.return_(top)


@dogma("Lightning Rod", FACTORY)
def lightning_rod_2(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(5))
    game.may_return(me, me.tops())


@echo("Thermometer", LIGHTBULB)
def thermometer_echo(game: Game, me: Player) -> None:
    bottom = me.bottom(GREEN)
    if bottom is not None:
        game.meld(me, bottom)


@dogma("Thermometer", LIGHTBULB)
def thermometer(game: Game, me: Player) -> None:
    while game.color[game.draw_and_meld(me, game.value(me.top(YELLOW)) + 1)] == YELLOW:
        pass


@echo("Coke", FACTORY)
def coke_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(4))


@dogma("Coke", FACTORY)
def coke(game: Game, me: Player) -> None:
    while game.has_icon(card := game.draw_and_reveal(me, game.printed(6)), FACTORY):
        game.meld(me, card)
    game.foreshadow(me, card)


@demand("Octant", CROWN)
def octant(game: Game, me: Player, you: Player) -> None:
    tops = game.other_than(you.tops(), RED)
    wanted = [card for card in tops if game.has_icon(card, LEAF) or game.has_icon(card, FACTORY)]
    if game.transfer_one(you, wanted, me, BOARD) is not None:
        game.draw_and_foreshadow(you, game.printed(6))


@dogma("Octant", CROWN)
def octant_2(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(6))


@dogma("Palampore", FACTORY)
def palampore(game: Game, me: Player) -> None:
    repeated = sorted(bonus for bonus, number in Counter(me.bonuses()).items() if number > 1)
    if repeated:
        game.draw_and_score(me, game.value_to_draw(me, repeated))


@dogma("Palampore", FACTORY)
def palampore_2(game: Game, me: Player) -> None:
    game.may_splay(me, [PURPLE], RIGHT)


@dogma("Palampore", FACTORY)
def palampore_3(game: Game, me: Player) -> None:
    if len(me.bonuses()) >= 6:
        game.claim(me, WEALTH)


@demand("Seed Drill", LEAF)
def seed_drill(game: Game, me: Player, you: Player) -> None:
    game.return_one(you, [card for card in you.tops() if game.value(card) < game.printed(3)])


@dogma("Seed Drill", LEAF)
def seed_drill_2(game: Game, me: Player) -> None:
    game.may_add_bottom_to_available(me, game.choose_value(me, (game.printed(3), game.printed(4), game.printed(5))))


@dogma("Pressure Cooker", LIGHTBULB)
def pressure_cooker(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    bonuses = [game.bonus(card) for card in me.tops() if game.bonus(card)]
    for bonus in game.values_to_draw(me, bonuses):
        game.draw(me, bonus)


@echo("Stove", FACTORY)
def stove_echo(game: Game, me: Player) -> None:
    game.score_one(me, game.without_icon(me.tops(), FACTORY))


@dogma("Stove", FACTORY)
def stove(game: Game, me: Player) -> None:
    tucked = game.draw_and_tuck(me, game.printed(4))
    top = None if tucked == NOTHING else me.top(game.color[tucked])
    if game.value(top) < game.printed(4):
        game.draw_and_score(me, game.printed(4))


@dogma("Stove", FACTORY)
def stove_2(game: Game, me: Player) -> None:
    game.may_splay(me, [GREEN], RIGHT)


@echo("Piano", LIGHTBULB)
def piano_echo(game: Game, me: Player) -> None:
    values = sorted({game.value(card) for player in game.everyone for card in player.hand})
    if values:
        game.draw(me, game.value_to_draw(me, values))
    elif game.rules.reads("values_of_nothing_are_zero"):
        game.draw(me, game.value(None))


@dogma("Piano", LIGHTBULB)
def piano(game: Game, me: Player) -> None:
    values = sorted({game.value(card) for card in me.tops()})
    if len(values) == 5:
        game.return_exactly(me, me.score_pile, 5)
        for value in values:
            game.draw_and_score(me, value)


@echo("Tuning Fork", LIGHTBULB)
def tuning_fork_echo(game: Game, me: Player) -> None:
    game.look_at_a_deck(me)


@dogma("Tuning Fork", LIGHTBULB)
def tuning_fork(game: Game, me: Player) -> None:
    returned = game.return_one(me, me.hand)
    while returned is not None:
        card = game.draw_and_reveal(me, game.value(returned))
        if game.value(card) > game.value(me.top(game.color[card])):
            game.meld(me, card)
        else:
            game.return_(card)
        returned = game.may_return(me, me.hand)
