"""Ratings of players with their uncertainty: a Plackett-Luce model with normally distributed skills.

Each game is a choice of the winner among its sides (a team, or a player who plays alone). A side wins with a
probability proportional to exp(strength); its strength is the mean skill of its members, plus an advantage for the side
that took the first turn. Skills are normal, N(0, spread²), with a half-normal prior for the spread. The posterior is
approximated by a normal distribution around its mode (Laplace) for each spread of a grid, weighted by the marginal
likelihood of the spread. So a player with few games is rated near the mean, with a wide interval.

All games of a group are used at once, in any order, because not every log records when it was played; whoever wants the
ratings of a period chooses its games. Online systems such as OpenSkill depend on the order of games; in the simulated
star design of ``tests.statistics`` their intervals for the central player covered the true value in 33 to 95 of 100
datasets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int64]

#: Standard deviations of skill (log odds of winning) that are tried, and that of their half-normal prior. Both priors
#: are wide: with a narrower one, intervals in groups of strongly different players were too narrow.
SPREADS = (0.05, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3, 1.7, 2.3, 3.0)
_PRIOR = 2.0
#: Standard deviation of the prior of the first turn's advantage, log odds.
_PRIOR_FIRST = 1.0
#: Draws from the posterior. Deterministic.
DRAWS = 1000
#: Players with skills of their own. If a group has more, those with the fewest games share one skill, so that the
#: matrix of second derivatives stays small.
MOST_PEOPLE = 1500
#: Elo points per unit of log odds.
ELO = 400 / np.log(10)
#: One in this many draws is used for expected win points, because each needs a pass over all games.
EXPECTED_EVERY = 5
_ITERATIONS, _STEP = 50, 1e-6


class Seats(NamedTuple):
    """The seats of all games of a group, one entry each: numbers from 0 of game, side in the game, and person.

    ``first`` is 1 for the side that took the first turn. ``points`` are the win points of the seat's side.
    """

    game: Indices
    side: Indices
    person: Indices
    first: Numbers
    points: Numbers


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a group. Arrays have one value per person, or the shape (draws from the posterior, people).

    - ``games``: number of games. ``won``: mean win points of these games.
    - ``skills``: draws of the skill relative to the mean of all people, in log odds.
    - ``against_average``: draws of the probability to win against average players, with average team-mates.
    - ``expected``: draws of the mean win points that an average player would have won in the person's place.
    - ``above``: draws of the person's own mean chance in these games, minus ``expected``.
    """

    games: Indices
    won: Numbers
    skills: Numbers
    against_average: Numbers
    expected: Numbers
    above: Numbers


def rate(seats: Seats) -> Ratings:
    """Rate the people of a group, whose games all have the same numbers of sides and seats.

    Every game has at least two sides, and their win points add up to 1.
    """
    people = int(seats.person.max()) + 1
    games = np.bincount(seats.person, minlength=people)
    shared = _shared(games)
    model = _Model(seats, shared)
    draws = model.draws()
    skill = draws[:, shared]
    mean = skill.mean(axis=1)
    skills = skill - mean[:, None]
    some = slice(None, None, EXPECTED_EVERY)
    expected, own = model.expectations(seats, draws[some], mean[some], shared[seats.person])
    against = 1 / (1 + (model.sides - 1) * np.exp(-skills / model.members))
    return Ratings(
        games, np.bincount(seats.person, seats.points, people) / games, skills, against, expected / games,
        (own - expected) / games,
    )  # fmt: skip


def _shared(games: Indices) -> Indices:
    """The number of the skill of each person."""
    if len(games) <= MOST_PEOPLE:
        return np.arange(len(games))
    often = np.argsort(-games, kind="stable")
    numbers = np.full(len(games), MOST_PEOPLE - 1)
    numbers[often[: MOST_PEOPLE - 1]] = np.arange(MOST_PEOPLE - 1)
    return numbers


class _Model:
    """Rows are sides of games; columns are skills, and the advantage of the first turn as the last one."""

    def __init__(self, seats: Seats, shared: Indices) -> None:
        from scipy import sparse

        most = int(seats.side.max()) + 1
        keys, row = np.unique(seats.game * most + seats.side, return_inverse=True)
        self.row, self.row_game = row, np.unique(keys // most, return_inverse=True)[1]
        size = np.bincount(row)
        first = np.zeros(len(size))
        np.maximum.at(first, row, seats.first)
        self.skills = int(shared.max()) + 1
        columns = np.concatenate([shared[seats.person], np.full(len(size), self.skills)])
        rows = np.concatenate([row, np.arange(len(size))])
        values = np.concatenate([1 / size[row], first])
        self.design = sparse.csr_matrix((values, (rows, columns)), shape=(len(size), self.skills + 1))
        self.size = size
        self.points = np.bincount(row, seats.points) / size
        games = int(self.row_game.max()) + 1
        self.sides, self.members = len(size) / games, len(row) / len(size)
        self.of_games = sparse.csr_matrix(
            (np.ones(len(size)), (self.row_game, np.arange(len(size)))), shape=(games, len(size))
        )

    def chances(self, strength: Numbers) -> Numbers:
        """The probability that each side wins, from the strengths of all sides."""
        largest = np.full(int(self.row_game.max()) + 1, -np.inf)
        np.maximum.at(largest, self.row_game, strength)
        weight = np.exp(strength - largest[self.row_game])
        return np.asarray(weight / np.bincount(self.row_game, weight)[self.row_game])

    def mode(self, precision: Numbers, start: Numbers) -> tuple[Numbers, Numbers, float]:
        """The mode of the posterior by Newton's method, the second derivatives there, and the log posterior."""
        from scipy import linalg, sparse

        x = start
        for _ in range(_ITERATIONS):
            p = self.chances(self.design @ x)
            gradient = self.design.T @ (self.points - p) - precision * x
            weighted = sparse.diags(p) @ self.design
            sums = self.of_games @ weighted
            hessian = (self.design.T @ weighted - sums.T @ sums).toarray() + np.diag(precision)
            step = linalg.solve(hessian, gradient, assume_a="pos")
            # The posterior is log-concave; far from its mode a full step may be too long.
            x = x + step * min(1.0, 3 / max(np.abs(step).max(), 1e-12))
            if np.abs(step).max() < _STEP:
                break
        p = self.chances(self.design @ x)
        fit = float(self.points @ np.log(np.maximum(p, 1e-300)) - (precision * x * x).sum() / 2)
        return x, hessian, fit

    def draws(self) -> Numbers:
        """Draws from the posterior, shape (draws, skills + 1)."""
        from scipy import linalg
        from threadpoolctl import threadpool_limits

        random = np.random.default_rng(0)
        normal = random.standard_normal((DRAWS, self.skills + 1))
        x = np.zeros(self.skills + 1)
        modes, scores = [], []
        with threadpool_limits(1, "blas"):
            for spread in SPREADS:
                precision = np.full(self.skills + 1, spread**-2)
                precision[-1] = _PRIOR_FIRST**-2
                x, hessian, fit = self.mode(precision, x)
                root = linalg.cholesky(hessian, lower=True)
                evidence = fit + np.log(precision).sum() / 2 - np.log(np.diag(root)).sum()
                # The grid is not even: each spread stands for the distance to its neighbours.
                scores.append(evidence - spread**2 / (2 * _PRIOR**2))
                modes.append((x, root))
            weight = np.exp(np.array(scores) - max(scores)) * np.gradient(np.array(SPREADS))
            number = np.searchsorted(np.cumsum(weight / weight.sum()), (np.arange(DRAWS) + 0.5) / DRAWS)
            found = np.empty_like(normal)
            for index in np.unique(number):
                mode, root = modes[index]
                chosen = number == index
                found[chosen] = mode + linalg.solve_triangular(root.T, normal[chosen].T).T
        return found

    def expectations(self, seats: Seats, draws: Numbers, mean: Numbers, skill: Indices) -> tuple[Numbers, Numbers]:
        """Expected win points in the games of each person: of an average player in their place, and their own (draws).

        ``mean`` is the mean skill of all people in each draw, ``skill`` the column of each seat's skill.
        """
        people = int(seats.person.max()) + 1
        share = 1 / self.size[self.row]
        expected, own = np.empty((len(draws), people)), np.empty((len(draws), people))
        for number, draw in enumerate(draws):
            strength = self.design @ draw
            weight = np.exp(strength)
            others = (np.bincount(self.row_game, weight)[self.row_game] - weight)[self.row]
            changed = np.exp(strength[self.row] + (mean[number] - draw[skill]) * share)
            expected[number] = np.bincount(seats.person, changed / (others + changed), people)
            chance = weight[self.row] / (others + weight[self.row])
            own[number] = np.bincount(seats.person, chance, people)
        return expected, own
