"""Sums that are updated while a dataset is written, so that queries about cards need not read every game.

Statistics of cards can be computed from sums over rows of ``card_games``, ``dogmas`` and ``players``, by group, card
and cluster. The sums up to each batch are written with it. Intervals need the covariance of the outcomes of one player
(or game), but not the identity, so a hash assigns players to 256 clusters. With few players a cluster is one
player. With many it is a random group of players, and the variance between random groups is an equally good estimate
(with 255 degrees of freedom).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from importlib.resources import files
from operator import and_
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from innolog.store.interrupts import interruptible
from innolog.store.total_schema import CARD_RATES, TOTAL_SUMS, TOTAL_TABLES

_SUMMED = ("logs", "players", "card_games", "dogmas")
#: Number of logs that are summed together. One query costs as much as the rows of a hundred logs.
_SUMMED_LOGS = 128


@lru_cache(maxsize=len(TOTAL_TABLES))
def _query(name: str) -> str:
    text = (files("innolog.store") / "sql" / f"{name}.sql").read_text(encoding="utf-8")
    happened = [
        f"SELECT log_id, player_id, card, win_points AS w, '{rate}' AS rate, {times} AS times\n"
        f"    FROM card_games WHERE {'counts_drawn' if hidden else 'counts'} AND {times} > 0"
        for rate, (times, hidden) in CARD_RATES.items()
    ]
    return text.replace("$happened", "\n    UNION ALL\n    ".join(happened))


def totals_of(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """The sums over the rows of some logs."""
    made: dict[str, pa.Table] = {}
    with interruptible(), duckdb.connect(":memory:", config={"threads": 1}) as connection:
        for table in _SUMMED:
            connection.register(table, tables[table])
        for name, schema in TOTAL_TABLES.items():
            relation = connection.sql(_query(name))
            assert relation is not None, "the query is a SELECT"
            made[name] = relation.to_arrow_table().select(schema.names).cast(schema)
    return made


class Sums:
    """Accumulates sums over logs part by part. Parts are kept by group and rate, and merged if there are many."""

    def __init__(self) -> None:
        self._parts: dict[str, dict[_Key, list[pa.Table]]] = {name: {} for name in TOTAL_TABLES}
        #: Rows that are kept.
        self.rows = 0
        self._waiting: list[Mapping[str, pa.Table]] = []
        self._logs = 0

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Add the rows of some logs. All logs of one game should be added in the same call."""
        self._waiting.append({table: tables[table] for table in _SUMMED})
        self._logs += tables["logs"].num_rows
        if self._logs >= _SUMMED_LOGS:
            self._sum_up()

    def _sum_up(self) -> None:
        if not self._waiting:
            return
        together = {table: pa.concat_tables([tables[table] for tables in self._waiting]) for table in _SUMMED}
        self._waiting, self._logs = [], 0
        for name, sums in totals_of(together).items():
            parts = self._parts[name]
            for key in _keys(sums):
                # Values that are the same in all rows of a part are written once, at the end.
                part = sums.filter(_is(key)).drop_columns([column for column, _ in key])
                kept = parts.setdefault(key, [])
                kept.append(part)
                self.rows += part.num_rows
                if len(kept) > _PARTS:
                    before = sum(part.num_rows for part in kept)
                    parts[key] = [_summed(kept)]
                    self.rows += parts[key][0].num_rows - before

    def write(self, name: str, before: pq.ParquetFile | None, path: Path) -> int:
        """Write the totals ``name``: these sums added to the previous ones. Return the number of rows.

        Each group and rate is one row group, so that only one of them is in memory at a time.
        """
        self._sum_up()
        schema = TOTAL_TABLES[name]
        parts = self._parts[name]
        row_groups = _row_groups(before) if before else {}
        columns = [column for column in schema.names if column not in _SLICED_BY]
        rows = 0
        with pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for key in sorted({*parts, *row_groups}):
                there = []
                if before is not None and key in row_groups:
                    # Threads that read ahead would use additional memory.
                    table = before.read_row_groups(row_groups[key], use_threads=False)
                    there = [table.filter(_is(key)).select(columns)]
                summed = _summed([*there, *parts.get(key, [])])
                for column, value in key:
                    summed = summed.append_column(column, pa.repeat(pa.scalar(value), summed.num_rows))
                writer.write_table(summed.select(schema.names).cast(schema))
                rows += summed.num_rows
        return rows


#: A group, and a rate or sum for totals that have them, as pairs of column and value.
_Key = tuple[tuple[str, str | int], ...]
#: Number of parts that are merged together.
_PARTS = 8
_SLICED_BY = ("edition", "sets", "players", "rate", "what")


def _keys(sums: pa.Table) -> list[_Key]:
    columns = [name for name in _SLICED_BY if name in sums.column_names]
    return [tuple(row.items()) for row in sums.select(columns).group_by(columns).aggregate([]).to_pylist()]


def _row_groups(before: pq.ParquetFile) -> dict[_Key, list[int]]:
    """The row groups of each group and rate in a file of totals."""
    found: dict[_Key, list[int]] = {}
    columns = [name for name in _SLICED_BY if name in before.schema_arrow.names]
    for number in range(before.num_row_groups):
        for key in _keys(before.read_row_group(number, columns=columns, use_threads=False)):
            found.setdefault(key, []).append(number)
    return found


def _is(key: _Key) -> pc.Expression:
    return reduce(and_, (pc.field(column) == value for column, value in key))


def _summed(parts: Sequence[pa.Table]) -> pa.Table:
    """One row for each key, sorted."""
    columns = parts[0].column_names
    keys = [column for column in columns if column not in TOTAL_SUMS]
    sums = [column for column in columns if column in TOTAL_SUMS]
    grouped = pa.concat_tables(parts).group_by(keys, use_threads=False).aggregate([(column, "sum") for column in sums])
    named = grouped.rename_columns({f"{column}_sum": column for column in sums}).select(columns)
    return named.sort_by([(key, "ascending") for key in keys])
