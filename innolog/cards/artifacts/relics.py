"""The relics. Timbuktu is a city; Ching Shih is a figure, whose karmas belong to that expansion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    CLOCK,
    FACTORY,
    LEAF,
    LIGHTBULB,
    demand,
    dogma,
    echo,
    with_icon_numbers_of,
    with_icons_of,
)

if TYPE_CHECKING:
    from innolog.engine.game import Game
    from innolog.engine.state import Player


@dogma("Complex Numbers", LIGHTBULB)
def complex_numbers(game: Game, me: Player) -> None:
    alike = with_icon_numbers_of if game.rules.holds("compares_icons_by_number") else with_icons_of
    card = game.may_reveal(me, me.hand, where=alike(game.table, me.tops()))
    if card is not None:
        game.keep(me, card)
        game.claim_standard(me, values=[game.value(card)])


@dogma("Newton-Wickins Telescope", FACTORY)
def newton_wickins_telescope(game: Game, me: Player) -> None:
    returned = game.return_up_to(me, me.score_pile, len(me.score_pile))
    if returned:
        card = game.draw_and_meld(me, len(returned))
        if game.has_icon(card, CLOCK):
            game.return_(card)


@echo("Safety Pin", LEAF)
def safety_pin(game: Game, me: Player) -> None:
    game.draw_and_score(me, game.printed(7))


@demand("Safety Pin", LEAF)
def safety_pin_2(game: Game, me: Player, you: Player) -> None:
    game.return_all(you, [card for card in you.hand if game.value(card) > game.printed(6)])
    game.draw(you, game.printed(6))
