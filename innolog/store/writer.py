"""Write a dataset, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from innolog.store import layout
from innolog.store.errors import DatasetError, KnownLog
from innolog.store.files import BatchFiles
from innolog.store.identity import LOG_COLUMNS, PLAYER_COLUMNS, KnownGames
from innolog.store.index import KnownLogs
from innolog.store.layout import Batch
from innolog.store.places import storage_of
from innolog.store.rows import Tables
from innolog.store.schema import TABLES
from innolog.store.totals import Sums

#: Logs whose rows are marked, summed and passed on to the files together.
_GROUP_LOGS = 32
#: The smallest batch as a fraction of the dataset. So the number of batches grows with the logarithm of a large
#: dataset, and a kill costs at most one percent of it.
_BATCH_PART = 100
#: Rows after which a batch of few logs is written.
_BATCH_ROWS = 2_000_000
#: Rows of sums that a batch may have in memory.
_SUMMED_ROWS = 300_000
_NO_ROWS: Tables = {name: schema.empty_table() for name, schema in TABLES.items()}


class DatasetWriter:
    """A context manager that adds logs to the dataset in ``folder`` (a path or a URL) and creates it if necessary.

    Logs are identified by the hash of their content; a log is never added twice. Logs become visible to readers in
    batches: after every ``batch_logs`` logs or two million rows (in a large dataset, after a hundredth of its size),
    and at the end. Logs of one game that are added one after another are in one batch, so it may be smaller. If the
    process is killed, only the logs since the last batch are lost. If an exception leaves the block, the logs are kept,
    unless it occurred while a batch was being written. Memory does not grow with the size of batches or of the dataset,
    except for some tens of bytes per log.

    ``pseudonyms`` is the fingerprint of the key for the players' pseudonyms, or None if players have their own names. A
    dataset uses a single key.

    Raises :class:`DatasetError` if the folder contains something else, if the dataset has another schema version or
    pseudonym key, if another process is writing to it, and if writing fails.
    """

    def __init__(self, folder: str | Path, *, batch_logs: int = 1000, pseudonyms: str | None = None) -> None:
        self.place = storage_of(folder)
        self._batch_logs = batch_logs
        self._pending: list[Tables] = []
        #: The verdict on every log in the dataset, including those just added, by content hash.
        self.verdicts = KnownLogs()
        self._pseudonyms = pseudonyms
        self._lock = ExitStack()
        self._last: Batch | None = None
        #: The batch that is being written, the sums over its rows, and whether a step is in progress that must not be
        #: interrupted.
        self._files: BatchFiles | None = None
        self._sums = Sums()
        self._torn = False
        self._swept = False
        self._obsolete: list[str] = []
        #: The games in the dataset, and which of the logs just added are contested or near copies.
        self.games = KnownGames()

    def add_tables(self, tables: Tables) -> None:
        """Add logs whose rows a :class:`~innolog.store.rows.RowCollector` has made.

        Raises :class:`~innolog.store.errors.KnownLog` if the dataset has one of them; see :attr:`verdicts`.
        """
        hashes, verdicts = (tables["logs"][column].to_pylist() for column in ("content_hash", "verdict"))
        if len(set(hashes)) < len(hashes) or any(one in self.verdicts for one in hashes):
            raise KnownLog("a log is already in the dataset, or twice in the tables")
        self.verdicts.update(zip(hashes, verdicts, strict=True))
        while rows := tables["logs"].num_rows:
            room = self._room()
            first, tables = _cut(tables, room) if room < rows else (tables, _NO_ROWS)
            self._pending.append(first)
            self._flush_if_due()

    def _write_group(self, *, all_of_it: bool) -> None:
        """Pass the pending rows on to the files of the batch.

        Unless ``all_of_it`` is true, the logs of the last game are kept back. More logs of that game may follow, and
        the sums over the players of a game need all of them together.
        """
        if not self._pending:
            return
        with self._clear_errors():
            self._torn = True
            group = {
                table: pa.concat_tables([pending[table] for pending in self._pending]).cast(schema)
                for table, schema in TABLES.items()
            }
            self._pending = []
            self.games.label(group)
            if not all_of_it:
                group, rest = _divided(group)
                self._pending = [rest]
            self.games.mark(group)
            self._sums.add(group)
            if self._files is None:
                self._files = BatchFiles(self.place, self._last.number + 1 if self._last else 1)
            for table, rows in group.items():
                for partition, part in _parts(table, rows, group["logs"]):
                    self._files.append(table, partition, part)
            self._torn = False
        _give_back()

    def _write_batch(self, *, all_of_it: bool = True) -> None:
        self._write_group(all_of_it=all_of_it)
        if self._files is None:
            return
        with self._clear_errors():
            self._torn = True
            batch = self._files.finish(self._sums, self._last)
            try:
                layout.write_manifest(self.place, batch)
            except FileExistsError as error:
                raise DatasetError(f"{self.place.name}: another process has written to this dataset") from error
            before, self._last = self._last, batch
            self._files, self._sums, self._torn = None, Sums(), False
            self._tidy(before)
        _give_back()

    def _tidy(self, before: Batch | None) -> None:
        """Remove files that nobody needs: totals before the last batch, and files left by a killed writer."""
        # A reader who opened the dataset before this batch may still read the totals of the previous one.
        obsolete, self._obsolete = self._obsolete, []
        if before:
            self._obsolete = [before.file(piece) for piece in before.totals]
        if not self._swept:
            obsolete += layout.abandoned(self.place.sizes(), layout.read_batches(self.place))
            self._swept = True
        self.place.remove(obsolete)

    def __enter__(self) -> Self:
        with self._clear_errors():
            self._prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._write_batch()
            elif not isinstance(error, DatasetError) and not self._torn:
                # After a failed write, another attempt would fail, too.
                self._write_batch()
        finally:
            if self._files is not None:
                self._files.abandon()
            self._lock.close()

    def _larger(self) -> float:
        """How many times as large as usual a batch is, in a large dataset."""
        return max(1.0, len(self.verdicts) / (_BATCH_PART * self._batch_logs))

    def _room(self) -> int:
        """How many logs can be added until the batch is written: one more than fit, because the last one is kept back.

        At least one.
        """
        logs: int = sum(tables["logs"].num_rows for tables in self._pending)
        written = self._files.rows["logs"] if self._files is not None else 0
        return max(1, int(self._batch_logs * self._larger()) + 1 - logs - written)

    def _flush_if_due(self) -> None:
        logs = sum(tables["logs"].num_rows for tables in self._pending)
        rows = sum(table.num_rows for tables in self._pending for table in tables.values())
        if self._files is not None:
            logs_of_batch, rows_of_batch = logs + self._files.rows["logs"], rows + self._files.rows.total()
        else:
            logs_of_batch, rows_of_batch = logs, rows
        larger = self._larger()
        full = logs_of_batch > self._batch_logs * larger or rows_of_batch >= _BATCH_ROWS * larger
        if full or self._sums.rows > _SUMMED_ROWS:
            self._write_batch(all_of_it=False)
        elif logs >= _GROUP_LOGS:
            self._write_group(all_of_it=False)

    def _prepare(self) -> None:
        place = self.place
        place.prepare()
        try:
            names = place.sizes()
            if layout.MARKER not in names:
                if not all(map(layout.BEFORE_MARKER.fullmatch, names)):
                    raise DatasetError(
                        f"{place.name}: the folder contains other files; a new dataset needs an empty folder"
                    )
                self._lock.enter_context(place.locked())
                # Another process may have created the dataset before it was locked.
                if layout.MARKER not in place.sizes():
                    layout.mark(place, self._pseudonyms)
            else:
                self._lock.enter_context(place.locked())
            if layout.check_marker(place) != self._pseudonyms:
                raise DatasetError(f"{place.name}: the dataset and these logs do not use the same key for pseudonyms")
            layout.restore_cards(place)
            for batch, pieces in layout.current(layout.read_batches(place)):
                layout.check_contents(place, batch, pieces)
                logs, players = (
                    pq.read_table(
                        place.path(layout.batch_file(table, "", batch.number, batch.token)),
                        columns=columns,
                        filesystem=place.arrow,
                    )
                    for table, columns in (
                        ("logs", [*LOG_COLUMNS, "content_hash"]),
                        ("players", [*PLAYER_COLUMNS]),
                    )
                )
                self.verdicts.update(
                    zip(*(logs[name].to_pylist() for name in ("content_hash", "verdict")), strict=True)
                )
                self.games.know(logs, players)
                self._last = batch
        except BaseException:
            self._lock.close()
            raise

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            what = error.strerror or str(error).splitlines()[0]
            raise DatasetError(f"{error.filename or self.place.name}: {what}") from error
        except pa.ArrowException as error:
            raise DatasetError(f"{self.place.name}: {str(error).splitlines()[0]}") from error


def _give_back() -> None:
    """Return freed memory to the system, because it would accumulate otherwise."""
    pa.default_memory_pool().release_unused()


def _divided(tables: Tables) -> tuple[Tables, Tables]:
    """Split rows into those of all logs except the last game's at the end, and the rest."""
    keys = tables["logs"]["game_id"].to_pylist()
    last = len(keys) - 1
    while last > 0 and keys[last - 1] == keys[-1]:
        last -= 1
    if last == 0:
        # All rows are of one game. With so many logs of one game, more are not awaited.
        return tables, _NO_ROWS
    return _cut(tables, last)


def _cut(tables: Tables, at: int) -> tuple[Tables, Tables]:
    """Split rows into those of the first logs, ``at`` in number, and the rest."""
    logs = tables["logs"]["log_id"].combine_chunks().slice(at)
    of_rest = {name: pc.is_in(rows["log_id"], logs) for name, rows in tables.items()}
    return (
        {name: rows.filter(pc.invert(of_rest[name])) for name, rows in tables.items()},
        {name: rows.filter(of_rest[name]) for name, rows in tables.items()},
    )


def _parts(table: str, rows: pa.Table, logs: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """The rows of a table by partition."""
    if table in layout.UNPARTITIONED:
        yield "", rows
        return
    partitions: dict[str, list[str]] = {}
    for log, edition, sets in zip(*(logs[name].to_pylist() for name in ("log_id", "edition", "sets")), strict=True):
        partitions.setdefault(layout.partition_of(edition, sets), []).append(log)
    for partition, those in sorted(partitions.items()):
        part = rows if len(partitions) == 1 else rows.filter(pc.is_in(rows["log_id"], pa.array(those)))
        if part.num_rows:
            yield partition, part
