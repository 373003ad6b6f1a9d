"""Writing a dataset, batch by batch."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay.result import Replay
from innolog.store import layout
from innolog.store.errors import DatasetError
from innolog.store.layout import Batch, Piece
from innolog.store.rows import RowCollector, Tables
from innolog.store.schema import TABLES, TOTAL_TABLES
from innolog.store.totals import add_totals

#: Logs whose rows are collected before they become a table.
_COLLECTED_LOGS = 16
#: Small enough that a reader needs little memory for one, large enough to compress well.
_ROW_GROUP = 1 << 17
_GAME_COLUMNS = ["log_id", "site", "game_id", "content_hash", "verdict"]
_PLAYER_COLUMNS = ["log_id", "player_id", "counts", "counts_drawn"]


class DatasetWriter:
    """A context manager that adds logs to the dataset in ``folder``, which it creates if need be.

    Logs are identified by the hash of their content; a log the dataset has is not added again. Logs become visible to
    readers in batches: whenever ``batch_logs`` logs or ``batch_rows`` rows have come together, and at the end. If the
    process is killed, the logs since the last batch are lost, and nothing else. When the block is left by an exception,
    all but the last few logs are kept.

    ``pseudonyms`` is the fingerprint of the key by which the players of the logs got pseudonyms (None where they have
    their own names); a dataset keeps to one.

    Raises :class:`DatasetError` for a folder that has something else in it, a dataset of another schema version or with
    other pseudonyms, or one that another process is writing to, and when writing fails.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        batch_logs: int = 1000,
        batch_rows: int = 2_000_000,
        pseudonyms: str | None = None,
    ) -> None:
        self.folder = Path(folder)
        self._batch_logs, self._batch_rows = batch_logs, batch_rows
        self._collector = RowCollector()
        self._pending: list[Tables] = []
        self._listed: dict[str, str] = {}
        self._next = 1
        self._lock: int | None = None
        self._pseudonyms = pseudonyms
        self._totals: dict[str, pa.Table] = {}
        #: Games, and players of games, that some log in the dataset counts for already (as hashes: there are many).
        self._counted: set[int] = set()

    @property
    def verdicts(self) -> Mapping[str, str]:
        """The verdict on every log the dataset has, or has been given, by content hash."""
        return self._listed

    def add(self, replay: Replay, content_hash: str) -> bool:
        """Add a replay; False if the dataset has the log already.

        ``content_hash`` is the SHA-256 of the log's bytes in hexadecimal. Actions must carry snapshots to get rows in
        ``states``.
        """
        if content_hash in self._listed:
            return False
        self._listed[content_hash] = replay.verdict.value
        self._collector.add(replay, content_hash)
        self._flush_if_due()
        return True

    def add_failure(self, source: str, error: UnreadableLog | UnsupportedLog, content_hash: str) -> bool:
        """Add an input that could not be replayed; False if the dataset has it already."""
        if content_hash in self._listed:
            return False
        self._listed[content_hash] = "unreadable" if isinstance(error, UnreadableLog) else "unsupported"
        self._collector.add_failure(source, error, content_hash)
        self._flush_if_due()
        return True

    def add_tables(self, tables: Tables) -> None:
        """Add logs whose rows another process has made with a :class:`RowCollector`.

        Raises :class:`ValueError` if the dataset has one of them; see :attr:`verdicts`.
        """
        hashes, verdicts = (tables["games"][column].to_pylist() for column in ("content_hash", "verdict"))
        if len(set(hashes) - self._listed.keys()) < len(hashes):
            raise ValueError("a log is in the dataset already, or twice in the tables")
        self._listed.update(zip(hashes, verdicts, strict=True))
        # Rows that were collected before come first.
        self._collect()
        if hashes:
            self._pending.append(tables)
        self._flush_if_due()

    def flush(self) -> None:
        """Write what was added so far as a batch."""
        self._collect()
        self._write_batch()

    def _write_batch(self) -> None:
        if not self._pending:
            return
        with self._clear_errors():
            tables = {
                table: pa.concat_tables([pending[table] for pending in self._pending]).cast(schema)
                for table, schema in TABLES.items()
            }
            tables, counted = _mark_counted(tables, self._counted)
            totals = add_totals(self._totals, tables)
            unfinished: list[Path] = []
            pieces, sums = [], []
            for table, rows in tables.items():
                for partition, part in _parts(table, rows, tables["games"]):
                    file = layout.batch_file(self.folder, table, partition, self._next)
                    pieces.append(Piece(table, partition, part.num_rows, _write(part, file)))
                    unfinished.append(file)
            for name, rows in totals.items():
                file = layout.totals_file(self.folder, name, self._next)
                sums.append(Piece(name, "", rows.num_rows, _write(rows, file)))
                unfinished.append(file)
            for file in unfinished:
                layout.temporary(file).replace(file)
            layout.write_manifest(self.folder, Batch(self._next, tuple(pieces), tuple(sums)))
        self._totals = totals
        self._counted |= counted
        # Whoever opened the dataset before this batch may still read the totals of the last one.
        for name in TOTAL_TABLES:
            layout.totals_file(self.folder, name, self._next - 2).unlink(missing_ok=True)
        # In this order: an interrupt in between must not let the rows be written again under another number.
        self._pending = []
        self._next += 1

    def __enter__(self) -> Self:
        with self._clear_errors():
            self._prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self.flush()
            elif not isinstance(error, DatasetError):
                # Whatever happened may have happened in the middle of a log: its rows, and those collected with it, are
                # left to the next run. After a failure to write there is nothing to be gained by trying again.
                self._write_batch()
        finally:
            self._unlock()

    def _collect(self) -> None:
        if self._collector.logs:
            self._pending.append(self._collector.tables())

    def _flush_if_due(self) -> None:
        if self._collector.logs >= _COLLECTED_LOGS:
            self._collect()
        logs = self._collector.logs + sum(tables["games"].num_rows for tables in self._pending)
        rows = sum(table.num_rows for tables in self._pending for table in tables.values())
        if logs >= self._batch_logs or rows >= self._batch_rows:
            self.flush()

    def _prepare(self) -> None:
        folder = self.folder
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / layout.MARKER).exists():
            # What a process that was killed at this point may have left.
            own = {layout.LOCK, layout.temporary(folder / layout.MARKER).name}
            if any(entry not in own for entry in os.listdir(folder)):
                raise DatasetError(f"{folder}: the folder has other files in it; a new dataset needs an empty folder")
            layout.mark(folder, self._pseudonyms)
        if layout.check_marker(folder) != self._pseudonyms:
            raise DatasetError(
                f"{folder}: the players of the dataset and of these logs are not named by the same key of pseudonyms"
            )
        self._lock = _lock(folder / layout.LOCK)
        try:
            for name in (*TABLES, layout.BATCHES, layout.TOTALS):
                (folder / name).mkdir(exist_ok=True)
            batches = layout.read_batches(folder)
            for batch in batches:
                games, players = (
                    pq.read_table(layout.batch_file(folder, table, "", batch.number), columns=columns)
                    for table, columns in (("games", _GAME_COLUMNS), ("players", _PLAYER_COLUMNS))
                )
                self._listed.update(zip(games["content_hash"].to_pylist(), games["verdict"].to_pylist(), strict=True))
                self._counted |= _counted_in(games, players)
                self._next = batch.number + 1
            if batches:
                self._totals = {
                    name: pq.read_table(layout.totals_file(folder, name, self._next - 1)) for name in TOTAL_TABLES
                }
        except BaseException:
            self._unlock()
            raise

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = error.strerror or str(error).splitlines()[0]
            raise DatasetError(f"{error.filename or self.folder}: {what}") from error
        except pa.ArrowException as error:
            raise DatasetError(f"{self.folder}: {str(error).splitlines()[0]}") from error


def _parts(table: str, rows: pa.Table, games: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """The rows of a table by partition."""
    if table in layout.UNPARTITIONED:
        yield "", rows
        return
    partitions: dict[str, list[str]] = {}
    for log, edition, sets in zip(*(games[name].to_pylist() for name in ("log_id", "edition", "sets")), strict=True):
        partitions.setdefault(layout.partition_of(edition, sets), []).append(log)
    for partition, logs in sorted(partitions.items()):
        part = rows if len(partitions) == 1 else rows.filter(pc.is_in(rows["log_id"], pa.array(logs)))
        if part.num_rows:
            yield partition, part


def _game_key(site: str | None, game_id: str | None, log_id: str) -> str:
    # A log that doesn't say which game it is of is taken for the only one of its game.
    return f"{site}/{game_id}" if game_id else f"/{log_id}"


def _counted_in(games: pa.Table, players: pa.Table) -> set[int]:
    keys = {
        log: _game_key(site, game, log)
        for log, site, game in zip(*(games[name].to_pylist() for name in ("log_id", "site", "game_id")), strict=True)
    }
    found: set[int] = set()
    for log, player, counts, drawn in zip(*(players[name].to_pylist() for name in _PLAYER_COLUMNS[:4]), strict=True):
        if counts:
            found.add(hash(keys[log]))
        if drawn:
            found.add(hash((keys[log], player)))
    return found


def _mark_counted(tables: Tables, counted: set[int]) -> tuple[Tables, set[int]]:
    """The tables with ``counts`` and ``counts_drawn`` filled in, and the keys of what they count for the first time."""
    games, players = tables["games"], tables["players"]
    new: set[int] = set()
    public: set[str] = set()
    hidden: set[tuple[str, str]] = set()
    finished: dict[str, str] = {}
    columns = (games[name].to_pylist() for name in ("log_id", "site", "game_id", "verdict"))
    for log, site, game, verdict in zip(*columns, strict=True):
        if verdict != "legal":
            continue
        finished[log] = key = _game_key(site, game, log)
        if hash(key) not in counted and hash(key) not in new:
            public.add(log)
            new.add(hash(key))
    for log, player, known in zip(
        *(players[name].to_pylist() for name in ("log_id", "player_id", "hand_known")), strict=True
    ):
        if not known or log not in finished:
            continue
        seat = hash((finished[log], player))
        if seat not in counted and seat not in new:
            hidden.add((log, player))
            new.add(seat)
    counts = pa.array(sorted(public), pa.string())
    drawn = pa.array(sorted(f"{log}/{player}" for log, player in hidden), pa.string())
    marked = dict(tables)
    for table in ("games", "players", "card_games", "dogmas"):
        rows = marked[table]
        column = "counted" if table == "dogmas" else "counts"
        rows = _fill(rows, column, pc.is_in(rows["log_id"], counts))
        if table in ("players", "card_games"):
            keys = pc.binary_join_element_wise(rows["log_id"], rows["player_id"], "/")
            rows = _fill(rows, "counts_drawn", pc.is_in(keys, drawn))
        marked[table] = rows
    return marked, new


def _fill(rows: pa.Table, column: str, values: pa.ChunkedArray) -> pa.Table:
    position = rows.schema.get_field_index(column)
    return rows.set_column(position, rows.schema.field(position), values)


def _write(rows: pa.Table, file_name: Path) -> int:
    """Write one file under its temporary name and see to it that it is on the disk; its size."""
    path = layout.temporary(file_name)
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(rows, path, compression="zstd", row_group_size=_ROW_GROUP)
    with path.open("rb") as file:
        os.fsync(file.fileno())
        return os.fstat(file.fileno()).st_size


def _lock(path: Path) -> int | None:
    """Take the lock of a dataset, which ends with the process; None where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise DatasetError(f"{path.parent}: another process is writing to this dataset") from error
    return descriptor
