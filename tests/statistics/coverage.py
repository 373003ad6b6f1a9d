"""The coverage of confidence intervals in the designs that users have: ``python -m tests.statistics.coverage``.

Prints a table in Markdown. For each design, number of games, spread of skill and statistic, it shows how many of 100
datasets have a 95 % interval that contains the true value. A dash means that there is hardly any interval.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import duckdb
import numpy as np
import pandas as pd

from innolog.store.views import add_exact_sum
from reports.metrics import Kind, Metric
from reports.metrics.compute import FIXED, _parts_sql, estimate, metric_sql
from reports.queries import sql_of
from tests.statistics.designs import DESIGNS, SPREADS, STATISTICS, design, play, truth

GAMES = (10, 30, 100, 300, 1000, 2000)
#: The smallest share of datasets with an interval for which coverage is reported.
_LEAST_GIVEN = 0.05

_METRIC = Metric(
    name="simulated", title="", of="dataset", meaning="", formula="", rows="", sql="lengths", kind=Kind.RATE, caveat=""
)


class Coverage(NamedTuple):
    """The number of datasets with an interval, the share of these that contain the true value, and the mean length."""

    design: str
    games: int
    spread: str
    statistic: str
    given: int
    covered: float
    length: float


def _fixed_sql() -> str:
    """SQL with the people who are held fixed: ``fixed`` (i, person) and ``estimates`` (i, item), before a SELECT."""
    people = sql_of("aggregate_people")
    before = people[: people.rindex("SELECT\n    e.edition")]
    return f"{_parts_sql(_METRIC, metric_sql(_METRIC))},\n{before}"


def count_people(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables ``circles`` and ``counted`` of games of two people, from ``game_people``."""
    connection.execute(f"CREATE TABLE circles AS {sql_of('prepare_circles')}")
    connection.execute(
        "CREATE TABLE counted AS SELECT game, '' AS edition, '' AS sets, 2 AS players, 2 AS sides, "
        "list(person) AS persons FROM game_people GROUP BY game"
    )


def coverage(name: str, statistic: str, games: int, spread: str, datasets: int, seed: int = 0) -> Coverage:
    """The coverage of the intervals of one design."""
    played = play(name, statistic, games, SPREADS[spread], datasets, seed)
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        add_exact_sum(connection)
        connection.register("sums_", played.sums)
        connection.register("people_", played.people)
        connection.execute(
            "CREATE TABLE game_people AS SELECT game, hash(person) AS person, person AS number FROM people_"
        )
        count_people(connection)

        def ask(query: str, parameters: Mapping[str, object]) -> pd.DataFrame:
            return connection.execute(query.replace(metric_sql(_METRIC), "FROM sums_"), dict(parameters)).df()

        found = estimate(_METRIC, ask)
        held = ask(
            f"{_fixed_sql()} SELECT item, number FROM fixed JOIN estimates USING (i) "
            "JOIN (SELECT DISTINCT person, number FROM game_people) USING (person)",
            FIXED,
        )
    fixed = {item: part["number"].to_numpy(np.int64) for item, part in held.groupby("item")}
    plan, none = design(name, games), np.empty(0, np.int64)
    true = np.array(
        [
            truth(
                plan,
                statistic,
                SPREADS[spread],
                played.skills[item],
                np.sort(fixed.get(item, none) % len(plan.probability)),
            )
            for item in found["item"].astype(int)
        ]
    )
    low, high = found["low"].to_numpy(float), found["high"].to_numpy(float)
    given = np.isfinite(low)
    inside = (low <= true) & (true <= high)
    return Coverage(
        name, games, spread, statistic, int(given.sum()), float(inside[given].mean()) if given.any() else np.nan,
        float((high - low)[given].mean()) if given.any() else np.nan,
    )  # fmt: skip


def study(games: Sequence[int], datasets: int, seed: int, designs: Sequence[str]) -> Iterator[Coverage]:
    """The coverage of designs, with all spreads and statistics."""
    for name, number, spread, statistic in itertools.product(designs, games, SPREADS, STATISTICS):
        # On a ladder nobody plays more than anybody else: a player has a few games there, as in a small star.
        if (name, statistic) != ("ladder", "player"):
            yield coverage(name, statistic, number, spread, datasets, seed)


def table(found: Iterable[Coverage], datasets: int) -> Iterator[str]:
    """The lines of the coverage as a table in Markdown, each as soon as its cells are known."""
    yield "| design | games | skill | win rate with a card | win rate of one player | share of games |"
    yield "|---|---:|---|---:|---:|---:|"
    for key, rows in itertools.groupby(found, key=lambda row: row[:3]):
        cells = {row.statistic: row for row in rows}
        yield "| " + " | ".join([*map(str, key), *(_cell(cells.get(name), datasets) for name in STATISTICS)]) + " |"


def _cell(row: Coverage | None, datasets: int) -> str:
    if row is None or row.given < _LEAST_GIVEN * datasets:
        return "\N{EN DASH}"
    return f"{100 * row.covered:.1f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--datasets", type=int, default=1000, help="for each design")
    parser.add_argument("--games", default=",".join(map(str, GAMES)), help="numbers of games, with commas")
    parser.add_argument("--designs", default=",".join(DESIGNS), help="designs, with commas")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    games, designs = [int(number) for number in arguments.games.split(",")], arguments.designs.split(",")
    print(
        f"{arguments.datasets} datasets each; simulation error {100 * (0.95 * 0.05 / arguments.datasets) ** 0.5:.1f}\n"
    )
    for line in table(study(games, arguments.datasets, arguments.seed, designs), arguments.datasets):
        print(line, flush=True)


if __name__ == "__main__":
    main()
