"""Evaluate predicted probabilities against the outcomes, with whole games as the unit of resampling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.intervals import redrawn
from reports.winprob.model import Bin, Quality
from reports.winprob.regression import NO_PENALTY, regression
from reports.winprob.states import moments

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_PERCENTILES = (2.5, 97.5)
_BINS = 10


def numbered(frame: pd.DataFrame) -> NDArray[np.int64]:
    """The number of each row's game, from 0 in the order of first appearance."""
    import pandas as pd

    codes: NDArray[np.int64] = pd.factorize(frame["game"])[0].astype(np.int64)
    return codes


def game_weights(frame: pd.DataFrame) -> Numbers:
    """Weights of states that sum to 1 for each game and side."""
    moment, game = moments(frame), numbered(frame)
    first = np.unique(moment, return_index=True)[1]
    return np.asarray(1 / np.bincount(game[first])[game], dtype=float)


def quality_of(frame: pd.DataFrame, predicted: Numbers) -> Quality:
    """The quality of predictions, one per row of ``frame``. All rows are of finished games, before the last action."""
    outcome, weight, game = frame["win_points"].to_numpy(float), game_weights(frame), numbered(frame)
    moment = moments(frame)
    base = 1 / np.bincount(moment)[moment]
    games = int(game.max()) + 1
    draws = redrawn(games)

    def by_game(values: Numbers) -> Numbers:
        return np.asarray(np.bincount(game, weight * values, minlength=games), dtype=float)

    errors, base_errors = by_game((outcome - predicted) ** 2), by_game((outcome - base) ** 2)
    skills = 1 - (draws @ errors) / (draws @ base_errors)
    low, high = np.percentile(skills, _PERCENTILES)
    total = weight.sum()
    bins = _reliability(predicted, outcome, weight, game, draws)
    return Quality(
        games=games,
        states=int(moment[-1]) + 1,
        brier=float(errors.sum() / total),
        base_brier=float(base_errors.sum() / total),
        log_loss=_log_loss(predicted, outcome, weight),
        base_log_loss=_log_loss(base, outcome, weight),
        skill=float(1 - errors.sum() / base_errors.sum()),
        skill_low=float(low),
        skill_high=float(high),
        error=sum(each.share * abs(each.predicted - each.observed) for each in bins),
        slope=_slope(predicted, outcome, weight),
        drift=_drift(frame, predicted),
        reliability=bins,
    )


def _log_loss(predicted: Numbers, outcome: Numbers, weight: Numbers) -> float:
    p = np.clip(predicted, 1e-12, 1 - 1e-12)
    return float(-np.average(outcome * np.log(p) + (1 - outcome) * np.log(1 - p), weights=weight))


def _slope(predicted: Numbers, outcome: Numbers, weight: Numbers) -> float:
    """The slope of a logistic regression of the outcome on the log odds of the prediction."""
    from sklearn.linear_model import LogisticRegression

    p = np.clip(predicted, 1e-9, 1 - 1e-9)
    odds = np.log(p / (1 - p))[:, None]
    if np.ptp(odds) < 1e-9:
        return 0.0
    return float(regression(odds, outcome, weight, LogisticRegression(C=NO_PENALTY)).coef_[0, 0])


def _drift(frame: pd.DataFrame, predicted: Numbers) -> float:
    change = changes(frame, predicted)[frame["acting"].to_numpy(bool)]
    return float(np.nanmean(change))


def changes(frame: pd.DataFrame, values: Numbers) -> Numbers:
    """The difference between each row's value and that of the same side one action earlier; NaN if that is missing."""
    sides = frame[["log_id", "side", "action"]].assign(value=values).groupby(["log_id", "side"], sort=False)
    change, step = (sides[name].diff().to_numpy(float) for name in ("value", "action"))
    return np.where(step == 1, change, np.nan)


def _reliability(
    predicted: Numbers, outcome: Numbers, weight: Numbers, game: NDArray[np.int64], draws: Numbers
) -> tuple[Bin, ...]:
    """Predictions in bins of equal weight."""
    order = np.argsort(predicted, kind="stable")
    reached = np.cumsum(weight[order])
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.minimum((_BINS * (reached - weight[order] / 2) / reached[-1]).astype(int), _BINS - 1)
    games, bins = draws.shape[1], []
    for number in range(_BINS):
        rows = place == number
        total = weight[rows].sum()
        if not total:
            continue
        mass = np.bincount(game[rows], weight[rows], minlength=games)
        won = np.bincount(game[rows], (weight * outcome)[rows], minlength=games)
        drawn = draws @ mass
        observed = (draws @ won)[drawn > 0] / drawn[drawn > 0]
        low, high = np.percentile(observed, _PERCENTILES)
        mean = float((weight * predicted)[rows].sum() / total)
        bins.append(Bin(float(total / weight.sum()), mean, float(won.sum() / total), float(low), float(high)))
    return tuple(bins)
