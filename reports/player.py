"""The page about one player: record, opponents, openings, habits, cards. Groups of games are never pooled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.charts import DISCOVERY, discoveries, intervals, no_sign
from reports.metrics import BY_NAME, METRICS, PLAYER_METRICS
from reports.metrics.compute import LEAST_GAMES, compute
from reports.pages import Folder, groups_of, records
from reports.queries import GROUP, overview, sql_of
from reports.tables import dress

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pandas as pd

    from innolog.store.dataset import Dataset
    from reports.pages import Group, Plot
    from reports.queries import Person

#: Metrics of all players, of which the page shows the player's row; the last ones exist for reviewed games.
RECORD = (
    "player_rate", "win_rate_expected", "win_rate_adjusted", "above_expected", "rating",
    "player_rate_lucky", "player_luck", "player_loss",
)  # fmt: skip
#: Cards shown: the most certain differences.
_CARDS = 16
#: Games listed on the page; the table has all.
_GAMES = 100


@dataclass(frozen=True, slots=True)
class Section:
    """One group of the player's games: rows of tables by metric, and plots."""

    group: Group
    games: int
    record: Mapping[str, dict[str, Any]]
    rows: Mapping[str, list[dict[str, Any]]]
    #: Rows without an interval, by metric: only how many.
    small: Mapping[str, int]
    winners: Mapping[str, dict[str, Any]]
    plots: list[Plot]


def write_player(dataset: Dataset, path: Path, person: Person) -> list[Path]:
    """Write a folder about one player: index.html, metrics.html, tables, plots. Return the files written.

    Raises :class:`OSError` if the folder cannot be written, and :class:`~innolog.store.errors.QueryError` for a damaged
    dataset.
    """
    groups = overview(dataset)
    folder = Folder(path, groups_of(groups))
    names = (*RECORD, "habit_winners", "win_rate_dogma")
    shared = {name: dress(compute(dataset, BY_NAME[name]), BY_NAME[name], groups) for name in names}
    tables = player_page(folder, dataset, person, shared, groups, "index.html")
    for name, table in tables.items():
        folder.table(name, table)
    folder.page("metrics.html", "corpus_metrics.html.j2", metrics=(*METRICS, *PLAYER_METRICS), alone=True)
    return folder.written


def player_page(
    folder: Folder,
    dataset: Dataset,
    person: Person,
    shared: Mapping[str, pd.DataFrame],
    groups: pd.DataFrame,
    name: str,
) -> dict[str, pd.DataFrame]:
    """Write the page of one player and return its tables. ``shared`` holds the tables of metrics of all players.

    The table ``my_games`` lists the player's games, the newest first.
    """
    tables = {metric.name: dress(compute(dataset, metric, person.person), metric, groups) for metric in PLAYER_METRICS}
    listed = dataset.frame(sql_of("my_games"), {"person": str(person.person)})
    # As text, in one form, also where no game has a date.
    listed["started"] = listed["started"].dt.strftime("%Y-%m-%d %H:%M").fillna("")
    item = person.label
    sections: list[Section] = []
    few: list[tuple[Group, int]] = []
    for group in folder.groups:
        rows = group.of(shared["player_rate"])
        mine = rows[rows["item"] == item]
        if mine.empty:
            continue
        games = int(mine["n"].iloc[0])
        if games < LEAST_GAMES:
            few.append((group, games))
            continue
        sections.append(_section(folder, group, games, item, person, tables, shared))
    sections.sort(key=lambda section: -section.games)
    folder.page(
        name, "player.html.j2", up="../" * name.count("/"), person=person, sections=sections, few=few,
        alone=name == "index.html", discovery=DISCOVERY,
        record=[name for name in RECORD if any(name in section.record for section in sections)],
        games=records(listed.head(_GAMES)), further=max(len(listed) - _GAMES, 0),
    )  # fmt: skip
    return tables | {"my_games": listed}


def _section(
    folder: Folder,
    group: Group,
    games: int,
    item: str,
    person: Person,
    tables: Mapping[str, pd.DataFrame],
    shared: Mapping[str, pd.DataFrame],
) -> Section:
    record = {}
    for name in RECORD:
        everybody = group.of(shared[name])
        found = records(everybody[everybody["item"] == item])
        if found:
            record[name] = found[0]
    rows: dict[str, list[dict[str, Any]]] = {}
    small: dict[str, int] = {}
    for name, table in tables.items():
        part = group.of(table)
        known = part[part["low"].notna()]
        if name == "my_cards":
            known = known[known["enough"]]
            known = known.sort_values(["p", "item"]).head(_CARDS)
        elif name in ("my_opponents", "my_openings"):
            known = known.sort_values("n", ascending=False)
        rows[name], small[name] = records(known), int(len(part) - part["low"].notna().sum())
    winners = {
        f"{name}/{row['item']}": row
        for name in ("habit_winners", "win_rate_dogma")
        for row in records(group.of(shared[name]))
    }
    plots = [
        _opponents(folder, group, tables["my_opponents"], person),
        _cards(folder, group, tables["my_cards"], person),
    ]
    return Section(group, games, record, rows, small, winners, [plot for plot in plots if plot])


def _file(name: str, group: Group, person: Person) -> str:
    return f"{name}-{group.key}-{person.person:016x}"


def _opponents(folder: Folder, group: Group, table: pd.DataFrame, person: Person) -> Plot | None:
    rows = group.of(table)
    rows = rows[rows["low"].notna()].sort_values("value", ascending=False)
    if len(rows) < 2:
        return None
    figure = intervals(rows, group, 100, "share of wins, %")
    sure = rows["q"] < DISCOVERY
    above, below = (int((sure & more).sum()) for more in (rows["value"] > rows["even"], rows["value"] < rows["even"]))
    title = (
        f"{person.name} wins more than an even share against {above} of {len(rows)} opponents, less against {below} "
        f"(q < {DISCOVERY})"
        if above or below
        else no_sign(rows, f"{person.name} wins more or less than an even share against any of {len(rows)} opponents")
    )
    metric = BY_NAME["my_opponents"]
    return folder.plot(
        _file("my_opponents", group, person), title, f"{metric.meaning} {metric.caveat} Each interval is for one "
        "opponent alone.", figure,
    )  # fmt: skip


def _cards(folder: Folder, group: Group, table: pd.DataFrame, person: Person) -> Plot | None:
    rows = group.of(table)
    rows = rows[rows["low"].notna() & rows["enough"]]
    if rows.empty:
        return None
    found, number = discoveries(rows)
    rows = rows.sort_values(["p", "item"]).head(_CARDS).sort_values("value", ascending=False)
    unit = "more or less often than others with the same result, percentage points of games"
    figure = intervals(rows, group, 100, unit)
    title = (
        f"{person.name} activates {found} of {number} cards more or less often than others (q < {DISCOVERY})"
        if found
        else f"No card of {number} is known to be activated more or less often by {person.name} than by others"
    )
    metric = BY_NAME["my_cards"]
    return folder.plot(_file("my_cards", group, person), title, f"{metric.meaning} {metric.caveat}", figure)


def pages_of(people: list[Person], table: pd.DataFrame, most: int) -> list[tuple[Person, str]]:
    """Those with enough games in some group for intervals, at most ``most``, each with the name of the page."""
    enough = set(table[table["n"] >= LEAST_GAMES].dropna(subset=GROUP)["item"])
    able = [person for person in people if person.label in enough]
    return [(person, f"players/{person.person:016x}.html") for person in able[:most]]
