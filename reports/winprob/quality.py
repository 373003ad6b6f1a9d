"""Evaluate predicted probabilities against the outcomes, with whole games as the unit of resampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reports.intervals import effective_n, redrawn, wilson
from reports.winprob.model import Bin, Part, Quality
from reports.winprob.regression import NO_PENALTY, regression
from reports.winprob.states import moments, rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_PERCENTILES = (2.5, 97.5)
#: The parts of a game, by its number of actions.
THIRDS = ("first third", "second third", "last third")
#: The last rounds of other parts, and their names. What a model predicts depends on the round, not on when a game ends.
_ROUNDS, ROUND_NAMES = (4, 8, 13), ("rounds 1-4", "rounds 5-8", "rounds 9-13", "rounds from 14")
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


class _Rows(NamedTuple):
    """Each row's outcome, weight, game, and chance if all sides have the same; the number of games."""

    outcome: Numbers
    weight: Numbers
    game: NDArray[np.int64]
    base: Numbers
    games: int


def _rows(frame: pd.DataFrame) -> _Rows:
    game, moment = numbered(frame), moments(frame)
    base = 1 / np.bincount(moment)[moment]
    return _Rows(frame["win_points"].to_numpy(float), game_weights(frame), game, base, int(game.max()) + 1)


def quality_of(frame: pd.DataFrame, predicted: Numbers, players: int) -> Quality:
    """The quality of predictions, one per row of ``frame``. All rows are of finished games, before the last action."""
    in_rounds = np.searchsorted(_ROUNDS, rounds(frame, players))
    outcome, weight, game, base, games = _rows(frame)
    draws = redrawn(games)

    def by_game(values: Numbers) -> Numbers:
        return np.asarray(np.bincount(game, weight * values, minlength=games), dtype=float)

    errors, base_errors = by_game((outcome - predicted) ** 2), by_game((outcome - base) ** 2)
    skills = 1 - (draws @ errors) / (draws @ base_errors)
    low, high = np.percentile(skills, _PERCENTILES)
    total = weight.sum()
    bins = _reliability(predicted, outcome, weight, game)
    return Quality(
        games=games,
        states=int(moments(frame)[-1]) + 1,
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
        parts=(
            *parts_of(frame, predicted, thirds(frame), THIRDS),
            *parts_of(frame, predicted, in_rounds, ROUND_NAMES, bins=True),
        ),
    )


def thirds(frame: pd.DataFrame) -> NDArray[np.int64]:
    """The third of its log in which each row's action is: 0, 1 or 2."""
    action = frame["action"].to_numpy(np.int64)
    last = frame.groupby("log_id", sort=False)["action"].transform("max").to_numpy(np.int64)
    return np.asarray(3 * action // (last + 1))


def parts_of(
    frame: pd.DataFrame, predicted: Numbers, part: NDArray[np.int64], names: Sequence[str], *, bins: bool = False
) -> tuple[Part, ...]:
    """The quality of the rows of each part of the games; ``part`` is the number of each row's part, of ``names``.

    With ``bins`` they have a reliability plot.
    """
    found = []
    for number, name in enumerate(names):
        rows = np.flatnonzero(part == number)
        if len(rows):
            found.append(_part(name, frame.iloc[rows], predicted[rows], bins=bins))
    return tuple(found)


def _part(name: str, frame: pd.DataFrame, predicted: Numbers, *, bins: bool) -> Part:
    outcome, weight, game, base, games = _rows(frame)
    sides = np.bincount(game, weight, minlength=games)
    losses = [np.bincount(game, weight * _losses(p, outcome), minlength=games) / sides for p in (predicted, base)]
    off, chance = _off(predicted, outcome, weight, game)
    error = float((losses[1] - losses[0]).std(ddof=1) / np.sqrt(games)) if games > 1 else 0.0
    reliability = _reliability(predicted, outcome, weight, game) if bins else ()
    return Part(name, games, float(losses[0].mean()), float(losses[1].mean()), error, off, chance, reliability)


def losses_by_game(frame: pd.DataFrame, predicted: Numbers) -> Numbers:
    """The mean log loss of each game, in the order of :func:`numbered`."""
    weight, game = game_weights(frame), numbered(frame)
    loss = _losses(predicted, frame["win_points"].to_numpy(float))
    return np.asarray(np.bincount(game, weight * loss) / np.bincount(game, weight), dtype=float)


def _off(predicted: Numbers, outcome: Numbers, weight: Numbers, game: NDArray[np.int64]) -> tuple[float, float]:
    """The largest difference between predicted and observed frequency in any tenth, and what chance alone makes of it.

    The latter is the mean over bootstrap samples of whole games, with the observed differences taken away.
    """
    games = int(game.max()) + 1
    draws = redrawn(games)
    place, off, moved = _tenths(predicted, weight), [], []
    for number in np.unique(place):
        rows = place == number
        mass = np.bincount(game[rows], weight[rows], minlength=games)
        more = np.bincount(game[rows], (weight * (outcome - predicted))[rows], minlength=games)
        mean = more.sum() / mass.sum()
        drawn = np.maximum(draws @ mass, 1e-12)
        off.append(abs(mean))
        moved.append(np.abs((draws @ more) / drawn - mean))
    return float(max(off)), float(np.max(moved, axis=0).mean())


def _losses(predicted: Numbers, outcome: Numbers) -> Numbers:
    p = np.clip(predicted, 1e-12, 1 - 1e-12)
    return np.asarray(-(outcome * np.log(p) + (1 - outcome) * np.log(1 - p)), dtype=float)


def _log_loss(predicted: Numbers, outcome: Numbers, weight: Numbers) -> float:
    return float(np.average(_losses(predicted, outcome), weights=weight))


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


def _reliability(predicted: Numbers, outcome: Numbers, weight: Numbers, game: NDArray[np.int64]) -> tuple[Bin, ...]:
    """Predictions in bins of equal weight."""
    place, bins = _tenths(predicted, weight), []
    for number in np.unique(place):
        rows = place == number
        of_game = np.unique(game[rows], return_inverse=True)[1]
        # If nobody lost, the share is exactly 1 and has no variance.
        won, lost = (np.bincount(of_game, (weight * each)[rows]) for each in (outcome, 1 - outcome))
        total = won.sum() + lost.sum()
        observed, games = won.sum() / total, len(won)
        off = won * (1 - observed) - lost * observed
        variance = (off**2).sum() / total**2 * games / max(games - 1, 1)
        value, clusters = np.array([observed]), np.array([float(games)])
        low, high = wilson(value, effective_n(value, np.array([variance]), clusters), clusters)
        mean = float(np.average(predicted[rows], weights=weight[rows]))
        bins.append(Bin(float(total / weight.sum()), mean, float(observed), float(low[0]), float(high[0])))
    return tuple(bins)


def _tenths(predicted: Numbers, weight: Numbers) -> NDArray[np.int64]:
    """The number of the bin of each prediction; bins have equal weight."""
    order = np.argsort(predicted, kind="stable")
    reached = np.cumsum(weight[order])
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.minimum((_BINS * (reached - weight[order] / 2) / reached[-1]).astype(int), _BINS - 1)
    return place
