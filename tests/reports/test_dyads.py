"""The variance clustered by person is the sum over all pairs of games that share a person."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import pytest

from innolog.store.views import add_exact_sum
from reports.metrics import BY_NAME
from reports.metrics.compute import DOMINANT, FIXED, MOST, _parts_sql
from reports.queries import sql_of
from tests.statistics.coverage import count_people

#: The correction of squares, which sums over pairs do not have.
_CORRECTION = " / greatest(1 - 2 * h + mean_h, 0.25)"


def _tables(seats: int, random: np.random.Generator) -> list[set[int]]:
    """Two friends who always play together, with others who change; tables that are always the same; and chance."""
    friends = [
        {2 * pair, 2 * pair + 1, *random.choice(np.arange(100, 140), seats - 2, replace=False)}
        for pair in range(12)
        for _ in range(8)
    ]
    same = [set(range(50 + seats * table, 50 + seats * (table + 1))) for table in range(4) for _ in range(6)]
    return friends + same + [set(random.choice(np.arange(100, 140), seats, replace=False)) for _ in range(60)]


def _of_pairs(tables: list[set[int]], fixed: set[int], r: np.ndarray) -> float:
    return float(
        sum(
            r[one] * r[other]
            for one in range(len(tables))
            for other in range(len(tables))
            if one == other or (tables[one] & tables[other]) - fixed
        )
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("recorder", [False, True])
def test_each_pair_of_games_counts_once(seats: int, recorder: bool) -> None:
    """Two games counted once for each person in both, unless their tables were the same."""
    random = np.random.default_rng(seats)
    tables = _tables(seats, random)
    if recorder:
        # Somebody who records half of the games, and plays one alone.
        tables = [(table - {min(table)}) | {999} if game % 2 else table for game, table in enumerate(tables)] + [{999}]
    s = random.normal(size=len(tables)) + np.arange(len(tables)) // 8 % 3
    persons = random.integers(1, 2**63, 1000, dtype=np.uint64)
    seated = [(game, persons[person]) for game, table in enumerate(tables) for person in table]
    people = pd.DataFrame(seated, columns=["game", "person"]).astype({"person": "uint64"})
    sums = pd.DataFrame({"item": "", "game": range(len(tables)), "n": 1, "s": s})
    query = sql_of("aggregate_people")
    assert _CORRECTION in query
    with duckdb.connect(":memory:") as connection:
        add_exact_sum(connection)
        connection.register("game_people", people)
        connection.register("given", sums)
        count_people(connection)
        parts = _parts_sql(BY_NAME["lengths"], "FROM given")
        found = connection.execute(f"{parts},\n{query.replace(_CORRECTION, '')}", FIXED).df().iloc[0]
    h = pd.Series([person for table in tables for person in table]).value_counts() / len(tables)
    dominant = h**2 > DOMINANT * (h[h <= MOST] ** 2).sum()
    fixed = set(h.index[(h > MOST) | dominant])
    assert fixed == ({999} if recorder else set())
    assert found["fixed"] == len(fixed)
    assert found["squares"] == pytest.approx(_of_pairs(tables, fixed, (s - s.mean()) / len(s)), rel=1e-9)
