"""The change that each action brings to the win probability of the side that takes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from reports.queries import overview
from reports.winprob.features import Group
from reports.winprob.fitting import Fitted, fit_group
from reports.winprob.model import WinModel
from reports.winprob.quality import changes, quality_of
from reports.winprob.states import games_known, states

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from innolog.store.dataset import Dataset
    from reports.winprob.model import GroupModel
#: The SQL name of the resulting table, with one row for each action that a player took.
TABLE = "win_probability_added"
_COLUMNS = {
    "edition": "str",
    "sets": "str",
    "players": "int64",
    "game": "uint64",
    "log_id": "str",
    "action": "int64",
    "added": "float64",
}
#: A given model is judged by this number of games and more.
_LEAST_JUDGED = 2
_known: WeakKeyDictionary[Dataset, list[Fitted]] = WeakKeyDictionary()


def win_models(dataset: Dataset, model: WinModel | None = None, *, compare: bool = False) -> list[Fitted]:
    """The win probability model of each group of a dataset, the largest group first.

    Without ``model``, a model is fitted for each group, and its predictions are for games that it was not fitted to; if
    the model that comes with innolog predicts these games better, that is used. ``compare`` computes simpler
    predictions for comparison. This is computed only once for each dataset, by the first call. A given model is used
    unchanged, for those games of the dataset that it was not fitted to, as far as its file says. Afterwards SQL can use
    the table ``win_probability_added`` with edition, sets, players, game, log_id, action, added.
    """
    import pandas as pd

    if dataset not in _known or model is not None:
        outcomes, default = [], WinModel.default()
        for row in overview(dataset).to_dict("records"):
            group = Group(str(row["edition"]), str(row["sets"]), int(row["players"]))
            games = int(row["games"])
            outcomes.append(
                fit_group(dataset.frame, group, games, default=default.of(group), compare=compare)
                if model is None
                else _judged(dataset, group, games, model.of(group), default.of(group))
            )
        parts = [added(each) for each in outcomes if each.frame is not None]
        table = pd.concat(parts) if parts else pd.DataFrame(columns=list(_COLUMNS))
        dataset.lend(TABLE, table[list(_COLUMNS)].astype(_COLUMNS))
        _known[dataset] = outcomes
    return _known[dataset]


def win_added(dataset: Dataset) -> None:
    """Make the table ``win_probability_added`` of :func:`win_models`; it is kept with the dataset."""
    import pyarrow as pa

    def computed() -> pa.Table:
        win_models(dataset)
        return pa.Table.from_pandas(dataset.frame(f"SELECT * FROM {TABLE}"), preserve_index=False)

    if dataset not in _known:
        dataset.lend(TABLE, dataset.kept(TABLE, computed).to_pandas().astype(_COLUMNS))


def _judged(dataset: Dataset, group: Group, games: int, model: GroupModel | None, default: GroupModel | None) -> Fitted:
    """The predictions of a given model for games that it was not fitted to, as far as that is known."""
    if model is None:
        return Fitted(group, games, reason="the model was not fitted to games of this kind")
    shipped = model == default
    known = model.fitted_to or ()
    left_out = 0 if shipped else None if model.fitted_to is None else games_known(dataset.frame, group, known)
    if left_out is not None and left_out >= games:
        reason = (
            "the one in the file was fitted to these games, so that they cannot show how good it is; without --model, "
            "another one is fitted"
        )
        return Fitted(group, games, model, reason=reason, shipped=shipped, left_out=left_out)
    frame = states(dataset.frame, group, fitted_to=known)
    predicted = model.predict(frame)
    outcome = Fitted(group, games, model, frame=frame, predicted=predicted, shipped=shipped, left_out=left_out)
    if frame["game"].nunique() < _LEAST_JUDGED:
        others = f"the one in the file was fitted to {left_out} of these games, and " if left_out else ""
        return replace(outcome, reason=f"{others}one game says nothing")
    open_states = ~frame["last"].to_numpy(bool)
    return replace(outcome, quality=quality_of(frame[open_states], predicted[open_states], group.players))


def standing(frame: pd.DataFrame, predicted: NDArray[np.float64]) -> NDArray[np.float64]:
    """The win probability after each action, for each row of states; after the last action, the result."""
    over = frame["last"].to_numpy(bool) & frame["win_points"].notna().to_numpy()
    return np.where(over, frame["win_points"].to_numpy(float), predicted)


def added(outcome: Fitted) -> pd.DataFrame:
    """One row for each action that a player took: edition, sets, players, game, log_id, action, added.

    ``added`` is the win probability of the acting side after the action minus the one before it. Actions are left out
    if either is unknown.
    """
    assert outcome.frame is not None
    assert outcome.predicted is not None
    frame = outcome.frame[["game", "log_id", "action", "side", "acting"]].assign(**outcome.group._asdict())
    frame["added"] = changes(outcome.frame, standing(outcome.frame, outcome.predicted))
    return frame[frame["acting"].astype(bool) & frame["added"].notna()]
