"""Differences of shares with rare outcomes: a share of 0 of 59 was taken as known exactly."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats

from reports.metrics import BY_NAME
from reports.metrics.metric import FIRST_SIDE, Kind
from reports.shares import Shares
from tests.reports.test_coverage import _estimated
from tests.statistics import rare


def _compared(*strata: tuple[int, int, int, int], name: str = "my_cards") -> dict[Hashable, Any]:
    """A metric of strata ``s, n, s0, n0``: each row is a game of its own."""
    rows = [
        (float(happened), side, stratum)
        for stratum, (s, n, s0, n0) in enumerate(strata)
        for side, (times, count) in enumerate(((s, n), (s0, n0)))
        for happened in [1] * times + [0] * (count - times)
    ]
    x, side, stratum = np.array(rows).T
    sums = {"n": 1 - side, "s": x * (1 - side), "n0": side, "s0": x * side, "stratum": stratum}
    (row,) = _estimated(name, pd.DataFrame({"item": 1, "game": range(len(rows)), **sums})).to_dict("records")
    return row


@pytest.mark.parametrize("difference", [-0.4, -0.05, 0.0, 0.3])
@pytest.mark.parametrize(("s", "n", "s0", "n0"), [(12, 40, 30, 70), (0, 59, 33, 541), (9, 9, 0, 30), (0, 8, 0, 9)])
def test_likely_shares_have_the_highest_likelihood(difference: float, s: int, n: int, s0: int, n0: int) -> None:
    one = Shares(np.zeros(1, int), *np.array([[n], [s], [n0], [s0]], float))
    bounds = max(0, -difference), min(1, 1 - difference)

    def unlikely(p0: float) -> float:
        return -float(stats.binom.logpmf([s, s0], [n, n0], [p0 + difference, p0]).sum())

    best = optimize.minimize_scalar(unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-9})
    assert one.likely(np.array([difference]))[1] == pytest.approx([best.x], abs=1e-4)


def test_common_outcomes_have_the_interval_of_independent_trials() -> None:
    found = _compared((150, 300, 120, 300))
    half = 1.96 * np.sqrt(0.25 / 300 + 0.24 / 300)
    assert (found["low"], found["high"]) == pytest.approx((0.1 - half, 0.1 + half), abs=0.001)
    assert found["p"] == pytest.approx(2 * stats.norm.sf(0.1 / np.sqrt(2 * 0.45 * 0.55 / 300)), rel=0.02)


def test_no_case_of_few_games_is_not_certainly_none() -> None:
    """The p-values were 1e-8 and less, those of Fisher's exact test 0.06 and 0.02."""
    found = _compared((0, 59, 33, 541))
    # Twice the mid-p-value of the exact test is 0.033.
    assert 0.02 < found["p"] < 0.065
    assert found["low"] < -0.08
    assert found["high"] > -0.015
    both = _compared((0, 40, 16, 260), (0, 38, 15, 262))
    assert 0.005 < both["p"] < 0.05
    # Nothing on any side says little about 59 games, and something on every one is not hidden.
    nothing = _compared((0, 59, 0, 541))
    assert nothing["p"] == 1
    assert nothing["low"] < 0 < 0.03 < nothing["high"] < 0.1
    assert _compared((0, 59, 541, 541))["p"] < 1e-9


def test_one_case_of_few_games_is_not_a_small_variance() -> None:
    """1 of 29 has a variance, which is as much too small: the p-value was 0.0003, that of Fisher's exact test 0.7."""
    assert _compared((1, 29, 19, 271))["p"] > 0.3
    # The other way round, the skewness of rare outcomes decides: a normal score has p = 0.0015.
    assert _compared((1, 30, 0, 300))["p"] > 0.05


def test_an_interval_contains_0_exactly_where_the_test_does_not_reject_it() -> None:
    """Where no side has a case, the variance is 0 at a difference of 0 alone; and skewness has no effect far out."""
    random = np.random.default_rng(5)
    cards, strata = 3000, 2
    n, n0 = random.integers(5, 40, (cards, strata)), random.integers(50, 500, (cards, strata))
    rate = np.array([0.01, 0.15]) * random.choice([0, 0.5, 1], (cards, 1))
    s, s0 = random.binomial(n, rate), random.binomial(n0, [0.01, 0.15])
    assert np.sum((s == 0) & (s0 == 0)) > 100
    shares = Shares(np.repeat(np.arange(cards), strata), *(x.ravel().astype(float) for x in (n, s, n0, s0)))
    for design, degrees in ((1.0, np.inf), (2.0, 8.0)):
        known = np.full(cards, design), np.full(cards, degrees)
        low, high = shares.interval(*known)
        p = shares.p_values(np.zeros(cards), *known)
        assert (low <= shares.value).all()
        assert (shares.value <= high).all()
        clear = np.abs(p - 0.05) > 0.002
        assert ((low <= 0) & (high >= 0) == (p > 0.05))[clear].all()


def test_own_differences_of_shares_below_0_are_no_shares() -> None:
    """The change of a chance to win is written in per cent, and can be negative."""
    sums = {
        "n": [1.0, 0.0] * 40,
        "n0": [0.0, 1.0] * 40,
        "s": [-0.2, 0.0, 0.4, 0.0] * 20,
        "s0": [0.0, -0.1, 0.0, 0.2] * 20,
    }
    table = pd.DataFrame({"item": 1, "game": range(80), "stratum": "", **sums})
    (row,) = _estimated("seen_difference", table).to_dict("records")
    error = np.sqrt((0.3**2 + 0.15**2) / 40 * 80 / 79)
    assert (row["low"], row["high"]) == pytest.approx((0.05 - 1.99 * error, 0.05 + 1.99 * error), abs=1e-3)


def test_what_has_no_variance_has_no_interval_and_it_is_said_why() -> None:
    """The interval of twenty equal rows was [0, 0]."""
    games = pd.DataFrame({"item": 1, "game": range(40), "n": 1.0, "s": 0.3})
    (mean,) = _estimated("dogma_achievements", games).to_dict("records")
    difference = _compared((0, 30, 7, 60), name="my_habits")
    for row, why in ((mean, "no variance between games"), (difference, "no variance between the games of one side")):
        assert row["why"] == why
        assert np.isnan([row["low"], row["high"], row["p"]]).all()
        assert not row["enough"]
    assert np.isfinite(_compared((1, 30, 7, 60), name="my_habits")["low"])
    (share,) = _estimated("seat_rate", games.assign(s=0.0)).to_dict("records")
    assert (share["why"], share["low"]) == ("", 0)


def test_differences_say_what_n_counts() -> None:
    for metric in BY_NAME.values():
        assert (FIRST_SIDE in metric.row_model) == (metric.kind is Kind.DIFFERENCE), metric.name
    assert _compared((10, 30, 100, 300))["n"] == 30


@pytest.mark.long
@pytest.mark.parametrize("spread", rare.SPREADS.values())
def test_rare_outcomes_are_no_discoveries_and_intervals_contain_the_truth(spread: float) -> None:
    """Two of three families had discoveries, though all played alike."""
    cells = rare.found(30, 165, spread, 60, seed=3)
    assert cells.families <= 0.05
    # The standard error of a cell is 0.9 points if its cards are independent.
    assert min(*cells.equal, *cells.half) > 0.92
