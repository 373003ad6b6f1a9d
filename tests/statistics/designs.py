"""Games with known skills, in the designs that users have, and the true values that intervals should contain.

Skill is normal; the stronger player wins more often (Bradley and Terry) and uses the card more often. A number is about
the people that are held fixed and about people like the others: the truth takes the first as they are and the mean over
the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]

#: Standard deviation of skill, as the logarithm of the odds of winning: none; 100 points of Elo; 260 points.
SPREADS = {"none": 0.0, "realistic": 0.6, "strong": 1.5}
DESIGNS = ("star", "clique", "ladder", "mixed")
#: What is estimated: win points of those who used a card; win points of the first player; games with a property that
#: depends on how both play.
STATISTICS = ("card", "player", "game")
_GRID = np.linspace(-5, 5, 201)
_WEIGHT = np.exp(-(_GRID**2) / 2) / np.exp(-(_GRID**2) / 2).sum()


def _logistic(x: Numbers | float) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.asarray(x))))


@dataclass(frozen=True)
class Design:
    """Who plays whom: ``probability[i, j]`` that a game is of players i and j, in this order."""

    name: str
    probability: Numbers

    def games(self, number: int, random: np.random.Generator) -> tuple[Indices, Indices]:
        """The players of some games."""
        drawn = random.choice(self.probability.size, number, p=self.probability.ravel())
        one, other = np.unravel_index(drawn, self.probability.shape)
        return one.astype(np.int64), other.astype(np.int64)


@cache
def design(name: str, games: int) -> Design:
    """A design for a number of games. In a star and in a mixed design, the first player plays against many."""
    if name == "clique":
        return Design(name, _uniform(4))
    others = int(np.clip(games // 2, 10, 400))
    if name == "ladder":
        return Design(name, _uniform(max(20, others)))
    if name == "star":
        probability = np.zeros((others + 1, others + 1))
        probability[0, 1:] = 1 / others
        return Design(name, probability)
    # A third against three friends, a third against others, a third among others.
    probability = np.zeros((others + 4, others + 4))
    probability[0, 1:4] = 1 / 9
    probability[0, 4:] = 1 / 3 / others
    probability[4:, 4:] = _uniform(others) / 3
    return Design(name, probability)


def _uniform(people: int) -> Numbers:
    probability = np.ones((people, people)) - np.eye(people)
    return np.asarray(probability / probability.sum())


def _expected(statistic: str, spread: float, one: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
    """Expected rows and sum of a game of two players with these skills."""
    wins = _logistic(spread * (one - other))
    if statistic == "game":
        return np.ones_like(wins), _logistic(spread * (one + other) / 2)
    if statistic == "player":
        return np.ones_like(wins), wins
    uses, other_uses = (_logistic(spread * skill) for skill in (one, other))
    return uses + other_uses, uses * wins + other_uses * (1 - wins)


@cache
def _means(statistic: str, spread: float) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Expectations for a fixed first player, a fixed second one (both by skill), and two others."""
    n, s = _expected(statistic, spread, _GRID[:, None], _GRID[None, :])
    return n @ _WEIGHT, s @ _WEIGHT, _WEIGHT @ n, _WEIGHT @ s, np.array([_WEIGHT @ n @ _WEIGHT, _WEIGHT @ s @ _WEIGHT])


def truth(plan: Design, statistic: str, spread: float, skill: Numbers, fixed: Indices) -> float:
    """The number itself, for these people held fixed and others like them."""
    probability = plan.probability
    if statistic == "player":
        probability = np.zeros_like(plan.probability)
        probability[0] = plan.probability[0] + plan.probability[:, 0]
        probability /= probability.sum()
    inside = probability[np.ix_(fixed, fixed)]
    first, second = (
        probability[fixed].sum(axis=1) - inside.sum(axis=1),
        probability[:, fixed].sum(axis=0) - inside.sum(axis=0),
    )
    rest = 1 - first.sum() - second.sum() - inside.sum()
    n1, s1, n2, s2, both = _means(statistic, spread)
    mine = skill[fixed]
    n, s = _expected(statistic, spread, mine[:, None], mine[None, :])
    rows = (inside * n).sum() + first @ np.interp(mine, _GRID, n1) + second @ np.interp(mine, _GRID, n2)
    total = (inside * s).sum() + first @ np.interp(mine, _GRID, s1) + second @ np.interp(mine, _GRID, s2)
    return float((total + rest * both[1]) / (rows + rest * both[0]))


@dataclass(frozen=True)
class Played:
    """Games of many datasets. ``sums``: item (number of the dataset), game, n, s; ``people``: game, person."""

    sums: pd.DataFrame
    people: pd.DataFrame
    #: Skills by dataset and person. A person's number is the place in this array, read row by row.
    skills: Numbers


def play(name: str, statistic: str, games: int, spread: float, datasets: int, seed: int) -> Played:
    """A number of datasets, each with its own people and a number of games."""
    random = np.random.default_rng(seed)
    plan = design(name, games)
    people = len(plan.probability)
    skills = random.standard_normal((datasets, people))
    dataset = np.repeat(np.arange(datasets), games)
    one, other = plan.games(games * datasets, random)
    first, second = (skills[dataset, seat] for seat in (one, other))
    wins = random.random(len(dataset)) < _logistic(spread * (first - second))
    if statistic == "game":
        n, s = np.ones(len(dataset)), random.random(len(dataset)) < _logistic(spread * (first + second) / 2)
    elif statistic == "player":
        n, s = (one == 0) | (other == 0), np.where(one == 0, wins, (other == 0) & ~wins)
    else:
        uses = random.random((2, len(dataset))) < _logistic(spread * np.stack([first, second]))
        n, s = uses.sum(axis=0), uses[0] * wins + uses[1] * ~wins
    game = np.arange(len(dataset))
    sums = pd.DataFrame({"item": dataset, "game": game, "n": np.asarray(n, float), "s": np.asarray(s, float)})
    seats = [pd.DataFrame({"game": game, "person": seat + dataset * people}) for seat in (one, other)]
    return Played(sums[sums["n"] > 0], pd.concat(seats), skills)
