"""Fitting models of winning to a dataset, and saying how good they are.

A model is a logistic regression with a ridge penalty. Every game has the weight 1, shared by its states: a long game
says no more about who wins than a short one, and the penalty is right for the number of games, not of states. All
folds are of whole games, with all logs of a game in one. Predictions that anything is judged by (quality,
probabilities added in the same dataset) are for games that neither model nor calibration has seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reports.tables import VERDICTS
from reports.winprob.model import GroupModel, WinModel, calibrated
from reports.winprob.quality import game_weights, numbered, quality_of
from reports.winprob.states import NO_GAME, Game, Group, design, moments, shared_out, states

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from reports.winprob.model import Quality
    from reports.winprob.states import Ask

    Numbers = NDArray[np.float64]

#: With fewer games nothing is said: the numbers of a model, and even how good it is, would be mostly chance.
MINIMUM_GAMES = 100
_FOLDS = 5
_INNER_FOLDS = 3
#: Strength of the penalty, as scikit-learn counts it: the weight of the data in games over that of a normal prior with
#: variance 1 for each standardised feature. Of 0.03, 0.1, 0.3 and 1, the best for 100 to 400 games of bots.
_C = 0.1
_NO_PENALTY = 1e9


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a group: its model and the predictions for its states, or the reason why there are none.

    ``frame`` has the states, ``predicted`` a probability for each row, by a model that has not seen the game.
    ``quality`` is known wherever there were enough games, also where it is no better than the base rate.
    """

    group: Group
    games: int
    model: GroupModel | None = None
    quality: Quality | None = None
    reason: str | None = None
    frame: pd.DataFrame | None = None
    predicted: Numbers | None = None


def fit_group(ask: Ask, group: Group, games: int, *, without: Game = NO_GAME) -> Outcome:
    """Fit and judge the model of one group, of which the dataset has so many games.

    ``without`` is a game not to learn from.
    """
    if games < MINIMUM_GAMES:
        return Outcome(group, games, reason=too_small(games))
    return fit_frame(group, states(ask, group, without=without))


def too_small(games: int) -> str:
    """Why there is no model, in words."""
    return f"too few games: {games}, and below {MINIMUM_GAMES} the numbers would be mostly chance"


def fit_frame(group: Group, frame: pd.DataFrame) -> Outcome:
    """Fit and judge the model of a group from its states."""
    from threadpoolctl import threadpool_limits

    # The matrices are a few dozen columns wide. Threads gain nothing on them, and on a busy machine wait for each
    # other: that made a fit ten times as long.
    with threadpool_limits(1, "blas"):
        return _fit_frame(group, frame)


def _fit_frame(group: Group, frame: pd.DataFrame) -> Outcome:
    # After the last action there is nothing left to predict.
    open_states = ~frame["last"].to_numpy(bool)
    table = frame[open_states]
    games = int(table["game"].nunique())
    if games < MINIMUM_GAMES:
        return Outcome(group, games, reason=too_small(games))
    data = _Data(
        design(table), table["win_points"].to_numpy(float), game_weights(table), numbered(table), moments(table)
    )
    held_out = np.empty(len(table))
    for train, test in _folds(data.game, _FOLDS):
        held_out[test] = _fit(data.at(train)).predict(data.features[test])
    held_out = shared_out(held_out, data.moment)
    quality = quality_of(table, held_out)
    if not quality.useful:
        reason = (
            f"no better than the base rate: skill {quality.skill:+.3f}, 95 % interval {quality.skill_low:+.3f} to "
            f"{quality.skill_high:+.3f}, from {games} games"
        )
        return Outcome(group, games, quality=quality, reason=reason)
    fitted = _fit(data)
    model = GroupModel(
        *group,
        games=games,
        sites=tuple(sorted(table["site"].dropna().unique().tolist())),
        mean=tuple(fitted.mean.tolist()),
        scale=tuple(fitted.scale.tolist()),
        coefficients=tuple(fitted.coefficients.tolist()),
        intercept=fitted.intercept,
        slope=fitted.slope,
        shift=fitted.shift,
        quality=quality,
    )
    predicted = np.full(len(frame), np.nan)
    predicted[open_states] = held_out
    return Outcome(group, games, model, quality, frame=frame, predicted=predicted)


def note_of(outcome: Outcome) -> str:
    """What a picture or page about a model rests on."""
    quality = outcome.quality
    assert quality is not None
    return (
        f"{quality.games:,} games, {_whose(outcome)}; Brier {quality.brier:.3f} (equal chances "
        f"{quality.base_brier:.3f}), {VERDICTS}"
    )


def _whose(outcome: Outcome) -> str:
    """The group, and where the games are from that its model was fitted to."""
    model = outcome.model
    return outcome.group.name if model is None or not model.sites else f"{outcome.group.name}, {model.origin}"


def model_of(outcomes: list[Outcome]) -> WinModel:
    """The models of all groups that have one."""
    from importlib.metadata import version

    return WinModel(tuple(each.model for each in outcomes if each.model is not None), version("innolog"))


class _Data(NamedTuple):
    """Rows to learn from: features, outcome (0 to 1), weight, number of the game, number of the moment."""

    features: Numbers
    outcome: Numbers
    weight: Numbers
    game: NDArray[np.int64]
    moment: NDArray[np.int64]

    def at(self, rows: NDArray[Any]) -> _Data:
        return _Data(*(column[rows] for column in self))


@dataclass(frozen=True, slots=True)
class _Fitted:
    mean: Numbers
    scale: Numbers
    coefficients: Numbers
    intercept: float
    slope: float
    shift: float

    def predict(self, features: Numbers) -> Numbers:
        logits = self.intercept + ((features - self.mean) / self.scale) @ self.coefficients
        return calibrated(logits, self.slope, self.shift)


def _folds(game: NDArray[np.int64], number: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    from sklearn.model_selection import GroupKFold

    return list(GroupKFold(number, shuffle=True, random_state=0).split(game, groups=game))


def _fit(data: _Data) -> _Fitted:
    """A calibrated logistic regression: the calibration is fitted to predictions for games held out."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(data.features, sample_weight=data.weight)
    scaled = data._replace(features=scaler.transform(data.features))
    logits = np.empty(len(data.game))
    for train, test in _folds(data.game, _INNER_FOLDS):
        logits[test] = _regression(scaled.at(train), LogisticRegression(C=_C)).decision_function(scaled.features[test])
    line = _regression(data._replace(features=logits[:, None]), LogisticRegression(C=_NO_PENALTY))
    whole = _regression(scaled, LogisticRegression(C=_C))
    return _Fitted(
        scaler.mean_, scaler.scale_, whole.coef_[0], float(whole.intercept_[0]), float(line.coef_[0, 0]),
        float(line.intercept_[0]),
    )  # fmt: skip


def _regression(data: _Data, estimator: Any) -> Any:
    """Fit a logistic regression; a side that shares the win has won and lost in parts."""
    won, lost = data.outcome > 0, data.outcome < 1
    features = np.concatenate([data.features[won], data.features[lost]])
    answers = np.repeat([1, 0], [won.sum(), lost.sum()])
    weights = np.concatenate([(data.weight * data.outcome)[won], (data.weight * (1 - data.outcome))[lost]])
    # Few features and many rows: a step costs little more than a pass over the rows, and few steps are needed.
    estimator.set_params(solver="newton-cholesky", max_iter=100)
    return estimator.fit(features, answers, sample_weight=weights)
