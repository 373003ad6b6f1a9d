"""Differences of shares when outcomes are rare: ``python -m tests.statistics.rare`` prints the table.

In games of two, one player activates cards as often as many others, or half as often. They are compared as in
``my_cards``: with players who had the same result. A *family* is the 70 cards of one dataset. For each design the table
shows the percentage of families with a discovery (q < 0.05) if there is nothing to discover, and the percentage of
intervals that contain the truth, by the share of games in which the cards are activated.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import duckdb
import numpy as np
import pandas as pd

from innolog.store.views import add_exact_sum
from reports.metrics import BY_NAME
from reports.metrics.compute import estimate, metric_sql
from tests.statistics.coverage import count_people

#: Shares of games in which cards are activated; each share has as many cards.
SHARES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 0.5)
#: Games of the player, and all games.
SIZES = ((30, 165), (60, 300), (150, 300))
#: Standard deviation of the logarithm of the odds between the other players.
SPREADS = {"equal": 0.0, "differ": 0.7}
#: The chance of a card after a lost and a won game, relative to its share.
_BY_RESULT = np.array([0.7, 1.3])
_OTHERS, _CARDS = 60, 10
#: Points and weights of means over the other players (Gauss and Hermite).
_NODES, _TIMES = np.polynomial.hermite_e.hermegauss(31)
_WEIGHTS = _TIMES / _TIMES.sum()


class Found(NamedTuple):
    """Families with a discovery, and the coverage by share of games if there is no difference, and if there is one."""

    families: float
    equal: list[float]
    half: list[float]


def found(own: int, games: int, spread: float, families: int, seed: int = 0) -> Found:
    """The discoveries and coverage of a design."""
    null, half = (_estimated(own, games, spread, ratio, families, seed) for ratio in (1.0, 0.5))
    discoveries = null.groupby("edition")["q"].min() < 0.05
    return Found(float(discoveries.mean()), _covered(null), _covered(half))


def _covered(table: pd.DataFrame) -> list[float]:
    given = table[table["low"].notna()]
    inside = (given["low"] <= given["truth"]) & (given["truth"] <= given["high"])
    return [float(part.mean()) for _, part in inside.groupby(given["share"])]


def _estimated(own: int, games: int, spread: float, ratio: float, families: int, seed: int) -> pd.DataFrame:
    """The metric's table, with the share and the truth of each card. A family is an edition."""
    random = np.random.default_rng(seed)
    total = families * games
    family, place = np.divmod(np.arange(total), games)
    one = np.where(place < own, 0, random.integers(1, _OTHERS + 1, total))
    other = 1 + (one + random.integers(0, _OTHERS - 1, total)) % _OTHERS
    seats = np.stack([one, other])
    won = np.stack([first := random.random(total) < 0.5, ~first]).astype(int)
    skill = spread * random.standard_normal((families, _OTHERS + 1, len(SHARES) * _CARDS))
    frames, truths = [], []
    for card, share in enumerate(np.repeat(SHARES, _CARDS)):
        odds = np.log(share * _BY_RESULT / (1 - share * _BY_RESULT))
        chance = _logistic(odds[won] + np.where(seats > 0, skill[family, seats, card], 0))
        # The player is as the mean of the others, times the ratio.
        mean = _logistic(odds[:, None] + spread * _NODES) @ _WEIGHTS
        chance = np.where(seats > 0, chance, ratio * mean[won])
        uses, own_seats = random.random(seats.shape) < chance, seats == 0
        frame = pd.DataFrame({
            "item": card, "stratum": won.ravel(), "game": np.tile(np.arange(total), 2), "n": own_seats.ravel(),
            "s": (uses & own_seats).ravel(), "n0": ~own_seats.ravel(), "s0": (uses & ~own_seats).ravel(),
        })  # fmt: skip
        frames.append(frame.astype(dict.fromkeys(("n", "s", "n0", "s0"), float)))
        # Each result has half of the rows.
        truths.append((card, share, (ratio - 1) * mean.mean()))
    people = pd.DataFrame({"game": np.tile(np.arange(total), 2), "person": (seats + family * (_OTHERS + 1)).ravel()})
    table = _measured(pd.concat(frames), people, family)
    return table.merge(pd.DataFrame(truths, columns=["item", "share", "truth"]), on="item")


def _measured(sums: pd.DataFrame, people: pd.DataFrame, family: np.ndarray) -> pd.DataFrame:
    """What ``my_cards`` says of sums by card, result and game."""
    metric = replace(BY_NAME["my_cards"], of="thing", bound={})
    families = pd.DataFrame({"game": np.arange(len(family)), "edition": family})
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        add_exact_sum(connection)
        connection.register("sums_", sums)
        connection.register("people_", people)
        connection.register("families_", families)
        connection.execute("CREATE TABLE game_people AS SELECT game, hash(person) AS person FROM people_")
        count_people(connection)
        connection.execute(
            "UPDATE counted SET edition = f.edition::VARCHAR FROM families_ f WHERE f.game = counted.game"
        )

        def ask(query: str, parameters: Mapping[str, object]) -> pd.DataFrame:
            return connection.execute(query.replace(metric_sql(metric), "FROM sums_"), dict(parameters)).df()

        return estimate(metric, ask)


def _logistic(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--families", type=int, default=100, help="for each design")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print("| player's games | all games | others | families | difference |", end="")
    print("".join(f" {share:.1%} |" for share in SHARES))
    print("|---:|---:|---|---:|---|" + "---:|" * len(SHARES))
    for (own, games), (name, spread) in itertools.product(SIZES, SPREADS.items()):
        cells = found(own, games, spread, arguments.families, arguments.seed)
        for what, covered in (("none", cells.equal), ("half", cells.half)):
            shown = "".join(f" {100 * share:.1f} |" for share in covered)
            print(f"| {own} | {games} | {name} | {100 * cells.families:.0f} | {what} |{shown}", flush=True)


if __name__ == "__main__":
    main()
