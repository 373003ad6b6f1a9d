"""Intervals hold the truth as often as they say, on games with known skills and a card of known worth.

The fault: who plays was taken for many people who meet at random. Somebody who records their own tables is at every
one, so all their games fell into one cluster, in which outcomes balance, and intervals held the truth in 64 to 75 of
100 cases. Of the same class: a few friends among each other, and one person's own win rate. ``python -m
tests.statistics.coverage`` prints the whole table; these are some cells of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from innolog.store.views import add_exact_sum
from reports.metrics import BY_NAME
from reports.metrics.compute import estimate, metric_sql
from tests.statistics.coverage import count_people, coverage
from tests.statistics.designs import DESIGNS

#: Each takes seconds.
pytestmark = pytest.mark.long

DATASETS, GAMES, PLAYERS = 250, 1500, 300
#: Chance of winning that holding the planted card adds.
WORTH = 0.06
PILES, CARDS = 4, 10
NOMINAL, TOLERANCE = 0.95, 0.03


@pytest.mark.parametrize("design", DESIGNS)
def test_intervals_fit_who_played(design: str) -> None:
    cells = [
        coverage(design, statistic, games, spread, 500, seed=2)
        for games, spread in ((30, "none"), (50, "realistic"), (300, "strong"))
        for statistic in ("card", "game")
    ]
    assert all(cell.given > 400 for cell in cells)
    # The standard error of a cell is 1 point, that of the mean of six 0.4.
    assert all(abs(cell.covered - NOMINAL) < TOLERANCE for cell in cells), cells
    assert abs(np.mean([cell.covered for cell in cells]) - NOMINAL) < 0.02, cells


@pytest.mark.parametrize("statistic", ["card", "player"])
def test_three_friends_among_hundreds_of_strangers_do_not_decide_the_variance(statistic: str) -> None:
    """The fault: each friend had less than a fifth of the rows, but the three had half of them together.

    Three people decided the variance between people, with degrees of freedom of a dozen. 88 of 100 intervals contained
    the truth, at 1,000 games and strong differences in skill.
    """
    cell = coverage("mixed", statistic, 1000, "strong", 300, seed=4)
    # The standard error is 1.3 points.
    assert cell.given > 290
    assert abs(cell.covered - NOMINAL) < TOLERANCE, cell
    # They are held fixed. Taken for a sample of many friends, they made the interval three times as long.
    assert cell.length < 0.1


def test_a_few_games_get_no_interval() -> None:
    assert coverage("clique", "card", 10, "realistic", 50).given == 0


def test_draw_effect_covers_what_a_card_is_worth_and_seen_less_not_seen_does_not() -> None:
    """The stronger player draws more often, as in real games; which card comes is chance."""
    random = np.random.default_rng(5)
    frames, naive = [], []
    for dataset in range(DATASETS):
        skill = random.uniform(-0.1, 0.1, PLAYERS)
        one = random.integers(0, PLAYERS, GAMES)
        other = (one + random.integers(1, PLAYERS, GAMES)) % PLAYERS
        ahead = skill[one] - skill[other]
        # Of every pile one of the two draws one card; card 0 of each pile is the planted one.
        by_one = random.random((GAMES, PILES)) < (0.5 + 2 * ahead)[:, None]
        card = random.integers(0, CARDS, (GAMES, PILES))
        planted = (np.where(by_one, 1, -1) * (card == 0)).sum(axis=1)
        wins = random.random(GAMES) < 0.5 + ahead + WORTH * planted
        w = np.where(by_one[:, 0], wins, ~wins).astype(float)
        mine = (card[:, 0] == 0).astype(float)
        game = np.arange(GAMES) + dataset * GAMES
        chance = 1 / CARDS
        sums = {"n": chance * (1 - chance), "s": (mine - chance) * (w - w.mean())}
        frames.append(pd.DataFrame({"item": dataset, "game": game, **sums}))
        # Seen less not seen, all players of all games taken for independent.
        seen = np.concatenate([(mine > 0) & by_one[:, 0], (mine > 0) & ~by_one[:, 0]])
        won = np.concatenate([wins, ~wins])
        p1, p0, n1, n0 = won[seen].mean(), won[~seen].mean(), seen.sum(), (~seen).sum()
        half = 1.96 * np.sqrt(p1 * (1 - p1) / n1 + p0 * (1 - p0) / n0)
        naive.append((p1 - p0 - half, p1 - p0 + half))
    found = _estimated("draw_effect", pd.concat(frames))
    assert len(found) == DATASETS
    assert abs(found["value"].mean() - WORTH) < 0.005
    held = (found["low"] <= WORTH) & (found["high"] >= WORTH)
    assert abs(held.mean() - NOMINAL) < TOLERANCE
    ends = pd.DataFrame(naive, columns=["low", "high"])
    assert ((ends["low"] <= WORTH) & (ends["high"] >= WORTH)).mean() < NOMINAL - TOLERANCE


@pytest.mark.parametrize("worth", [0.0, 0.06])
@pytest.mark.parametrize("name", ["draw_effect", "win_rate_dogma", "seen_difference"])
def test_planted_effects_are_found_at_the_rate_of_power_analysis(name: str, worth: float) -> None:
    """The share of datasets with p < 0.05 is that of a normal test with the known standard error."""
    datasets, games, p = 400, 1200 if name == "draw_effect" else 400, 0.3
    random = np.random.default_rng(7)
    size = datasets * games
    drawn = random.random(size) < p
    more = (worth / 2, -worth / 2) if name == "seen_difference" else (worth, 0)
    wins = random.random((2, size)) < 0.5 + np.array(more)[:, None]
    if name == "draw_effect":
        won = random.random(size) < 0.5 + worth * drawn
        sums = {"n": p * (1 - p), "s": (drawn - p) * (won - (0.5 + worth * p))}
        error = 0.5 / np.sqrt(games * p * (1 - p))
    elif name == "win_rate_dogma":
        sums = {"n": 1.0, "s": wins[0], "naive_n": 1.0, "naive_s": wins[0]}
        error = 0.5 / np.sqrt(games)
    else:
        sums = {"n": 1.0, "s": wins[0], "n0": 1.0, "s0": wins[1], "stratum": ""}
        error = 0.5 * np.sqrt(2 / games)
    given = {key: np.asarray(value, float) if key != "stratum" else value for key, value in sums.items()}
    item = np.repeat(np.arange(datasets), games)
    found = _estimated(name, pd.DataFrame({"item": item, "game": np.arange(size), **given}))
    power = stats.norm.sf(1.96 - worth / error) + stats.norm.cdf(-1.96 - worth / error)
    assert worth == 0 or power > 0.3
    assert (found["p"] < 0.05).mean() == pytest.approx(power, abs=3 * np.sqrt(power * (1 - power) / datasets))


def _estimated(name: str, sums: pd.DataFrame) -> pd.DataFrame:
    """What a metric says of a dataset whose SQL gives these sums: a game each of two people who play once."""
    metric = replace(BY_NAME[name], bound={})
    connection = duckdb.connect(":memory:")
    add_exact_sum(connection)
    connection.register("given", sums)
    connection.execute(
        "CREATE TABLE game_people AS SELECT DISTINCT game, md5_number_lower(concat(game, ' ', seat)) AS person "
        "FROM given, range(2) seats(seat)"
    )
    count_people(connection)

    def ask(sql: str, parameters: Mapping[str, object]) -> pd.DataFrame:
        return connection.execute(sql.replace(metric_sql(metric), "FROM given"), dict(parameters)).df()

    return estimate(metric, ask)
