"""Write the files of one batch. Rows are written as they arrive, so memory use stays constant."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from innolog.store.layout import Batch, Piece, batch_file, totals_file
from innolog.store.places import Storage, crc32_of
from innolog.store.total_schema import TOTAL_TABLES
from innolog.store.totals import Sums

#: The most bytes of rows (as Arrow tables) that wait to be written. Each combination of edition and sets has its own
#: files; a higher limit makes longer row groups in each.
_WAITING_BYTES = 4 << 20
#: Small enough that a reader needs little memory for one, large enough to compress well.
_ROW_GROUP = 1 << 17


@dataclass(slots=True)
class _File:
    """One file, and the rows that are not written to it yet."""

    name: str
    writer: Any = None
    rows: int = 0
    waiting: list[pa.Table] = field(default_factory=list)
    bytes: int = 0


class BatchFiles:
    """The files of batch ``number``, under temporary names until :meth:`finish`.

    All methods may raise :class:`OSError` or :class:`pyarrow.ArrowException`; the batch must then be abandoned.
    """

    def __init__(self, place: Storage, number: int) -> None:
        self._place, self._number = place, number
        self._files: dict[tuple[str, str], _File] = {}
        self._waiting = 0
        #: Rows by table.
        self.rows: Counter[str] = Counter()

    def append(self, table: str, partition: str, rows: pa.Table) -> None:
        """Add rows to a file. The file is created even if there are no rows."""
        file = self._files.get((table, partition))
        if file is None:
            name = batch_file(table, partition, self._number, self._place.token)
            file = self._files[table, partition] = _File(name)
        file.waiting.append(rows)
        file.bytes += rows.nbytes
        self._waiting += rows.nbytes
        self.rows[table] += rows.num_rows
        if self._waiting > _WAITING_BYTES:
            # The longest queues are written; short ones grow until their row groups are long enough.
            for longest in sorted(self._files.values(), key=lambda file: -file.bytes):
                self._write(longest)
                if self._waiting <= _WAITING_BYTES // 2:
                    break

    def finish(self, sums: Sums, before: Batch | None) -> Batch:
        """Complete and publish all files, and the totals: ``sums`` added to those of the previous batch.

        Returns the batch, which a manifest can now list.
        """
        pieces, totals = [], []
        for (table, partition), file in self._files.items():
            self._write(file)
            file.writer.close()
            pieces.append(Piece(table, partition, file.rows, *_measured(self._place.stage(file.name))))
        names = [file.name for file in self._files.values()]
        known = {piece.table: before.file(piece) for piece in before.totals} if before else {}
        for table in TOTAL_TABLES:
            name = totals_file(table, self._number, self._place.token)
            staged = self._place.stage(name)
            with self._place.parquet(known[table]) if table in known else nullcontext() as earlier:
                rows = sums.write(table, earlier, staged)
            totals.append(Piece(table, "", rows, *_measured(staged)))
            names.append(name)
        for name in names:
            self._place.publish(name)
        return Batch(self._number, tuple(pieces), tuple(totals), self._place.token)

    def abandon(self) -> None:
        """Remove the staged files."""
        for file in self._files.values():
            with suppress(OSError, pa.ArrowException):
                if file.writer is not None:
                    file.writer.close()
                self._place.stage(file.name).unlink(missing_ok=True)

    def _write(self, file: _File) -> None:
        rows = pa.concat_tables(file.waiting) if file.waiting else None
        if rows is not None:
            if file.writer is None:
                file.writer = pq.ParquetWriter(self._place.stage(file.name), rows.schema, compression="zstd")
            if rows.num_rows:
                file.writer.write_table(rows, row_group_size=_ROW_GROUP)
            file.rows += rows.num_rows
        self._waiting -= file.bytes
        file.waiting, file.bytes = [], 0


def _measured(staged: Path) -> tuple[int, str]:
    """The size in bytes and the checksum of a file."""
    with staged.open("rb") as file:
        return staged.stat().st_size, crc32_of(file)
