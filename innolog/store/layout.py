"""The file layout of a dataset in its place (:mod:`innolog.store.places`).

    cards.parquet              what is printed on the cards, for other programs: innolog knows it, so it has no checksum
    innolog-dataset.json       marks a dataset, and contains its schema version
    batches/000001.json        one manifest per batch; readers ignore files that no manifest lists
    logs/000001.parquet        the rows of that batch; likewise for players and violations
    events/edition=third/sets=base+cities/000001.parquet
                               the rows of that batch for an edition and sets; likewise for all other tables
    totals/total_cards-000001.parquet
                               sums over all rows up to that batch (innolog.store.totals)

A batch contains the rows of all tables for a number of logs. Its files appear one by one, each of them completely or
not at all, and the manifest last. At any moment the manifests therefore list only finished files. A file name consists
of the batch number and the names of table, edition and sets; if other writers cannot be locked out, a token follows the
number (``000001-89abcdef.parquet``). Nothing else in a manifest is used as a path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from innolog.store.errors import DatasetError
from innolog.store.places import LOCK, Storage
from innolog.store.schema import SCHEMA_VERSION, TABLES
from innolog.store.shown import cards
from innolog.store.total_schema import TOTAL_TABLES
from innolog.version import version

MARKER = "innolog-dataset.json"
CARDS = "cards.parquet"
BATCHES = "batches"
TOTALS = "totals"
#: Tables that are small, or have rows of logs whose rules nobody knows.
UNPARTITIONED = frozenset({"logs", "players", "violations"})
_PARTITION = re.compile(r"|edition=[a-z]+/sets=[a-z]+(\+[a-z]+)*")
_TOKEN = re.compile(r"|-[0-9a-f]{8}")
_FORMAT = "innolog dataset"
_MANIFEST_NAME = re.compile(BATCHES + r"/([0-9]{6,12})\.json")
#: Rows, also under their temporary name, and manifests under theirs. What is behind the number may be digits, too.
_ABANDONED_NAME = re.compile(
    r"(?:.*/)?\.?(?:[a-z_]+-)?([0-9]{6,12})(?:(?:-[0-9a-f]{8})?\.parquet(?:\.tmp)?|\.json(?:-[0-9a-f]{8})?\.tmp)"
)
#: Files that a process may have left if it was killed before it marked a new dataset.
BEFORE_MARKER = re.compile(
    rf"{re.escape(LOCK)}|{re.escape(CARDS)}|\.(?:{re.escape(CARDS)}|{re.escape(MARKER)})(?:-[0-9a-f]{{8}})?\.tmp"
)
_MANIFEST_LIMIT = 1 << 20
_MOST_MISSING = 1000
#: Bytes; more than ten times what the cards need.
_CARDS_LIMIT = 1 << 20


class Piece(NamedTuple):
    """One file: its table and partition, its number of rows, its size in bytes, and its checksum.

    Files of older datasets have no checksum.
    """

    table: str
    partition: str
    rows: int
    bytes: int
    crc32: str | None = None


class Batch(NamedTuple):
    """One batch: its number, its files, and the token in their names.

    ``totals`` are the sums over all rows up to and including this batch.
    """

    number: int
    pieces: tuple[Piece, ...]
    totals: tuple[Piece, ...]
    token: str = ""

    def file(self, piece: Piece) -> str:
        """The name of the file of a piece."""
        if piece.table in TOTAL_TABLES:
            return totals_file(piece.table, self.number, self.token)
        return batch_file(piece.table, piece.partition, self.number, self.token)

    @property
    def files(self) -> dict[str, int]:
        """The names of all its files, with their sizes in bytes."""
        return {self.file(piece): piece.bytes for piece in (*self.pieces, *self.totals)}


def partition_of(edition: str | None, sets: Sequence[str] | None) -> str:
    """The partition for logs of an edition and sets, named as in Hive."""
    return f"edition={edition or 'unknown'}/sets={'+'.join(sorted(sets or ())) or 'unknown'}"


def batch_file(table: str, partition: str, number: int, token: str) -> str:
    """The file with the rows of one table of a batch. The partition is empty for a table without partitions."""
    return "/".join(filter(None, (table, partition, f"{number:06d}{token}.parquet")))


def totals_file(name: str, number: int, token: str) -> str:
    """The file with the totals up to a batch."""
    return f"{TOTALS}/{name}-{number:06d}{token}.parquet"


def manifest_file(number: int) -> str:
    """The file with the manifest of a batch."""
    return f"{BATCHES}/{number:06d}.json"


def mark(place: Storage, pseudonyms: str | None) -> None:
    """Mark a place as a dataset. ``pseudonyms`` is the fingerprint of the pseudonym key, if there is one."""
    content = {"format": _FORMAT, "schema_version": SCHEMA_VERSION, "pseudonyms": pseudonyms}
    restore_cards(place)
    place.create(MARKER, _json(content))


def has_cards(place: Storage) -> bool:
    """Whether the file of the cards is there and has what innolog knows of them."""
    try:
        (data,) = place.read([CARDS], _CARDS_LIMIT)
    except FileNotFoundError:
        return False
    try:
        return bool(pq.read_table(pa.BufferReader(data)).equals(cards()))
    except (OSError, pa.ArrowException):
        return False


def restore_cards(place: Storage) -> None:
    """Write the file of the cards if it is missing or has something else."""
    if has_cards(place):
        return
    table = pa.BufferOutputStream()
    pq.write_table(cards(), table)
    place.remove([CARDS])
    with suppress(FileExistsError):
        place.create(CARDS, table.getvalue().to_pybytes())


def check_marker(place: Storage) -> str | None:
    """Check that a place is a dataset of this schema version, and return the fingerprint of its pseudonym key.

    Raises :class:`DatasetError`.
    """
    try:
        content = _read_json(place, [MARKER])[0]
    except FileNotFoundError as error:
        raise DatasetError(
            f"{place.name}: not a dataset of innolog (it has no {MARKER})"
            if place.exists()
            else f"{place.name}: there is no such folder"
        ) from error
    if content.get("format") != _FORMAT:
        raise DatasetError(f"{place.name}/{MARKER}: not a valid marker of an innolog dataset")
    found = content.get("schema_version")
    if isinstance(found, int) and found > SCHEMA_VERSION:
        raise DatasetError(
            f"{place.name}: the dataset has schema version {found!r:.20}, this innolog reads and writes "
            f"{SCHEMA_VERSION}; a newer innolog wrote it, and reads it"
        )
    if found != SCHEMA_VERSION:
        raise DatasetError(
            f"{place.name}: the dataset has schema version {found!r:.20}, this innolog reads and writes "
            f"{SCHEMA_VERSION}; make it anew from the same logs with innolog ingest LOGS -o NEW_FOLDER; the column "
            f"source of its Parquet files in {'games' if isinstance(found, int) and found < 9 else 'logs'} lists them"
        )
    pseudonyms = content.get("pseudonyms")
    return pseudonyms if isinstance(pseudonyms, str) else None


def read_batches(place: Storage, *, damaged: list[str] | None = None) -> list[Batch]:
    """The batches of a dataset in the order in which they were written.

    Raises :class:`DatasetError` if a manifest is missing or cannot be read, or if a file that it lists is missing or
    has another size. If a list ``damaged`` is given, missing files are added to it instead, and their batches are left
    out; so are batches with a file found by :func:`damaged_in`.
    """
    sizes = _listing(place)
    batches = listed_batches(place, sizes)
    if damaged is not None:
        found = {batch.number: list(damaged_in(place, batch, batch.pieces, sizes)) for batch in batches}
        damaged += [f"{place.name}/{name}" for name in missing_manifests(batches)]
        damaged += [f"{place.name}/{name}" for names in found.values() for name in names]
        return [batch for batch in batches if not found[batch.number]]
    for name in missing_manifests(batches):
        raise DatasetError(
            f"{place.name}/{name}: damaged dataset: the manifest of a batch is missing, and so are its logs; "
            "query --skip-damaged reads the rest"
        )
    for batch, pieces in current(batches):
        for piece in pieces:
            if sizes.get(name := batch.file(piece)) != piece.bytes:
                raise DatasetError(
                    f"{place.name}/{name}: damaged dataset: the file is missing, is a link, or has the wrong size"
                )
    return batches


def current(batches: Sequence[Batch]) -> Iterator[tuple[Batch, tuple[Piece, ...]]]:
    """Each batch with its files that are read: totals of earlier batches are not, and may have been removed."""
    for batch in batches:
        yield batch, batch.pieces + (batch.totals if batch is batches[-1] else ())


def missing_manifests(batches: Sequence[Batch]) -> list[str]:
    """The names of the manifests that are missing between the others, at most a thousand.

    Writers number their batches from 1 without gaps, and none removes or merges them. Whether the last ones are missing
    cannot be seen: a writer that was killed leaves the same files.
    """
    numbers = {batch.number for batch in batches}
    gaps = (number for number in range(1, max(numbers, default=0)) if number not in numbers)
    return [manifest_file(number) for number in islice(gaps, _MOST_MISSING)]


def listed_batches(place: Storage, sizes: Mapping[str, int] | None = None) -> list[Batch]:
    """The batches that the manifests list, even if files are missing. ``sizes`` is the listing of the place.

    Raises :class:`DatasetError` if a manifest cannot be read.
    """
    sizes = _listing(place) if sizes is None else sizes
    numbers = sorted(int(match[1]) for name in sizes if (match := _MANIFEST_NAME.fullmatch(name)))
    names = [manifest_file(number) for number in numbers]
    try:
        contents = _read_json(place, names)
    except FileNotFoundError as error:
        raise DatasetError(f"{place.name}: damaged dataset: a manifest is missing") from error
    return [
        _batch(f"{place.name}/{name}", number, content)
        for name, number, content in zip(names, numbers, contents, strict=True)
    ]


def _listing(place: Storage) -> dict[str, int]:
    try:
        return place.sizes()
    except OSError as error:
        raise DatasetError(f"{place.name}: cannot be listed: {error}") from error


def damaged_in(place: Storage, batch: Batch, pieces: Iterable[Piece], sizes: Mapping[str, int]) -> Iterator[str]:
    """The names of the damaged files of a batch: missing, or with another size or checksum.

    Reads all files, which takes one or two seconds per gigabyte. ``sizes`` is the listing of the place. May raise
    :class:`OSError`.
    """
    for piece in pieces:
        name = batch.file(piece)
        if sizes.get(name) != piece.bytes or (piece.crc32 is not None and place.crc32(name) != piece.crc32):
            yield name


def check_contents(place: Storage, batch: Batch, pieces: Collection[Piece]) -> None:
    """Raise :class:`DatasetError` with the name of the first damaged file, if there is one."""
    try:
        for name in damaged_in(place, batch, pieces, {batch.file(piece): piece.bytes for piece in pieces}):
            raise DatasetError(
                f"{place.name}/{name}: damaged dataset: the content of the file has changed; "
                "innolog check lists all damaged files, query --skip-damaged reads the rest"
            )
    except OSError as error:
        raise DatasetError(f"{place.name}: cannot be read: {error.strerror or error}") from error


def abandoned(sizes: Mapping[str, int], batches: Sequence[Batch]) -> list[str]:
    """Files that never became part of a batch and never will, because their batch number is taken.

    They were left by a writer that was killed, or that was too late to write its manifest. ``sizes`` is the listing of
    the place, and ``batches`` are all its batches.
    """
    listed = {name for batch in batches for name in batch.files}
    last = batches[-1].number if batches else 0
    # Only files in our folders and with matching names. Other files are not ours.
    ours = {*TABLES, TOTALS, BATCHES}
    return [
        name
        for name in sizes
        if name.partition("/")[0] in ours
        and name not in listed
        and (match := _ABANDONED_NAME.fullmatch(name))
        and int(match[1]) <= last
    ]


def _batch(where: str, number: int, content: dict[str, object]) -> Batch:
    token = content.get("token", "")
    if not isinstance(token, str) or not _TOKEN.fullmatch(token):
        raise DatasetError(f"{where}: the manifest is not that of a dataset")
    pieces = tuple(_read_pieces(where, content.get("files")))
    return Batch(number, pieces, tuple(_read_pieces(where, content.get("totals"))), token)


def _read_pieces(where: str, listed: object) -> Iterator[Piece]:
    if not isinstance(listed, list):
        raise DatasetError(f"{where}: the manifest lists no files")
    for entry in listed:
        if not isinstance(entry, dict):
            raise DatasetError(f"{where}: the manifest lists something that is not a file")
        table, partition, rows, size = (entry.get(key) for key in ("table", "partition", "rows", "bytes"))
        sound = (
            isinstance(table, str) and isinstance(partition, str) and isinstance(rows, int) and isinstance(size, int)
        )
        if not sound or table not in {*TABLES, *TOTAL_TABLES} or not _PARTITION.fullmatch(str(partition)):
            raise DatasetError(f"{where}: the manifest lists something that is not a file of a dataset")
        crc32 = entry.get("crc32")
        yield Piece(
            str(table), str(partition), int(str(rows)), int(str(size)), crc32 if isinstance(crc32, str) else None
        )


def write_manifest(place: Storage, batch: Batch) -> None:
    """Make a batch visible. Raises FileExistsError if another writer has published a batch with this number."""
    content = {
        "innolog": version(),
        "token": batch.token,
        "files": [piece._asdict() for piece in batch.pieces],
        "totals": [piece._asdict() for piece in batch.totals],
    }
    place.create(manifest_file(batch.number), _json(content))


def _json(content: object) -> bytes:
    return (json.dumps(content, indent=1) + "\n").encode()


def _read_json(place: Storage, names: Sequence[str]) -> list[dict[str, object]]:
    """The JSON objects in some small files. Raises FileNotFoundError, and DatasetError for all other problems."""
    found = []
    where = place.name
    try:
        for name, data in zip(names, place.read(names, _MANIFEST_LIMIT), strict=True):
            where = f"{place.name}/{name}"
            content = json.loads(data)
            if not isinstance(content, dict):
                raise DatasetError(f"{where}: not a JSON object")
            found.append(content)
    except FileNotFoundError:
        raise
    except NotADirectoryError as error:
        raise DatasetError(f"{place.name}: not a folder") from error
    except OSError as error:
        raise DatasetError(f"{where}: cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{where}: cannot be read: {type(error).__name__}") from error
    return found
