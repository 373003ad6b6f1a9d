"""Logs in any number, and all that a dataset has, for comparing datasets."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa

from innolog.store.dataset import open_dataset
from innolog.store.shown import OF_ALL
from innolog.store.total_schema import TOTAL_TABLES
from tests.shared import REPOSITORY

SAMPLES = REPOSITORY / "sample_logs"


def copies(folder: Path, number: int, pattern: str = "*") -> Path:
    """A folder with several copies of each sample log. They differ in the white space at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    for sample in sorted(SAMPLES.glob(f"{pattern}.json.gz")):
        data = gzip.decompress(sample.read_bytes())
        for copy in range(number):
            (folder / f"{copy}_{sample.name}").write_bytes(gzip.compress(data + b"\n" * copy, 1, mtime=0))
    return folder


def contents(dataset: Path | str, *, totals: bool = False) -> dict[str, pa.Table]:
    """All tables, in the order in which the logs were given: partitions do not keep it."""
    found = {}
    with open_dataset(dataset) as data:
        order = {log: number for number, log in enumerate(data.arrow("logs")["log_id"].to_pylist())}
        for table, name in OF_ALL.items():
            rows = data.arrow(name)
            at = pa.array([order[log] for log in rows["log_id"].to_pylist()], pa.int64())
            rows = rows.append_column("_log", at).append_column("_row", pa.array(range(rows.num_rows)))
            ordered = rows.sort_by([("_log", "ascending"), ("_row", "ascending")])
            found[table] = ordered.drop_columns(["_log", "_row"]).combine_chunks()
        if totals:
            found |= {name: data.totals(name).combine_chunks() for name in TOTAL_TABLES}
    return found
