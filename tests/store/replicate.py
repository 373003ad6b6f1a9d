"""Many games from few: copies of rows under new ids, with players who meet again in other games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from innolog.store.rows import Tables
from innolog.store.schema import TABLES
from innolog.store.writer import DatasetWriter


def write_copies(folder: Path, tables: Tables, copies: int, *, people: int) -> Path:
    """Write a dataset of copies (:func:`replicate`) into a folder, and return it."""
    with DatasetWriter(folder) as writer:
        for batch in replicate(tables, copies, people=people):
            writer.add_tables(batch)
    return folder


def replicate(
    tables: Tables, copies: int, *, people: int, seed: int = 1, only: frozenset[str] = frozenset(TABLES)
) -> Iterator[Tables]:
    """``copies`` times the rows of the tables, each time under other log, game and player ids.

    Players come from ``people``; tables that are not among ``only`` (and logs) are left empty.
    """
    random = np.random.default_rng(seed)
    logs = tables["logs"]["log_id"].to_pylist()
    for copy in range(copies):
        hashes = [hashlib.sha256(f"{copy}/{log}".encode()).hexdigest() for log in logs]
        # The seats of a game get different players.
        first = random.integers(0, people, len(logs))
        new: Tables = {}
        for name, rows in tables.items():
            if name not in only:
                new[name] = rows.slice(0, 0)
                continue
            at = pc.index_in(rows["log_id"], pa.array(logs)).to_numpy()
            replaced = {"log_id": pa.array([text[:16] for text in hashes]).take(at)}
            for name_of in {"table_id", "story_hash", "likeness_hash"}.intersection(rows.column_names):
                replaced[name_of] = pc.binary_join_element_wise(rows[name_of], str(copy), "-")
            if "content_hash" in rows.column_names:
                replaced["content_hash"] = pa.array(hashes).take(at)
            if "player_id" in rows.column_names and "seat" in rows.column_names:
                seats = rows["seat"].fill_null(0).to_numpy()
                ids = pa.array((first[at] + seats * 7) % people).cast(pa.string())
                replaced["player_id"] = pc.if_else(pc.is_null(rows["player_id"]), None, ids)
            for column, values in replaced.items():
                position = rows.schema.get_field_index(column)
                rows = rows.set_column(position, rows.schema.field(position), values)
            new[name] = rows
        yield new
