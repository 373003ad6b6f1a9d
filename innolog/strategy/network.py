"""The chance of each player to win from a position: a small network, trained on games that bots played.

The weights are files of the package, made by ``python -m innolog.training``. numpy evaluates them if it is installed,
and plain Python otherwise, which takes longer.
"""

from __future__ import annotations

import gzip
import struct
import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib.resources import as_file, files
from math import exp
from operator import sub
from pathlib import Path
from typing import Any, TypeAlias

from innolog.engine.game import Game
from innolog.strategy.features import View

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]
if sys.version_info >= (3, 12):
    from math import sumprod
else:

    def sumprod(p: Iterable[float], q: Iterable[float], /) -> float:
        """The sum of products."""
        return sum([a * b for a, b in zip(p, q, strict=True)])


#: None in a browser and in a light installation.
np: Any = numpy
#: The matrices that have most of the numbers.
_LARGE = ("first", "cards")
#: The sum before the last step is cut off here: chances are between 2e-9 and 1 - 2e-9.
_MOST = 20.0
_SINGLE = struct.Struct("f")
#: A matrix as rows of numbers.
Matrix: TypeAlias = list[list[float]]
Row: TypeAlias = tuple[list[float], list[int]]


@cache
def _libraries() -> Any:
    """The libraries of linear algebra; None in a light installation, which has nothing to limit their threads."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController().select(user_api="blas")


def _one_thread() -> AbstractContextManager[Any]:
    """Keep linear algebra to one thread: on a busy machine, threads wait for each other, and a review took ten times as
    long.
    """
    libraries = _libraries()
    return nullcontext() if libraries is None else libraries.limit(limits=1)


class Network:
    """Two hidden layers. ``weights`` are matrices by name; ``cards`` are the weights of each card in each role, if any.

    ``told`` has numbers about its training: the seed, the games, the loss, and ``sure``, how many times its log odds
    are those that it learned.
    """

    def __init__(self, weights: Mapping[str, Matrix], told: Mapping[str, float]) -> None:
        self.told = dict(told)
        known = weights.get("cards", [])
        # The last row stands for no card.
        of = {**weights, "cards": [*known, [0.0] * len(weights["first_bias"][0])]}
        self._none = len(known)
        if np is None:
            self._lists = of
            # A unit of a layer reads a column. In joined networks, it reads the units of its own network alone.
            self._second = [_without_zeros(column) for column in zip(*of["second"], strict=True)]
            self._last = [weight for (weight,) in of["last"]]
        else:
            self._arrays = {name: np.asarray(matrix, np.float32) for name, matrix in of.items()}

    def chances(self, rows: Sequence[Row], seats: int = 1) -> list[float]:
        """The chance to win for each row of :meth:`~innolog.strategy.features.View.of`, by itself.

        It is found sooner if rows that are ``seats`` apart are alike.
        """
        return self._of_each(rows, seats) if np is None else self._of_all(rows)

    def _of_all(self, rows: Sequence[Row]) -> list[float]:
        cards: list[int] = []
        starts: list[int] = []
        for _, these in rows:
            starts.append(len(cards))
            cards.append(self._none)
            cards += these
        of = self._arrays
        numbers = np.array([numbers for numbers, _ in rows], np.float32)
        with _one_thread():
            hidden = numbers @ of["first"] + np.add.reduceat(of["cards"][cards], starts) + of["first_bias"]
            hidden = np.maximum(hidden, 0) @ of["second"] + of["second_bias"]
            logits = np.maximum(hidden, 0) @ of["last"] + of["last_bias"]
        found: list[float] = (1 / (1 + np.exp(-np.clip(logits[:, 0], -_MOST, _MOST)))).tolist()
        return found

    def _of_each(self, rows: Sequence[Row], seats: int) -> list[float]:
        """As :meth:`_of_all`, in plain Python: of a row, what differs from the first one of its seat is added up."""
        of = self._lists
        found: list[float] = []
        nothing: tuple[list[float], list[int], list[float]] = [0.0] * len(of["first"]), [], of["first_bias"][0]
        bases: list[tuple[list[float], list[int], list[float]]] = []
        for index, (numbers, cards) in enumerate(rows):
            others, other_cards, sums = nothing if index < seats else bases[index % seats]
            count = Counter(cards)
            count.subtract(other_cards)
            parts = [(of["first"][at], value) for at, value in enumerate(map(sub, numbers, others)) if value]
            parts += [(of["cards"][card], value) for card, value in count.items() if value]
            if parts:
                inputs, values = zip(*parts, strict=True)
                units = zip(sums, zip(*inputs, strict=True), strict=True)
                sums = [base + sumprod(values, unit) for base, unit in units]
            if index < seats:
                bases.append((numbers, cards, sums))
            found.append(self._rest(sums))
        return found

    def _rest(self, sums: list[float]) -> float:
        """The chance from the sums of the first layer."""
        of = self._lists
        hidden = [value if value > 0.0 else 0.0 for value in sums]
        second = zip(self._second, of["second_bias"][0], strict=True)
        hidden = [sumprod(hidden[read], weights) + bias for (read, weights), bias in second]
        logit = sumprod([value if value > 0.0 else 0.0 for value in hidden], self._last) + of["last_bias"][0][0]
        return 1 / (1 + exp(-min(_MOST, max(-_MOST, logit))))


def _without_zeros(weights: Sequence[float]) -> tuple[slice, Sequence[float]]:
    """Weights without zeros at both ends, and where they stand."""
    used = [index for index, weight in enumerate(weights) if weight] or [0]
    read = slice(used[0], used[-1] + 1)
    return read, weights[read]


def write(network: Mapping[str, Matrix], told: Mapping[str, float], path: Path) -> None:
    """Write the weights of a network as compressed lines. Large matrices are half floats, the others single ones."""
    lines = [f"told {name} {value}" for name, value in told.items()]
    for name, matrix in network.items():
        form = "e" if name in _LARGE else "f"
        flat = [number for row in matrix for number in row]
        packed = b64encode(struct.pack(f"<{len(flat)}{form}", *flat)).decode()
        lines.append(f"matrix {name} {len(matrix[0])} {form} {packed}")
    # The time is always the same, and so are the bytes.
    path.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


def read(path: Path) -> Network:
    """The network of a file of weights."""
    weights: dict[str, Matrix] = {}
    told: dict[str, float] = {}
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        kind, name, *rest = line.split()
        if kind == "told":
            told[name] = float(rest[0])
            continue
        columns, form, packed = int(rest[0]), rest[1], b64decode(rest[2])
        flat = list(struct.unpack(f"<{len(packed) // struct.calcsize(form)}{form}", packed))
        weights[name] = [flat[start : start + columns] for start in range(0, len(flat), columns)]
    return Network(weights, told)


@cache
def shipped(name: str = "value") -> Network:
    """A network that is part of the package: ``value`` of reviews, or ``level`` of curves."""
    with as_file(files("innolog.strategy") / "data" / f"{name}.gz") as path:
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


def single(value: float) -> float:
    """A number as a single float. Chances are that, so that no digits beyond those of the network decide."""
    rounded: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
    return rounded


def total(values: Sequence[float]) -> float:
    """The sum of single floats, as one."""
    found = 0.0
    for value in values:
        found = single(found + value)
    return found


def normal(game: Game, chances: Sequence[float]) -> list[float]:
    """Chances of all seats at one position so that those of all sides add up to one.

    The chance of a side is the mean of its members' chances, and each of them has it.
    """
    sides = [_side(game, seat) for seat in range(len(game.players))]
    times = single(1 / total([chance / sides.count(side) for chance, side in zip(chances, sides, strict=True)]))
    found = [single(chance * times) for chance in chances]
    for side in set(game.rules.teams):
        of = [seat for seat, other in enumerate(sides) if other == side]
        mean = single(total([found[seat] for seat in of]) / len(of))
        for seat in of:
            found[seat] = mean
    return found
