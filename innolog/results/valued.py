"""What a review found of a replayed game, as far as a dataset keeps it. All chances are from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Equity(NamedTuple):
    """The chance to win with the answer that was given, and what the best answer adds to it, with standard errors.

    ``error`` is that of the deals alone, and None if there is one deal.
    """

    chance: float
    error: float | None
    loss: float
    loss_error: float


class Draw(NamedTuple):
    """A card that was drawn in an action by a player, and what it changed of the chances of each seat.

    ``error`` are the standard errors that the deals leave in the changes, each None if there is one deal.
    """

    action: int
    player: int
    card: int
    change: tuple[float, ...]
    error: tuple[float | None, ...]


class Valued(NamedTuple):
    """The decisions by action and number in it, the draws in order, and in how many deals each was valued."""

    worlds: int
    decisions: Mapping[tuple[int, int], Equity]
    draws: Sequence[Draw]
