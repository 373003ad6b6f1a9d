"""Cards of other sets whose printed text asks for more care where figures are in play.

Without figures, whoever has such cards in the score pile returns them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.editions import WITH_FIGURES
from innolog.cards.words import FACTORY, SCORE, Player, dogma

if TYPE_CHECKING:
    from innolog.engine.game import Game


@dogma("East India Company Charter", FACTORY, WITH_FIGURES)
def east_india_company_charter_with_figures(game: Game, me: Player) -> None:
    value = game.choose_value(me, [value for value in range(1, game.rules.highest_age + 1) if value != game.printed(5)])
    owners = {card: player for player in game.everyone for card in game.of_value(player.score_pile, value)}
    game.return_all(me, list(owners))
    returning = {player.index for card, player in owners.items() if game.place[card] != (player.index, SCORE)}
    for _ in returning:
        game.draw_and_score(me, game.printed(5))
