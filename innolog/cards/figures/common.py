"""Conditions that karmas of several figures share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.words import (
    BY_SHARING,
    FORECAST,
    HAND,
    REVEALED,
    Achieve,
    Demand,
    Draw,
    Player,
    having_any,
    is_figure,
    is_successful,
    top_figures,
)
from innolog.cards.words import of_color as of_one_color

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from innolog.engine.game import Game
    from innolog.engine.operations import Move


def from_my_hand(game: Game, me: Player, op: Move) -> bool:
    """A card moves from my hand, where it also is while an effect reveals it."""
    owner, zone = game.place[op.card]
    if zone == REVEALED:
        return owner == me.index and op.card not in game.shown
    return (zone == HAND and owner == me.index) or (zone == FORECAST and op.card in me.hand)


def of_a_successful_demand(game: Game, me: Player, op: Demand) -> bool:
    """Something is demanded of me, and that would change something."""
    return op.victim is me and is_successful(game, op)


def for_sharing(game: Game, me: Player, op: Draw) -> bool:
    """It is the draw for sharing."""
    return op.cause == BY_SHARING


def with_any_icon(*icons: int) -> Callable[..., bool]:
    """The card has one of the icons."""

    where = having_any(*icons)

    def holds(game: Game, me: Player, op: Move) -> bool:
        return game.passes(op.card, where)

    return holds


def of_a_color(*colors: int) -> Callable[..., bool]:
    """The card is of one of the colors."""

    where = of_one_color(*colors)

    def holds(game: Game, me: Player, op: Move) -> bool:
        return game.passes(op.card, where)

    return holds


def figures_of_opponents(game: Game, me: Player) -> list[int]:
    """The top figures of my opponents."""
    return [card for player in game.opponents(me) for card in top_figures(game, player)]


def all_top_figures(game: Game) -> list[int]:
    """The top figures of all boards."""
    return [card for card in game.all_tops() if is_figure(game, card)]


def of_values(game: Game, cards: list[int], low: int, high: int) -> list[int]:
    """The cards whose values are within two limits."""
    return [card for card in cards if low <= game.value(card) <= high]


def can_pay(game: Game, me: Player, value: int) -> bool:
    """I have the points for a standard achievement of a value, whatever my top cards are."""
    points = me.score()
    for modifier in me.modifiers:
        points, _ = modifier.means(me, value, points, 0)
    return points >= 5 * value * (1 + [game.standard_value(card) for card in me.achievements].count(value))


def of_a_standard_achievement(game: Game, me: Player, op: Achieve) -> bool:
    """I claim a standard achievement, not a card that only counts as available."""
    return op.card in game.available


def claim_of_value(game: Game, me: Player, values: Container[int]) -> None:
    """I claim an available achievement of one of some values, whether or not I am eligible."""
    game.achieve_one(me, [card for card in game.available_to(me) if game.value(card) in values])
