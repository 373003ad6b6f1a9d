"""Metrics about players that come from ratings (:mod:`reports.ratings`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd

from reports.intervals import LEVEL
from reports.queries import GROUP, sql_of
from reports.ratings import ELO, Ratings, Seats, rate

if TYPE_CHECKING:
    from innolog.store.dataset import Dataset
    from reports.metrics.metric import Metric

#: Minimum number of games of a player for an interval, and for a number that is not grey.
LEAST_GAMES, ENOUGH_GAMES = 15, 20
_known: WeakKeyDictionary[Dataset, pd.DataFrame] = WeakKeyDictionary()


def rated(dataset: Dataset, metric: Metric) -> pd.DataFrame:
    """The rows of a metric of ratings for all groups: GROUP, item, n, value, low, high, why, p, enough, even ..."""
    if dataset not in _known:
        seats = dataset.frame(sql_of("rating_seats"))
        parts = []
        groups: Any = seats.groupby(GROUP)
        for key, part in groups:
            parts.append(_rows(part).assign(**dict(zip(GROUP, key, strict=True))))
        _known[dataset] = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["metric"])
    found = _known[dataset]
    return found[found["metric"] == metric.name].copy()


def _rows(seats: pd.DataFrame) -> pd.DataFrame:
    """The rows of all metrics of ratings for one group, from the rows of ``rating_seats.sql``."""
    # A game is left out if the record does not tell its seats apart, or if somebody plays against themselves.
    games = seats.groupby("game")
    whole = (games["person"].transform("nunique") == seats["players"]) & (
        games["item"].transform("size") == seats["players"]
    )
    own = seats["points"] / seats.groupby(["game", "side"])["points"].transform("size")
    whole &= (own.groupby(seats["game"]).transform("sum") - 1).abs() < 1e-6
    whole &= games["side"].transform("nunique") > 1
    seats = seats[whole]
    if seats.empty:
        return pd.DataFrame(columns=["metric"])
    item, names = pd.factorize(seats["item"])
    found = rate(
        Seats(
            pd.factorize(seats["game"])[0], seats["side"].to_numpy(np.int64), item,
            seats["first"].to_numpy(float), seats["points"].to_numpy(float),
        )
    )  # fmt: skip
    even = seats["game"].nunique() / len(seats[["game", "side"]].drop_duplicates())
    return pd.concat(
        _table(name, draws, centre, found, names)
        for name, draws, centre in (
            ("rating", ELO * found.skills, 0.0),
            ("win_rate_adjusted", found.against_average, even),
            ("win_rate_expected", found.expected, even),
            ("above_expected", found.above, 0.0),
        )
    )


def _table(name: str, draws: np.ndarray, even: float, found: Ratings, names: pd.Index) -> pd.DataFrame:
    from scipy import stats

    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    value, error = draws.mean(axis=0), draws.std(axis=0)
    known, enough = found.games >= LEAST_GAMES, found.games >= ENOUGH_GAMES
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stats.norm.sf(np.abs(value - even) / error)
    return pd.DataFrame(
        {
            "metric": name, "item": names, "n": found.games.astype(float), "clusters": found.games.astype(float),
            "fixed": 0.0, "value": value, "low": np.where(known, low, np.nan), "high": np.where(known, high, np.nan),
            "why": np.where(known, "", f"fewer than {LEAST_GAMES} games"), "p": np.where(enough, p, np.nan),
            "enough": enough, "even": even, "trials": found.games.astype(float),
        }
    )  # fmt: skip
