"""Sums that are kept while a dataset is written, so that tables of cards need not read every game.

Whatever statistics of cards need is a sum over rows of ``card_games`` and ``players``, by group, card and cluster. The
sums up to each batch are written with it. Intervals need to know how outcomes of one player (or game) go together, and
not who it is: a hash puts players into 256 clusters. With few players a cluster is a player; with many it is a random
group of them, and the variance between random groups is as good an estimate (with 255 degrees of freedom).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

import duckdb
import pyarrow as pa

from innolog.store.schema import CARD_RATES, TOTAL_SUMS, TOTAL_TABLES


@lru_cache(maxsize=len(TOTAL_TABLES))
def _query(name: str) -> str:
    text = (files("innolog.store") / "sql" / f"{name}.sql").read_text(encoding="utf-8")
    happened = [
        f"SELECT log_id, player_id, card, win_points AS w, '{rate}' AS rate, {times} AS times\n"
        f"    FROM card_games WHERE {'counts_drawn' if hidden else 'counts'} AND {times} > 0"
        for rate, (times, hidden) in CARD_RATES.items()
    ]
    return text.replace("$happened", "\n    UNION ALL\n    ".join(happened))


def add_totals(before: Mapping[str, pa.Table], tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The totals of a dataset with the rows of one more batch. ``before`` may be empty."""
    made: dict[str, pa.Table] = {}
    with duckdb.connect(":memory:") as connection:
        for table in ("games", "players", "card_games"):
            connection.register(table, tables[table])
        for name, schema in TOTAL_TABLES.items():
            connection.register("sums_before", before.get(name, schema.empty_table()))
            keys = [field for field in schema.names if field not in TOTAL_SUMS]
            sums = [f"sum({field}) AS {field}" for field in schema.names if field in TOTAL_SUMS]
            relation = connection.sql(
                f"SELECT {', '.join([*keys, *sums])} FROM (FROM sums_before UNION ALL BY NAME ({_query(name)})) "
                f"GROUP BY {', '.join(keys)} ORDER BY {', '.join(keys)}"
            )
            assert relation is not None, "the query is a SELECT"
            made[name] = relation.to_arrow_table().cast(schema)
    return made
