"""The queries in ``reports/sql``, and the games of a dataset that statistics count, by group."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from innolog.support.counting import counted
from innolog.support.errors import InnologError

if TYPE_CHECKING:
    import pandas as pd

    from innolog.store.dataset import Dataset

#: The columns that tell the groups of games apart. Statistics never pool two groups.
GROUP = ["edition", "sets", "players"]
#: The logs that statistics count, in words.
VERDICTS = "legal, finished games, each counted once"

#: Tables of the effect of draws, and the draws that each one sums.
_DRAWS = {"draws": "drawn", "draws_lucky": "drawn_lucky"}


def memory_for(logs: int) -> int:
    """Bytes that a query may use before it writes temporary files, by the number of logs in the dataset.

    With it, commands that compute statistics stay below 2 GB, also for 100,000 games.
    """
    return min(max(10_000 * logs, 200_000_000), 1_000_000_000)


@cache
def sql_of(name: str) -> str:
    """The text of a file of ``reports/sql``."""
    return (files("reports") / "sql" / f"{name}.sql").read_text(encoding="utf-8")


def prepared_sql(table: str) -> str:
    """The SELECT of a table that metrics read (:attr:`reports.metrics.metric.Metric.prepared`)."""
    if table in _DRAWS:
        return sql_of("prepare_draws").replace("{drawn}", _DRAWS[table])
    return sql_of(f"prepare_{table}")


def prepare(dataset: Dataset) -> None:
    """Create the tables that the queries of metrics use: records, outcomes, game_people, circles, counted.

    ``records``: log_id, number (of the game), leads. ``outcomes``: log_id, seat, side, points (win points of the side).
    ``game_people``: game, person, player_id, name (in the game), called (the name of the person), label (of the person
    in tables). ``circles``: games, and the sets of people who were in exactly these games together. ``counted``: the
    games that statistics count (game, log_id, edition, sets, players, sides ...).
    """
    for name, query in (
        ("records", "prepare_records"), ("outcomes", "prepare_outcomes"), ("game_people", "prepare_people"),
        ("circles", "prepare_circles"), ("counted", "prepare_counted"),
    ):  # fmt: skip
        dataset.derive(name, sql_of(query))


def no_games(dataset: Dataset) -> str | None:
    """The reason if no game counts, as a sentence without a capital letter and full stop."""
    prepare(dataset)
    if len(dataset.frame("SELECT 1 FROM counted LIMIT 1")):
        return None
    if dataset.period is None:
        return "this dataset has no legal, finished game"
    return "no game that counts began in this period; games whose logs record no date are left out of it"


def overview(dataset: Dataset) -> pd.DataFrame:
    """The groups: edition, sets, players (number), games, people (distinct players), player_games, tool_version."""
    prepare(dataset)
    return dataset.frame(sql_of("overview"))


class Person(NamedTuple):
    """Somebody who plays in games that count; ``person`` identifies them in queries, ``label`` in tables.

    ``name`` is their latest name, and ``names`` has every name under which they played.
    """

    person: int
    player_id: str
    name: str
    names: tuple[str, ...]
    site: str
    games: int
    label: str


class NoSuchPerson(InnologError, LookupError):
    """Nobody has this name or player id, several people have it, or no game counts; the message says which."""


def people(dataset: Dataset) -> list[Person]:
    """The people of the games that count, those with the most games first."""
    prepare(dataset)
    return [
        Person(
            int(row["person"]),
            str(row["player_id"]),
            str(row["name"]),
            tuple(map(str, row["names"])),
            str(row["site"]),
            int(row["games"]),
            str(row["label"]),
        )
        for row in dataset.frame(sql_of("people")).to_dict("records")
    ]


def person_named(dataset: Dataset, name: str) -> Person:
    """The person with this player id, with this name in any game, or with a site and an id (``bga:90000001``).

    Raises :class:`NoSuchPerson`.
    """
    if reason := no_games(dataset):
        raise NoSuchPerson(reason)
    everybody = people(dataset)
    of_site = [person for person in everybody if f"{person.site}:{person.player_id}" == name]
    of_id = [person for person in everybody if person.player_id == name]
    of_name = [person for person in everybody if name in person.names]
    alike = [person for person in everybody if name.casefold() in map(str.casefold, person.names)]
    for found in (of_site, of_id, of_name, alike):
        if len(found) > 1:
            ids = ", ".join(f"{each.site}:{each.player_id} ({counted(each.games, 'game')})" for each in found[:5])
            raise NoSuchPerson(f"several players are called {name}: give a site and player id: {ids}")
        if found:
            return found[0]
    known = ", ".join(person.name for person in everybody[:5])
    raise NoSuchPerson(f"no player is called {name} in the games that count; the most games have {known}")
