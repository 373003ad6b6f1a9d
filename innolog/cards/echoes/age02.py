"""Echoes of the Past, age 2."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from innolog.cards.words import (
    BOARD,
    CASTLE,
    CROWN,
    FACTORY,
    FORECAST,
    GREEN,
    HAND,
    LEAF,
    LEFT,
    LIGHTBULB,
    SCORE,
    Keyword,
    demand,
    dogma,
    echo,
    of_color,
    with_bonus,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@echo("Lever", LIGHTBULB)
def lever_echo(game: Game, me: Player) -> None:
    game.draw(me, game.printed(2))
    game.draw(me, game.printed(2))


@dogma("Lever", LIGHTBULB)
def lever(game: Game, me: Player) -> None:
    returned = Counter(map(game.value, game.return_up_to(me, me.hand, len(me.hand))))
    for value in game.values_to_draw(me, [value + 1 for value, number in returned.items() for _ in range(number // 2)]):
        game.draw(me, value)


@echo("Linguistics", LIGHTBULB)
def linguistics_echo(game: Game, me: Player) -> None:
    if game.choose_zone(me, (HAND, FORECAST), (3, 4)) == HAND:
        game.draw(me, game.printed(3))
    else:
        game.draw_and_foreshadow(me, game.printed(4))


@dogma("Linguistics", LIGHTBULB)
def linguistics(game: Game, me: Player) -> None:
    bonuses = sorted(set(me.bonuses()))
    if bonuses:
        value = game.value_to_draw(me, bonuses)
        game.draw(me, value)
        if game.rules.holds("linguistics_tells_late"):
            game.may_name_value(me, [value])


@demand("Crossbow", CASTLE)
def crossbow(game: Game, me: Player, you: Player) -> None:
    game.transfer_one(you, you.hand, me, SCORE, where=with_bonus())


@dogma("Crossbow", CASTLE)
def crossbow_2(game: Game, me: Player) -> None:
    if me.hand:
        them = game.choose_player(me, game.others(me))
        assert them is not None
        game.transfer_one(me, me.hand, them, BOARD)


@echo("Horseshoes", CASTLE)
def horseshoes_echo(game: Game, me: Player) -> None:
    game.draw_and_foreshadow(me, game.printed(2))


@demand("Horseshoes", CASTLE)
def horseshoes(game: Game, me: Player, you: Player) -> None:
    peaceful = game.without_icon(game.without_icon(you.tops(), CASTLE), FACTORY)
    if game.transfer_one(you, peaceful, me, BOARD) is not None:
        game.draw_and_meld(you, game.printed(2))


@echo("Glassblowing", CROWN)
def glassblowing_echo(game: Game, me: Player) -> None:
    game.score_one(me, me.hand, where=with_bonus())


@dogma("Glassblowing", CROWN)
def glassblowing(game: Game, me: Player) -> None:
    values = [game.value(card) for card in game.other_than(me.tops(), GREEN)]
    lowest = min([*values, 10]) if game.rules.holds("missing_top_counts_as_ten") else min(values, default=0)
    game.draw_and_foreshadow(me, lowest + 3)


@echo("Scissors", CASTLE)
def scissors_echo(game: Game, me: Player) -> None:
    game.transfer_one(me, me.bottoms(), me, HAND)


@dogma("Scissors", CASTLE)
def scissors(game: Game, me: Player) -> None:
    for _ in range(2):
        card = game.choose_card(me, me.hand, may=True)
        if card is None:
            return
        if game.choose_zone(me, (BOARD, SCORE)) == BOARD:
            game.meld(me, card)
        else:
            game.score(me, card)


@dogma("Scissors", CASTLE)
def scissors_2(game: Game, me: Player) -> None:
    for player in game.everyone:
        top = player.top(GREEN)
        if top is not None and game.table.name[top] == "Paper":
            game.transfer(top, me, SCORE)


@echo("Toothbrush", LEAF)
def toothbrush_echo(game: Game, me: Player) -> None:
    values = sorted({game.value(card) for card in me.hand})
    if values:
        value = game.choose_value(me, values)
        game.tuck_all(me, [card for card in me.hand if game.value(card) == value])


@dogma("Toothbrush", LEAF)
def toothbrush(game: Game, me: Player) -> None:
    game.may_splay_any(me, LEFT)


@dogma("Toothbrush", LEAF)
def toothbrush_2(game: Game, me: Player) -> None:
    game.may_add_bottom_to_available(me, game.printed(2))


@dogma("Watermill", LEAF)
def watermill(game: Game, me: Player) -> None:
    while True:
        tucked = game.tuck_one(me, me.hand, where=with_bonus())
        if tucked is None:
            return
        drawn = game.draw(me, game.bonus(tucked))
        if not game.passes(drawn, with_bonus()) or game.may_return(me, me.hand) is None:
            return


@dogma("Pagoda", CASTLE)
def pagoda(game: Game, me: Player) -> None:
    card = game.draw_and_reveal(me, game.printed(3))
    others = [other for other in me.hand if other != card]
    held, _ = game.choose_and_move(me, others, Keyword.TUCK, where=of_color(game.color[card]))
    if held is not None:
        game.meld(me, card)
    else:
        game.foreshadow(me, card)


@dogma("Chaturanga", CROWN)
def chaturanga(game: Game, me: Player) -> None:
    melded = game.meld_one(me, me.hand, where=with_bonus())
    if melded is None:
        game.draw_and_foreshadow(me, len(me.tops()))
    else:
        game.draw(me, game.bonus(melded))
        game.draw(me, game.bonus(melded))
