"""Fit win probability models to a dataset, and evaluate them.

A model has one logistic regression with a ridge penalty for each phase of the game, because the features that predict
the winner early are not those that do so later. If nothing predicts the winner yet, calibration turns the predictions
into equal chances.

In each phase a game has the weight 1, divided among a sample of its states. A long game says no more about who wins
than a short one, and the states of a game are similar, so this makes the penalty match the number of games. The penalty
is chosen on held-out games. All folds consist of whole games, with all logs of a game in the same fold. All predictions
that are used (for the evaluation, and for the changes in the same dataset) are for games that were used neither for
fitting nor for calibration.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from innolog.version import version
from reports.queries import VERDICTS
from reports.winprob.features import DIFFERENCES, FEATURES, Group
from reports.winprob.model import FOREVER, GroupModel, Phase, WinModel, in_phases
from reports.winprob.quality import losses_by_game, numbered, quality_of
from reports.winprob.regression import NO_PENALTY, regression
from reports.winprob.states import NO_GAME, Game, design, fingerprints, moments, parts, rounds, shared_out

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from reports.winprob.model import Quality
    from reports.winprob.states import Ask

    Numbers = NDArray[np.float64]

#: Minimum number of games for a model. With fewer, its coefficients and its evaluation would be mostly due to chance.
MINIMUM_GAMES = 100
#: Minimum number of games for judging a model that was fitted to others.
MINIMUM_JUDGED = 20
#: The name of the fitted model among its rivals.
OWN = "a model fitted to these games"
_FOLDS = 5
_INNER_FOLDS = 3
#: Candidate values of scikit-learn's parameter C: the weight of the data, in games, relative to that of a normal prior
#: with variance 1 for each standardised feature.
_STRENGTHS = (0.005, 0.1)
#: The last rounds of the phases. A phase is used only if enough games continue after it.
_PHASES = (4, 8, 13, 20)
#: The columns of the states that are needed beside the features.
_KEPT = (
    *("game", "story", "log_id", "site", "action", "turn"),
    *("side", "acting", "last", "win_points"),
)
#: Maximum number of states of all games used for fitting a phase, and the minimum number of states of each game.
_STATES, _STATES_OF_GAME = 6000, 3


@dataclass(frozen=True, slots=True)
class Fitted:
    """The result for a group: its model and the predictions for its states, or the reason why there are none.

    ``frame`` contains the states, and ``predicted`` a probability for each row, from a model that was not fitted to the
    game. ``held_out`` are those of the fitted model before the last action, whether they are useful or not. ``quality``
    is known if there were enough games, even if the model is no better than equal chances. ``shipped`` is true if the
    model is the one that comes with innolog. ``rivals`` compares models.

    ``left_out`` is the number of games that are not in ``frame`` because a given model was fitted to them. None means
    that its file does not say to which games it was fitted, so that they may be in ``frame``.
    """

    group: Group
    games: int
    model: GroupModel | None = None
    quality: Quality | None = None
    reason: str | None = None
    frame: pd.DataFrame | None = None
    predicted: Numbers | None = None
    held_out: Numbers | None = None
    shipped: bool = False
    rivals: tuple[Rival, ...] = ()
    left_out: int | None = 0

    @property
    def evaluated_on(self) -> str:
        """The games on which the model was evaluated, in words that follow their number."""
        if self.left_out is None:
            return "games that the model may have been fitted to (its file does not say)"
        return "games that the model was not fitted to"


class Rival(NamedTuple):
    """Predictions for games to which they were not fitted, and what they are worth.

    ``log_loss`` is the mean over games, ``better`` the reduction compared with equal chances, ``error`` the standard
    error of ``better``, ``used`` whether these predictions are used.
    """

    name: str
    log_loss: float
    better: float
    error: float
    used: bool


def fit_group(
    ask: Ask, group: Group, games: int, *, without: Game = NO_GAME, default: GroupModel | None = None,
    compare: bool = False,
) -> Fitted:  # fmt: skip
    """Fit and evaluate the model of one group, of which the dataset has ``games`` games.

    ``without`` is a game that is not used; other arguments as in :func:`fit_frame`.
    """
    least = MINIMUM_GAMES if default is None else MINIMUM_JUDGED
    if games < least:
        return Fitted(group, games, reason=too_small(games, least))
    return fit_frame(group, parts(ask, group, without=without), default, compare=compare)


def too_small(games: int, least: int = MINIMUM_GAMES) -> str:
    """Why there is no model, in words; ``least`` is how many games it takes."""
    return f"too few games: {games}; with fewer than {least} the numbers would be mostly due to chance"


def fit_frame(
    group: Group, frames: Iterable[pd.DataFrame], default: GroupModel | None = None, *, compare: bool = False
) -> Fitted:
    """Fit and evaluate the model of a group from its states, which may come in parts of whole games.

    ``default`` is a model from other games. It is used if its log loss on these games is smaller than that of the
    fitted model on games to which that was not fitted, or if there are too few games to fit one. With ``compare``,
    simpler predictions are computed, too.
    """
    import pandas as pd
    from threadpoolctl import threadpool_limits

    features, rest, shipped = [], [], []
    for frame in frames:
        # After the last action there is nothing to predict.
        features.append(design(frame)[~frame["last"].to_numpy(bool)])
        if default is not None:
            shipped.append(default.predict(frame))
        # The columns that became features take most of the memory.
        rest.append(frame[list(_KEPT)])
    # The matrices have only a few dozen columns. Threads gain nothing, and on a busy machine they wait for each other,
    # which made a fit ten times as slow.
    with threadpool_limits(1, "blas"):
        table = pd.concat(rest, ignore_index=True)
        own = _fit_frame(group, table, _joined(features), compare=compare)
        return own if default is None else _better(own, default, table, np.concatenate(shipped))


def _joined(parts: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The rows of all parts. Empties the list, so that no row is in memory twice."""
    whole = np.empty((sum(map(len, parts)), len(FEATURES)), np.float32)
    end = len(whole)
    while parts:
        part = parts.pop()
        whole[end - len(part) : end] = part
        end -= len(part)
    return whole


def _better(own: Fitted, default: GroupModel, frame: pd.DataFrame, predicted: Numbers) -> Fitted:
    """The outcome with the better model: the fitted one, or the default with these predictions."""
    open_states = ~frame["last"].to_numpy(bool)
    games = int(frame["game"].nunique())
    if games < MINIMUM_JUDGED:
        return own
    table, shipped = frame[open_states], predicted[open_states]
    losses = {"the model that comes with innolog": losses_by_game(table, shipped)}
    if own.quality is not None and own.held_out is not None:
        losses = {OWN: losses_by_game(table, own.held_out), **losses}
    means = {name: float(loss.mean()) for name, loss in losses.items()}
    mine = own.model is not None and min(means, key=lambda name: means[name]) == OWN
    base = _equal_losses(table)
    rivals = [rival for rival in own.rivals if rival.name != OWN]
    rivals += [_rival(name, loss, base, used=mine == (name == OWN)) for name, loss in losses.items()]
    if mine:
        return replace(own, rivals=tuple(rivals))
    quality = quality_of(table, shipped, own.group.players)
    if not quality.useful:
        if own.model is not None:
            mine_alone = tuple(rival._replace(used=rival.name == OWN) for rival in rivals)
            return replace(own, rivals=mine_alone)
        reason = f"{own.reason}; the model that comes with innolog is not surely better than equal chances either"
        return replace(own, reason=reason, rivals=tuple(rival._replace(used=False) for rival in rivals))
    return Fitted(
        own.group, games, default, quality, frame=frame, predicted=predicted, shipped=True, rivals=tuple(rivals)
    )


def _equal_losses(table: pd.DataFrame) -> Numbers:
    moment = moments(table)
    return losses_by_game(table, 1 / np.bincount(moment)[moment])


def _rival(name: str, loss: Numbers, base: Numbers, *, used: bool = False) -> Rival:
    better = base - loss
    return Rival(name, float(loss.mean()), float(better.mean()), float(better.std(ddof=1) / np.sqrt(len(better))), used)


def _simple(data: _Data, some: _Data, table: pd.DataFrame) -> list[Rival]:
    """Equal chances, the leader by achievements, and one linear model of plain differences for all rounds."""
    from sklearn.linear_model import LogisticRegression

    base = _equal_losses(table)
    found = [_rival("equal chances", base, base)]
    names = list(FEATURES)
    for name, columns, leader in (
        ("the leader by achievements", ["achievements"], True),
        ("one linear model for all rounds", list(DIFFERENCES), False),
    ):
        chosen = [names.index(column) for column in columns]

        def seen(features: NDArray[np.float32], chosen: list[int] = chosen, leader: bool = leader) -> NDArray[Any]:
            return np.sign(features[:, chosen]) if leader else features[:, chosen]

        held_out = np.empty(len(table))
        for train, test in _folds(data.game, _FOLDS):
            part = some.at(np.isin(some.game, np.unique(data.game[train])))
            first = np.unique(part.moment, return_index=True)[1]
            weight = 1 / np.bincount(part.game[first])[part.game]
            fitted = regression(seen(part.features), part.outcome, weight, LogisticRegression(C=_STRENGTHS[-1]))
            held_out[test] = fitted.predict_proba(seen(data.features[test]))[:, 1]
        found.append(_rival(name, losses_by_game(table, shared_out(held_out, data.moment)), base))
    return found


def _fit_frame(group: Group, frame: pd.DataFrame, features: NDArray[np.float32], *, compare: bool) -> Fitted:
    """The fitted model. ``features`` has a row for each state before the last action."""
    open_states = ~frame["last"].to_numpy(bool)
    table = frame[open_states]
    games = int(table["game"].nunique())
    if games < MINIMUM_GAMES:
        return Fitted(group, games, reason=too_small(games))
    data = _Data(
        features,
        table["win_points"].to_numpy(float),
        numbered(table),
        moments(table),
        rounds(table, group.players),
    )
    held_out = np.empty(len(table))
    some = _sampled(data)
    for train, test in _folds(data.game, _FOLDS):
        phases = _fit(some.at(np.isin(some.game, np.unique(data.game[train]))))
        none = np.full((len(test), 1), -1, np.int16)
        held_out[test] = in_phases(phases, data.round[test], data.features[test], none, data.moment[test])
    held_out = shared_out(held_out, data.moment)
    quality = quality_of(table, held_out, group.players)
    rivals = tuple(_simple(data, some, table)) if compare else ()
    rivals += (_rival(OWN, losses_by_game(table, held_out), _equal_losses(table), used=quality.useful),)
    if not quality.useful:
        reason = (
            f"not surely better than equal chances: skill {quality.skill:+.3f}, 95 % interval "
            f"{quality.skill_low:+.3f} to "
            f"{quality.skill_high:+.3f}, from {games} games"
        )
        return Fitted(group, games, quality=quality, reason=reason, held_out=held_out, rivals=rivals)
    model = GroupModel(
        *group,
        games=games,
        sites=tuple(sorted(table["site"].dropna().unique().tolist())),
        phases=_fit(some),
        quality=quality,
        fitted_to=tuple(np.unique(fingerprints(table)).tolist()),
    )
    predicted = np.full(len(frame), np.nan)
    predicted[open_states] = held_out
    return Fitted(group, games, model, quality, frame=frame, predicted=predicted, held_out=held_out, rivals=rivals)


def note_of(outcome: Fitted) -> str:
    """The data behind a plot or page about a model, in words."""
    quality = outcome.quality
    assert quality is not None
    return (
        f"{quality.games:,} {outcome.evaluated_on}, {_whose(outcome)}; Brier {quality.brier:.3f} (equal chances "
        f"{quality.base_brier:.3f}), {VERDICTS}"
    )


def _whose(outcome: Fitted) -> str:
    """The group, and the origin of the games to which its model was fitted."""
    model = outcome.model
    if model is None or not model.sites:
        return outcome.group.name
    return f"{outcome.group.name}, the model fitted to games {model.origin}"


def model_of(outcomes: list[Fitted]) -> WinModel:
    """The models of all groups that have one with useful predictions."""
    found = (each.model for each in outcomes if each.model is not None and each.reason is None)
    return WinModel(tuple(found), version())


class _Data(NamedTuple):
    """Training rows: features, outcome (0 to 1), number of the game, number of the moment, round."""

    features: NDArray[np.float32]
    outcome: Numbers
    game: NDArray[np.int64]
    moment: NDArray[np.int64]
    round: NDArray[np.int64]

    def at(self, rows: NDArray[Any]) -> _Data:
        return _Data(*(column[rows] for column in self))


def _folds(game: NDArray[np.int64], number: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    from sklearn.model_selection import GroupKFold

    return list(GroupKFold(number, shuffle=True, random_state=0).split(game, groups=game))


def _untils(data: _Data) -> list[int]:
    return [until for until in _PHASES if len(np.unique(data.game[data.round > until])) >= MINIMUM_GAMES // 2]


def _sampled(data: _Data) -> _Data:
    """A sample of the states of each game in each phase: all sides of evenly spaced moments."""
    first = np.unique(data.moment, return_index=True)[1]
    phase = np.searchsorted(_untils(data), data.round[first])
    # The moments of one game and phase are already adjacent.
    key = data.game[first] * (len(_PHASES) + 1) + phase
    starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    size = np.diff(np.concatenate([starts, [len(key)]]))
    place = np.arange(len(key)) - np.repeat(starts, size)
    size = np.repeat(size, np.diff(np.concatenate([starts, [len(key)]])))
    most = max(_STATES_OF_GAME, _STATES // (int(data.game.max()) + 1))
    # Of n consecutive moments, keep those at which i * most / n reaches a new integer.
    kept = (size <= most) | ((place + 1) * most // size > place * most // size)
    return data.at(np.flatnonzero(np.isin(data.moment, data.moment[first][kept])))


def _fit(data: _Data) -> tuple[Phase, ...]:
    """The phases of a model."""
    untils = _untils(data)
    number = np.searchsorted(untils, data.round)
    return tuple(_fit_phase(data.at(number == index), until) for index, until in enumerate([*untils, FOREVER]))


def _fit_phase(data: _Data, until: int) -> Phase:
    """A calibrated logistic regression; penalty and calibration are chosen on held-out games."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    first = np.unique(data.moment, return_index=True)[1]
    weight = 1 / np.bincount(data.game[first])[data.game]
    scaler = StandardScaler().fit(data.features, sample_weight=weight)
    features = scaler.transform(data.features)
    best: tuple[float, float, float, float] | None = None
    for strength in _STRENGTHS:
        logits = np.empty(len(data.game))
        for train, test in _folds(data.game, _INNER_FOLDS):
            learned = LogisticRegression(C=strength)
            regression(features[train], data.outcome[train], weight[train], learned)
            logits[test] = learned.decision_function(features[test])
        line = regression(logits[:, None], data.outcome, weight, LogisticRegression(C=NO_PENALTY))
        # A negative slope is not used but set to 0, so that predictions which held-out games contradict are dropped.
        slope, shift = max(0.0, float(line.coef_[0, 0])), float(line.intercept_[0])
        z = slope * logits + shift
        loss = float(np.average(np.logaddexp(0, z) - data.outcome * z, weights=weight))
        if best is None or loss < best[0]:
            best = loss, strength, slope, shift
    assert best is not None
    whole = regression(features, data.outcome, weight, LogisticRegression(C=best[1]))
    return Phase(
        until, tuple(scaler.mean_.tolist()), tuple(scaler.scale_.tolist()), tuple(whole.coef_[0].tolist()),
        float(whole.intercept_[0]), best[2], best[3],
    )  # fmt: skip
