"""How a dataset lies in its folder.

    innolog-dataset.json       says that this is a dataset, and of which schema version
    batches/000001.json        one manifest per batch; what no manifest names does not exist for a reader
    games/000001.parquet       the rows of that batch; so for games, players and violations
    events/edition=third/sets=base+cities/000001.parquet
                               the rows of that batch for an edition and sets; so for all other tables
    totals/cards-000001.parquet
                               sums over all rows up to that batch (innolog.store.totals)

A batch is complete: the rows of all tables for a number of logs. Its files are written under temporary names and
renamed, the manifest last, so that at any moment the manifests name finished files only. File names follow from the
number of the batch and the names of tables, editions and sets; nothing else a manifest contains is used as a path.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from innolog.store.errors import DatasetError
from innolog.store.schema import SCHEMA_VERSION, TABLES, TOTAL_TABLES

MARKER = "innolog-dataset.json"
LOCK = ".lock"
BATCHES = "batches"
TOTALS = "totals"
#: Tables that are small, or have rows of logs whose rules nobody knows.
UNPARTITIONED = frozenset({"games", "players", "violations"})
_PARTITION = re.compile(r"|edition=[a-z]+/sets=[a-z]+(\+[a-z]+)*")
_FORMAT = "innolog dataset"
_MANIFEST_NAME = re.compile(r"([0-9]{6,12})\.json")
_MANIFEST_LIMIT = 1 << 20


class Piece(NamedTuple):
    """One file: the table and partition it has rows of, its rows, and its size in bytes."""

    table: str
    partition: str
    rows: int
    bytes: int


class Batch(NamedTuple):
    """One batch: its number and its files. ``totals`` are those of all rows up to and with this batch."""

    number: int
    pieces: tuple[Piece, ...]
    totals: tuple[Piece, ...]


def partition_of(edition: str | None, sets: Sequence[str] | None) -> str:
    """The partition for logs of an edition and sets, as Hive names it."""
    return f"edition={edition or 'unknown'}/sets={'+'.join(sorted(sets or ())) or 'unknown'}"


def batch_file(folder: Path, table: str, partition: str, number: int) -> Path:
    """Where the rows of one table of a batch are. The partition is empty for a table that has none."""
    return folder / table / partition / f"{number:06d}.parquet"


def totals_file(folder: Path, name: str, number: int) -> Path:
    """Where totals up to a batch are."""
    return folder / TOTALS / f"{name}-{number:06d}.parquet"


def manifest_file(folder: Path, number: int) -> Path:
    """Where the manifest of a batch is."""
    return folder / BATCHES / f"{number:06d}.json"


def temporary(path: Path) -> Path:
    """The name under which a file is written before it is complete."""
    return path.with_name(f".{path.name}.tmp")


def write_json(path: Path, content: object) -> None:
    """Write a small file so that it is there entirely or not at all, also after a power failure."""
    unfinished = temporary(path)
    with unfinished.open("w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def mark(folder: Path, pseudonyms: str | None) -> None:
    """Make a folder a dataset; ``pseudonyms`` is the fingerprint of the key of its players' names, if it has one."""
    content = {"format": _FORMAT, "schema_version": SCHEMA_VERSION, "pseudonyms": pseudonyms}
    write_json(folder / MARKER, content)


def check_marker(folder: Path) -> str | None:
    """Make sure that a folder is a dataset of this schema version; the fingerprint of the key of its pseudonyms.

    Raises :class:`DatasetError`.
    """
    if not folder.is_dir():
        raise DatasetError(f"{folder}: there is no such folder")
    if not (folder / MARKER).is_file():
        raise DatasetError(f"{folder}: not a dataset of innolog (it has no {MARKER})")
    content = _read_json(folder / MARKER)
    if content.get("format") != _FORMAT:
        raise DatasetError(f"{folder / MARKER}: not the mark of a dataset of innolog")
    version = content.get("schema_version")
    if version != SCHEMA_VERSION:
        raise DatasetError(
            f"{folder}: the dataset has schema version {version!r:.20}, this innolog reads and writes "
            f"{SCHEMA_VERSION}; ingest the logs into a new dataset"
        )
    pseudonyms = content.get("pseudonyms")
    return pseudonyms if isinstance(pseudonyms, str) else None


def read_batches(folder: Path) -> list[Batch]:
    """The batches of a dataset in the order in which they were written.

    Raises :class:`DatasetError` where a manifest can't be read, or a file that it names is missing or has another size.
    """
    manifests = folder / BATCHES
    if not manifests.is_dir():
        return []
    numbers = sorted(int(match[1]) for name in os.listdir(manifests) if (match := _MANIFEST_NAME.fullmatch(name)))
    batches = [_read_batch(folder, number) for number in numbers]
    # Totals of earlier batches are of no use any more, and may be gone.
    for piece in batches[-1].totals if batches else ():
        _check_file(totals_file(folder, piece.table, numbers[-1]), piece.bytes)
    return batches


def _read_batch(folder: Path, number: int) -> Batch:
    path = manifest_file(folder, number)
    content = _read_json(path)
    pieces = tuple(_read_pieces(path, content.get("files")))
    for piece in pieces:
        _check_file(batch_file(folder, piece.table, piece.partition, number), piece.bytes)
    return Batch(number, pieces, tuple(_read_pieces(path, content.get("totals"))))


def _read_pieces(path: Path, listed: object) -> Iterator[Piece]:
    if not isinstance(listed, list):
        raise DatasetError(f"{path}: the manifest lists no files")
    for entry in listed:
        if not isinstance(entry, dict):
            raise DatasetError(f"{path}: the manifest lists something that is no file")
        table, partition, rows, size = (entry.get(key) for key in ("table", "partition", "rows", "bytes"))
        sound = (
            isinstance(table, str) and isinstance(partition, str) and isinstance(rows, int) and isinstance(size, int)
        )
        if not sound or table not in {*TABLES, *TOTAL_TABLES} or not _PARTITION.fullmatch(str(partition)):
            raise DatasetError(f"{path}: the manifest lists something that is no file of a dataset")
        yield Piece(str(table), str(partition), int(str(rows)), int(str(size)))


def _check_file(file: Path, size: int) -> None:
    # A link could lead out of the dataset.
    if not file.is_file() or file.is_symlink() or file.stat().st_size != size:
        raise DatasetError(f"{file}: damaged dataset: the file is missing, a link, or not as long as it should be")


def write_manifest(folder: Path, batch: Batch) -> None:
    """Make a batch visible."""
    content = {
        "files": [piece._asdict() for piece in batch.pieces],
        "totals": [piece._asdict() for piece in batch.totals],
    }
    write_json(manifest_file(folder, batch.number), content)


def _read_json(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(_MANIFEST_LIMIT))
    except (OSError, ValueError, RecursionError) as error:
        raise DatasetError(f"{path}: can't be read: {type(error).__name__}") from error
    if not isinstance(content, dict):
        raise DatasetError(f"{path}: not a JSON object")
    return content
