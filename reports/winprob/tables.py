"""The quality of win probability models, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.queries import VERDICTS
from reports.winprob.model import Bin, Quality

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from reports.winprob.fitting import Fitted

_GROUP = ["edition", "sets", "players", "games"]
_QUALITY = [name for name in Quality.__slots__ if name not in ("games", "reliability", "parts")]


def quality_table(outcomes: Sequence[Fitted]) -> pd.DataFrame:
    """One row for each group: edition, sets, players, games, reason (why there is no model), then the numbers of
    :class:`~reports.winprob.model.Quality`, which logs count, and on which games the model was evaluated.
    """
    import pandas as pd

    rows = []
    for outcome in outcomes:
        numbers = [None if outcome.quality is None else getattr(outcome.quality, name) for name in _QUALITY]
        rows.append([*outcome.group, outcome.games, outcome.reason or "", *numbers, VERDICTS, _evaluated_on(outcome)])
    table = pd.DataFrame(rows, columns=[*_GROUP, "reason", *_QUALITY, "verdicts", "evaluated_on"])
    return table.astype(dict.fromkeys(_QUALITY, float))


def _evaluated_on(outcome: Fitted) -> str:
    return "" if outcome.quality is None else f"{outcome.quality.games} {outcome.evaluated_on}"


def reliability_table(outcomes: Sequence[Fitted]) -> pd.DataFrame:
    """One row for each group, part of a game and bin of the reliability plot.

    Columns: edition, sets, players, games, part (``all`` or rounds), then the numbers of
    :class:`~reports.winprob.model.Bin`, and which logs count.
    """
    import pandas as pd

    rows = [
        [*outcome.group, outcome.games, part, *(getattr(each, name) for name in Bin.__slots__), VERDICTS]
        for outcome in outcomes
        if outcome.quality is not None
        for part, bins in (
            ("all", outcome.quality.reliability),
            *((part.name, part.reliability) for part in outcome.quality.parts),
        )
        for each in bins
    ]
    return pd.DataFrame(rows, columns=[*_GROUP, "part", *Bin.__slots__, "verdicts"])
