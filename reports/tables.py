"""Output tables of statistics: with the names of cards, and the data that they were computed from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from innolog.cards.facts import card_table, every_card
from reports.metrics.compute import compute
from reports.queries import GROUP, VERDICTS, overview
from reports.safe_text import inert

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from innolog.store.dataset import Dataset
    from reports.metrics import Metric


#: Words between the names of two cards, by what an item is.
_PAIRS = {"pair of cards": " over ", "two cards": " + "}


def metric_table(dataset: Dataset, metric: Metric, player: int | None = None) -> pd.DataFrame:
    """A metric with names, and with the data that it was computed from.

    Cards have the columns name, age and color, other items name. Each row has the games and players of its group, the
    verdicts that count, and the version of innolog. ``player`` as in ``compute``.
    """
    return dress(compute(dataset, metric, player), metric, overview(dataset))


def dress(table: pd.DataFrame, metric: Metric, groups: pd.DataFrame) -> pd.DataFrame:
    """Add what :func:`metric_table` describes to the numbers. ``groups`` is an :func:`overview`."""
    printed = every_card()
    table = table.copy()
    position = list(table.columns).index("item") + 1
    if metric.of == "card":
        # Only a damaged dataset contains other cards.
        table = table[table["item"].isin(list(printed))].copy()
        table["item"] = table["item"].astype(int)
        table.insert(position, "name", [printed[card].name for card in table["item"]])
        table.insert(position + 1, "age", [printed[card].age for card in table["item"]])
        table.insert(position + 2, "color", [printed[card].color.name.lower() for card in table["item"]])
    elif metric.of in _PAIRS:
        join = _PAIRS[metric.of]
        table.insert(position, "name", [join.join(_name(card) for card in str(pair).split()) for pair in table["item"]])
    else:
        table.insert(position, "name", table["item"].astype(str))
    table = table.merge(groups[[*GROUP, "games", "people", "tool_version"]], on=GROUP, how="left")
    table["verdicts"] = VERDICTS
    return table


def _name(card: str) -> str:
    return card_table().name[int(card)]


def to_one_csv(tables: Sequence[pd.DataFrame]) -> str:
    """Tables of metrics as one, under one header. What a table does not have, such as the age of a card, is empty."""
    columns = max((list(table.columns) for table in tables), key=len, default=[])
    return "".join(to_csv(table.reindex(columns=columns), header=not at) for at, table in enumerate(tables))


def to_csv(table: pd.DataFrame, *, header: bool = True) -> str:
    """A table as CSV (RFC 4180), with an apostrophe before text that a spreadsheet would evaluate as a formula."""
    import pandas as pd

    safe = table.copy()
    for column in safe:
        if not pd.api.types.is_numeric_dtype(safe[column]) and not pd.api.types.is_bool_dtype(safe[column]):
            safe[column] = [inert(value) if isinstance(value, str) else value for value in safe[column]]
    text: str = safe.rename(columns=inert).to_csv(
        index=False, header=header, lineterminator="\r\n", float_format="%.6g"
    )
    return text
