"""Ching Shih, the relic among the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import ACHIEVEMENTS, SCORE, Player, Score, instead, is_figure, when_melded

if TYPE_CHECKING:
    from innolog.engine.game import Game


@when_melded("Ching Shih")
def ching_shih(game: Game, me: Player) -> None:
    found = [card for other in game.opponents(me) for card in other.achievements]
    # Flags and fountains are no cards.
    game.transfer_one(me, [card for card in found if card in game.place], me, ACHIEVEMENTS)


def of_no_figure(game: Game, me: Player, op: Score) -> bool:
    return not is_figure(game, op.card)


@instead("Ching Shih", Score, when=of_no_figure)
def ching_shih_scores(game: Game, me: Player, op: Score) -> None:
    piles = [card for other in game.opponents(me) for card in other.score_pile]
    game.transfer_one(me, game.of_value(piles, game.value(op.card)), me, SCORE)
