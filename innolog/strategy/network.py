"""The chance of each player to win from a position: a small network, trained on games that bots played.

The weights are files of the package, made by ``python -m innolog.training``. numpy alone evaluates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from innolog.engine.game import Game
from innolog.strategy.features import CARDS, ROLES, View

#: The row of the table of cards that stands for no card.
_NONE = ROLES * CARDS
#: Names of such numbers in a file begin with this.
TOLD = "told_"
Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
Row: TypeAlias = tuple[list[float], list[int]]


class Network:
    """Two hidden layers. ``cards`` are the weights of each card in each role.

    ``told`` has numbers about its training: the seed, the games, the loss, and the error of its chances.
    """

    def __init__(self, weights: dict[str, Any]) -> None:
        of = {name: np.asarray(value, np.float32) for name, value in weights.items()}
        self._first, self._first_bias = of["first"], of["first_bias"]
        self._cards = np.vstack([of["cards"], np.zeros((1, of["cards"].shape[1]), np.float32)])
        self._second, self._second_bias = of["second"], of["second_bias"]
        self._last, self._last_bias = of["last"], of["last_bias"]
        self.told = {name.removeprefix(TOLD): float(value) for name, value in weights.items() if name.startswith(TOLD)}

    def chances(self, rows: Sequence[Row]) -> Numbers:
        """The chance to win for each row of :meth:`~innolog.strategy.features.View.of`, by itself."""
        cards: list[int] = []
        starts: list[int] = []
        for _, these in rows:
            starts.append(len(cards))
            cards.append(_NONE)
            cards += these
        numbers = np.array([numbers for numbers, _ in rows], np.float32)
        hidden = numbers @ self._first + np.add.reduceat(self._cards[cards], starts) + self._first_bias
        hidden = np.maximum(hidden, 0) @ self._second + self._second_bias
        logits = np.maximum(hidden, 0) @ self._last + self._last_bias
        found: Numbers = 1 / (1 + np.exp(-np.clip(logits[:, 0], -20, 20)))
        return found


def read(path: Path) -> Network:
    """The network of a file of weights."""
    with np.load(path, allow_pickle=False) as found:
        weights = {name: found[name] for name in found.files}
    return Network(weights)


@cache
def shipped() -> Network:
    """The network that is part of the package."""
    with as_file(files("innolog.strategy") / "data" / "value.npz") as path:
        return read(path)


def rows_of(game: Game) -> list[Row]:
    """A position as seen from each seat."""
    view = View(game)
    return [view.of(seat) for seat in range(len(game.players))]


def shares(game: Game) -> list[float] | None:
    """What each seat has won, if the game is over: 1 in all for each side that could win, shared by the winners."""
    if game.over is None:
        return None
    winners = game.over.winners
    sides = len({_side(game, seat) for seat in winners}) or 1
    return [1.0 / sides if seat in winners else 0.0 for seat in range(len(game.players))]


def _side(game: Game, seat: int) -> int:
    return game.rules.teams[seat] if game.rules.teams else seat


def normal(game: Game, chances: Numbers) -> Numbers:
    """Chances of all seats (columns) so that those of all sides add up to one."""
    sides = [_side(game, seat) for seat in range(len(game.players))]
    members = sides.count(sides[0])
    found: Numbers = chances * (members / chances.sum(axis=-1, keepdims=True))
    if members > 1:
        for side in set(sides):
            of = [seat for seat, other in enumerate(sides) if other == side]
            found[..., of] = found[..., of].mean(axis=-1, keepdims=True)
    return found
