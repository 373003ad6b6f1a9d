"""The queries in ``reports/sql``, and the games of a dataset that statistics count, by group."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from innolog.store.dataset import Dataset

#: The columns that tell the groups of games apart. Statistics never pool two groups.
GROUP = ["edition", "sets", "players"]
#: The logs that statistics count, in words.
VERDICTS = "legal, finished games, each counted once"
#: Bytes that a query may use before it writes temporary files. Commands that compute statistics stay below 2 GB.
MEMORY = 1_000_000_000


@cache
def sql_of(name: str) -> str:
    """The text of a file of ``reports/sql``."""
    return (files("reports") / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def prepare(dataset: Dataset) -> None:
    """Create the tables that the queries of metrics use: records, game_people, counted.

    ``records``: log_id, number (of the game), leads. ``game_people``: game, person, player_id, name. ``counted``: the
    games that statistics count (game, log_id, edition, sets, players ...).
    """
    for name, query in (
        ("records", "prepare_records"), ("game_people", "prepare_people"), ("counted", "prepare_counted")
    ):  # fmt: skip
        dataset.derive(name, sql_of(query))


def overview(dataset: Dataset) -> pd.DataFrame:
    """The groups: edition, sets, players (number), games, people (distinct players), player_games, tool_version."""
    prepare(dataset)
    return dataset.frame(sql_of("overview"))
