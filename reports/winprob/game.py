"""The win probabilities over the course of one game, and its turning points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reports.winprob.added import standing
from reports.winprob.model import GroupModel
from reports.winprob.quality import changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

#: Maximum number of turning points, and the minimum change of each.
_MOST_TURNS = 6
_LEAST_CHANGE = 0.05


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An action that changed a probability a lot: its number, the seat with the largest change, before and after."""

    action: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Chances:
    """Win probabilities after every action: ``curves[seat][action]``. After the end of the game it is the result.

    If part of the table is unknown, the probabilities are NaN. ``added`` is the change for the side that took the
    action; it is None for the opening and if it is unknown. Players of a team have the probability of their team.
    ``turning`` is in the order of the game. ``note`` describes the model and its quality.
    """

    curves: tuple[tuple[float, ...], ...]
    added: tuple[float | None, ...]
    turning: tuple[TurningPoint, ...]
    note: str


def chances_of(model: GroupModel, frame: pd.DataFrame, teams: Sequence[int], actions: int) -> Chances:
    """The win probabilities of the game with these states. ``actions`` is its number of actions, including the opening.

    ``teams`` is empty if everybody plays alone.
    """
    import pandas as pd

    values = frame.assign(value=standing(frame, model.predict(frame)))
    table = values.pivot(index="action", columns="side", values="value").reindex(range(actions))
    seats = [teams[seat] if teams else seat for seat in range(model.players)]
    curves = table[seats].to_numpy(float)
    acting = frame["acting"].to_numpy(bool)
    added = pd.Series(changes(frame, values["value"].to_numpy(float))[acting], frame["action"][acting])
    quality = model.quality
    whose = ", ".join(filter(None, (model.group.name, model.origin)))
    return Chances(
        curves=tuple(tuple(map(float, curves[:, seat])) for seat in range(len(seats))),
        added=tuple(None if np.isnan(each) else float(each) for each in added.reindex(range(actions))),
        turning=_turning(curves),
        note=f"From a model fitted to {model.games:,} games ({whose}). It uses points, achievements, icons, numbers of "
        f"cards and whose turn it is. On games that it was not fitted to, its Brier score is {quality.brier:.3f} "
        "(equal "
        f"chances: {quality.base_brier:.3f}), and its average calibration error is {100 * quality.error:.1f} "
        "percentage "
        "points.",
    )


def _turning(curves: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[TurningPoint, ...]:
    if len(curves) < 2:
        return ()
    change = np.diff(curves, axis=0)
    most = np.nan_to_num(np.abs(change).max(axis=1))
    chosen = [action for action in np.argsort(-most, kind="stable")[:_MOST_TURNS] if most[action] >= _LEAST_CHANGE]
    points = []
    for action in sorted(chosen):
        seat = int(np.abs(change[action]).argmax())
        before, after = float(curves[action, seat]), float(curves[action + 1, seat])
        points.append(TurningPoint(int(action) + 1, seat, before, after))
    return tuple(points)
