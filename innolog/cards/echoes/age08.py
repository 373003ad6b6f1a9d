"""Echoes of the Past, age 8."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CLOCK,
    CROWN,
    FACTORY,
    GREEN,
    HAND,
    LEAF,
    LIGHTBULB,
    RED,
    UP,
    YELLOW,
    Keyword,
    demand,
    dogma,
    echo,
    having,
    lacking,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Radio Telescope", LIGHTBULB)
def radio_telescope(game: Game, me: Player) -> None:
    drawn = [game.draw(me, game.printed(9)) for _ in range(me.count(LIGHTBULB) // 2)]
    melded, rest = game.one_of(me, drawn, Keyword.MELD)
    if melded is not None and game.table.name[melded] == "A.I.":
        game.win(me)
    game.return_all(me, rest)


@echo("X-Ray", LEAF)
def x_ray_echo(game: Game, me: Player) -> None:
    game.draw_and_tuck(me, game.printed(8))


@dogma("X-Ray", LEAF)
def x_ray(game: Game, me: Player) -> None:
    for _ in range(me.count(LEAF) // 3):
        game.draw_and_foreshadow(me, game.value_to_draw(me))


@dogma("X-Ray", LEAF)
def x_ray_2(game: Game, me: Player) -> None:
    game.may_splay(me, [YELLOW], UP)


@echo("Bandage", LEAF)
def bandage_echo(game: Game, me: Player) -> None:
    game.meld_one(me, me.hand, where=having(LEAF))


@demand("Bandage", LEAF)
def bandage(game: Game, me: Player, you: Player) -> None:
    held = {game.value(card) for card in you.hand}
    game.return_one(you, game.highest(card for card in you.score_pile if game.value(card) not in held))
    game.return_one(you, game.with_icon(you.tops(), CLOCK))


@demand("Parachute", CLOCK)
def parachute(game: Game, me: Player, you: Player) -> None:
    game.transfer_all(you, you.hand, me, HAND, where=lacking(CLOCK))


@dogma("Nylon", FACTORY)
def nylon(game: Game, me: Player) -> None:
    green = True
    while green:
        tucked = [game.draw_and_tuck(me, game.printed(8)) for _ in range(me.count(FACTORY) // 3)]
        green = any(game.color[card] == GREEN for card in tucked)


@dogma("Nylon", FACTORY)
def nylon_2(game: Game, me: Player) -> None:
    game.may_splay(me, [RED], UP)


@echo("Sliced Bread", CROWN)
def sliced_bread_echo(game: Game, me: Player) -> None:
    game.return_all(me, me.hand)
    game.draw(me, game.printed(8))
    game.draw(me, game.printed(8))


@dogma("Sliced Bread", CROWN)
def sliced_bread(game: Game, me: Player) -> None:
    returned = game.return_one(me, me.score_pile)
    for _ in range(2):
        game.draw_and_score(me, game.value(returned) - 1)


@echo("Air Conditioner", LEAF)
def air_conditioner_echo(game: Game, me: Player) -> None:
    game.may_score(me, me.hand)


@demand("Air Conditioner", LEAF)
def air_conditioner(game: Game, me: Player, you: Player) -> None:
    tops = {game.value(card) for card in you.tops()}
    game.return_all(you, [card for card in you.score_pile if game.value(card) in tops])


@echo("Tractor", CLOCK)
def tractor_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(7))


@dogma("Tractor", CLOCK)
def tractor(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(7))
    game.draw(me, game.printed(7))


@dogma("Crossword", CROWN)
def crossword(game: Game, me: Player) -> None:
    for bonus in game.values_to_draw(me, me.bonuses()):
        game.draw(me, bonus)


@echo("Television", CLOCK)
def television_echo(game: Game, me: Player) -> None:
    game.draw_and_meld(me, game.printed(8))


@dogma("Television", CLOCK)
def television(game: Game, me: Player) -> None:
    value = game.choose_any_value(me)
    them = game.choose_player(me, game.opponents(me))
    if them is None:
        return
    game.transfer_one(me, [card for card in them.score_pile if game.value(card) == value], them, BOARD)
    if any(game.value(card) == value for card in them.achievements):
        theirs = [card for card in them.score_pile if game.value(card) == value]
        game.achieve_one(me, game.eligible(me, theirs))
