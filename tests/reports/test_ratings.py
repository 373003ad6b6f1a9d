"""Ratings find planted skills, and their intervals hold these as often as they say.

Who plays whom matters: one person against many, a few friends, many who meet at random. An online rating system had
intervals that were too wide for those with few games and far too narrow for the person in the middle of a star.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from reports.metrics import BY_NAME
from reports.metrics.rated import LEAST_GAMES, _rows
from reports.ratings import Ratings, Seats, rate
from tests.statistics.designs import SPREADS, Indices, Numbers, design


def _seats(one: Indices, other: Indices, wins: Numbers) -> Seats:
    games = np.arange(len(one))
    return Seats(
        np.concatenate([games, games]),
        np.repeat([0, 1], len(games)),
        np.concatenate([one, other]),
        np.repeat([1.0, 0.0], len(games)),
        np.concatenate([wins, 1 - wins]),
    )


def _played(name: str, games: int, spread: float, seed: int) -> tuple[Ratings, Numbers, Numbers]:
    """Ratings, the planted skills, and how much more than an average player each should have won."""
    random = np.random.default_rng(seed)
    plan = design(name, games)
    one, other = plan.games(games, random)
    people = np.unique(np.concatenate([one, other]))
    skill = random.standard_normal(len(people)) * spread
    skill -= skill.mean()
    one, other = np.searchsorted(people, one), np.searchsorted(people, other)

    def chance(mine: Numbers, theirs: Numbers) -> Numbers:
        return np.asarray(1 / (1 + np.exp(theirs - mine)))

    real = chance(skill[one], skill[other])
    wins = (random.random(games) < real).astype(float)
    none = np.zeros(games)
    more = np.bincount(one, real - chance(none, skill[other]), len(people))
    more += np.bincount(other, 1 - real - chance(none, skill[one]), len(people))
    ratings = rate(_seats(one, other, wins))
    return ratings, skill, more / ratings.games


@pytest.mark.parametrize("name", ["star", "clique"])
def test_planted_skills_are_found_in_their_order(name: str) -> None:
    ratings, skill, _ = _played(name, 400, SPREADS["strong"], 3)
    found = ratings.skills.mean(axis=0)
    often = ratings.games >= LEAST_GAMES
    if name == "clique":
        assert list(np.argsort(found)) == list(np.argsort(skill))
    assert np.corrcoef(found, skill)[0, 1] > 0.6
    assert np.abs(found - skill)[often].max() < 0.6


@pytest.mark.long
@pytest.mark.parametrize(("name", "games"), [("star", 60), ("clique", 60), ("clique", 200), ("mixed", 120)])
def test_intervals_hold_planted_skills(name: str, games: int) -> None:
    held, more_held, number = 0, 0, 0
    for seed in range(40):
        for spread in ("realistic", "strong"):
            ratings, skill, more = _played(name, games, SPREADS[spread], seed)
            often = ratings.games >= LEAST_GAMES
            for draws, true in ((ratings.skills, skill), (ratings.above, more)):
                low, high = np.quantile(draws, [0.025, 0.975], axis=0)
                inside = int(((low <= true) & (true <= high))[often].sum())
                held, more_held = (held + inside, more_held) if draws is ratings.skills else (held, more_held + inside)
            number += int(often.sum())
    # At least 80 people, some of the same game: the standard error is at most 2.5 points.
    assert number >= 80
    assert 0.90 < held / number <= 1, held / number
    assert 0.90 < more_held / number <= 1, more_held / number


def test_equal_players_get_no_spread_and_the_first_turn_no_skill() -> None:
    """Who takes the first turn wins 70 of 100 games; two players take it in turns, a third never."""
    random = np.random.default_rng(1)
    games = 600
    one = np.arange(games) % 2
    ratings = rate(_seats(one, np.full(games, 2), (random.random(games) < 0.7).astype(float)))
    low, high = np.quantile(ratings.skills, [0.025, 0.975], axis=0)
    assert (low < 0).all()
    assert (high > 0).all()


def test_four_players_in_teams_and_alone() -> None:
    """The strongest player is found although teams win together, and in games of four."""
    random = np.random.default_rng(2)
    games, skill = 500, np.array([1.5, 0.0, 0.0, -1.5])
    order = random.permuted(np.tile(np.arange(4), (games, 1)), axis=1)
    game, person = np.repeat(np.arange(games), 4), order.ravel()
    for sides in (4, 2):
        side = np.tile(np.arange(4) % sides, games)
        strength = np.exp([np.bincount(side[:4], skill[row]) * sides / 4 for row in order])
        chance = strength / strength.sum(axis=1, keepdims=True)
        winner = (random.random(games)[:, None] > chance.cumsum(axis=1)).sum(axis=1)
        points = (side == np.repeat(winner, 4)).astype(float)
        ratings = rate(Seats(game, side, person, np.zeros(4 * games), points))
        assert ratings.skills.mean(axis=0) == pytest.approx(skill, abs=0.45)
        assert ratings.won @ ratings.games == pytest.approx(games * 4 / sides)
        # In the strongest player's place, even an average player meets weaker opponents.
        assert 1 / sides < ratings.expected.mean(axis=0)[0] < ratings.won[0]


def test_two_players_by_brute_force() -> None:
    """The posterior of the difference d of two skills, summed over a grid of spreads and differences."""
    wins, games = 19, 25
    d, spread = np.linspace(-6, 6, 1201), np.linspace(0.02, 3.5, 175)[:, None]
    prior = np.exp(-(d**2) / (4 * spread**2)) / spread * np.exp(-(spread**2) / 8)
    posterior = (prior / (1 + np.exp(-d)) ** wins / (1 + np.exp(d)) ** (games - wins)).sum(axis=0)
    posterior /= posterior.sum()
    low, high = np.interp([0.025, 0.975], posterior.cumsum(), d)
    seats = _seats(np.zeros(games, int), np.ones(games, int), (np.arange(games) < wins).astype(float))
    found = 2 * rate(seats._replace(first=np.zeros(2 * games))).skills[:, 0]
    assert found.mean() == pytest.approx(d @ posterior, abs=0.12)
    assert np.quantile(found, [0.025, 0.975]) == pytest.approx([low, high], abs=0.2)
    # The average player is half of d below the one and above the other.
    half, whole = 1 / (1 + np.exp(-d / 2)), 1 / (1 + np.exp(-d))
    rows = pd.DataFrame({"game": np.arange(2 * games) // 2, "side": np.arange(2 * games) % 2, "first": 0, "players": 2})
    rows["item"], rows["person"] = np.where(rows["side"] == 0, "Ada", "Ben"), rows["side"]
    rows["points"] = ((rows["game"] >= wins) == rows["side"]).astype(float)
    table: Any = _rows(rows).set_index(["metric", "item"])["value"]
    for metric, value, near in (
        ("rating", 400 / np.log(10) * d / 2, 12), ("win_rate_adjusted", half, 0.02), ("win_rate_expected", half, 0.02),
        ("above_expected", whole - half, 0.02)
    ):  # fmt: skip
        assert table[metric, "Ada"] == pytest.approx(value @ posterior, abs=near)


def test_players_of_few_games_have_no_interval_and_it_is_said_why() -> None:
    rows: list[dict[str, Any]] = [
        {"game": game, "item": item, "person": item, "side": side, "first": 1 - side, "points": float(side == game % 2),
         "players": 2}
        for game in range(20) for side, item in enumerate(["Ada", "Ben" if game < 17 else "Cem"])
    ]  # fmt: skip
    # Somebody against themselves is no game.
    rows += [{**rows[0], "game": 99}, {**rows[0], "game": 99, "side": 1, "points": 0.0}]
    found: Any = _rows(pd.DataFrame(rows))
    rating = found[found["metric"] == "rating"].set_index("item")
    assert list(rating["n"]) == [20, 17, 3]
    assert np.isnan(rating.loc["Cem", "low"])
    assert rating.loc["Cem", "why"] == "fewer than 15 games"
    assert rating.loc["Ben", "low"] < rating.loc["Ben", "value"] < rating.loc["Ben", "high"]
    assert set(found["metric"]) == {name for name, metric in BY_NAME.items() if metric.sql == "rating_seats"}
