"""Values of a query that Python cannot hold, as the text that DuckDB writes for them."""

from __future__ import annotations

from typing import Any

import duckdb

#: Types of which Python's counterparts have only some values: none has months or nanoseconds, and infinite dates become
#: the first or last one. ``repr`` of bytes is no text of SQL.
_AS_TEXT = frozenset(
    {
        "interval", "date", "timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns", "timestamp with time zone",
        "time_ns", "blob",
    }
)  # fmt: skip
_NESTED = frozenset({"list", "array", "map", "struct", "tuple", "union"})


def in_text(answer: duckdb.DuckDBPyRelation, nested: str) -> str | None:
    """A query for the same rows with text for these values; None if its columns have none of them.

    ``nested`` is the query of ``answer`` in parentheses.
    """
    types = [_with_text(kind) for kind in answer.types]
    if types == answer.types:
        return None
    # By position, because names may repeat.
    named = zip(types, answer.columns, strict=True)
    columns = [f"#{number}::{kind} AS {_name(name)}" for number, (kind, name) in enumerate(named, 1)]
    return f"SELECT {', '.join(columns)} FROM {nested}"


def _with_text(kind: Any) -> Any:
    """A type of DuckDB with VARCHAR in place of the types above, also within lists and the like."""
    if kind.id in _AS_TEXT:
        return duckdb.sqltype("VARCHAR")
    if kind.id not in _NESTED:
        return kind
    parts = [(name, part if isinstance(part, int) else _with_text(part)) for name, part in kind.children]
    if parts == kind.children:
        return kind
    found = dict(parts)
    if kind.id == "list":
        return duckdb.list_type(found["child"])
    if kind.id == "array":
        return duckdb.array_type(found["child"], found["size"])
    if kind.id == "map":
        return duckdb.map_type(found["key"], found["value"])
    # Unions, and structs without names, cannot be written as such a type.
    return duckdb.sqltype("VARCHAR") if "" in found else duckdb.struct_type(found)


def _name(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'
