"""Figures in the Sand: the five decrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import COLORS, UP, Player, decree, top_figures

if TYPE_CHECKING:
    from innolog.engine.game import Game


@decree("Advancement")
def advancement(game: Game, me: Player) -> None:
    game.draw(me, me.highest_top() + 2)


@decree("War")
def war(game: Game, me: Player) -> None:
    value = game.choose_any_value(me)
    tops = [card for other in game.others(me) for card in other.tops()]
    game.return_all(me, [card for card in tops if game.chosen_value(card) == value])


@decree("Trade")
def trade(game: Game, me: Player) -> None:
    value = me.highest_top() + 1
    for _ in range(3):
        game.draw_and_foreshadow(me, value)


@decree("Expansion")
def expansion(game: Game, me: Player) -> None:
    game.splay_one(me, COLORS, UP)


@decree("Rivalry")
def rivalry(game: Game, me: Player) -> None:
    other = game.choose_player(me, game.others(me))
    if other is not None:
        game.return_exactly(me, other.score_pile, 3)
        game.return_all(me, top_figures(game, other))
