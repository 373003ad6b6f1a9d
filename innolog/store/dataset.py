"""Open a dataset and query it."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads
import pyarrow.parquet as pq

from innolog.store import layout, views
from innolog.store.errors import DatasetError, QueryError
from innolog.store.interrupts import Worker, interruptible
from innolog.store.places import Folder, Storage, storage_of
from innolog.store.schema import TABLES, meaning_of
from innolog.store.shown import EVERY, OF_LOGS, VIEWS, cards
from innolog.store.texts import in_text
from innolog.store.total_schema import TOTAL_TABLES
from innolog.support.counting import counted
from innolog.version import version

if TYPE_CHECKING:
    import pandas as pd

_FETCHED = 2000
#: Rows of a batch in Arrow.
_BATCH = 100_000
#: The folder for tables that were computed from all of a dataset.
_KEPT = "kept"
#: Limit for the temporary files of a query, as a multiple of its memory.
SPILL_FACTOR = 10


class Rows(NamedTuple):
    """The answer to a query: the column names, which may repeat, and an iterator of the rows."""

    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


#: Bytes that a query may use, or a function that computes them from the number of logs.
Memory = int | Callable[[int], int]


class Period(NamedTuple):
    """The games that began from ``since`` on and before ``until``, in UTC without a time zone; None for no limit."""

    since: datetime | None = None
    until: datetime | None = None


def open_dataset(
    path: str | Path, *, memory: Memory | None = None, skip_damaged: bool = False, period: Period | None = None
) -> Dataset:
    """Open the dataset that ``innolog ingest`` (or a :class:`~innolog.store.writer.DatasetWriter`) wrote.

    ``path`` is a folder, or a URL such as ``s3://bucket/dataset`` for which fsspec has a filesystem. ``memory`` is the
    number of bytes that a query may use before DuckDB writes temporary files (at most :data:`SPILL_FACTOR` times as
    many), or a function that computes it from the number of logs; the default is DuckDB's own. With ``skip_damaged``,
    batches with a damaged file are left out, and so are the totals (:attr:`Dataset.damaged`). With a ``period``, all
    tables have only the logs of games that began in it. The earliest of its legal logs dates a game; any other log has
    its own date. Games without a date are left out then, and so are the totals.

    The dataset contains the logs of the batches that were complete when it was opened. Open it again to see later ones.

    Raises :class:`DatasetError` if the folder is not a dataset, is damaged, or has another schema version. Each file of
    a local folder is compared with its checksum when its table is first used, so the error may be raised only then.
    """
    return Dataset(path, memory, skip_damaged, period)


class Dataset:
    """The tables of a dataset, for DuckDB, Arrow or pandas. :mod:`innolog.store.schema` describes the columns.

    ``games``, ``players``, ``actions`` and so on have each legal, finished game once, by its best record. ``logs`` has
    all logs, and ``every.players`` and so on the rows of all logs (:mod:`innolog.store.shown`).

    SQL has two more tables: ``cards`` (see :func:`cards`), and ``same_game``, which lists all logs of each game, the
    best first, and the reason why they are considered one game.

    Nothing in a query or in the dataset can write anywhere, or read anything except the files of the dataset.
    """

    def __init__(self, path: str | Path, memory: Memory | None, skip_damaged: bool, period: Period | None) -> None:
        self._place = storage_of(path)
        layout.check_marker(self._place)
        self.path = path
        #: The files that were left out.
        self.damaged: list[str] = []
        batches = layout.read_batches(self._place, damaged=self.damaged if skip_damaged else None)
        if skip_damaged and batches and not self.damaged:
            last, sizes = batches[-1], self._place.sizes()
            self.damaged += [
                f"{self._place.name}/{name}" for name in layout.damaged_in(self._place, last, last.totals, sizes)
            ]
        #: Files that have not been compared with their checksum yet, by table. Object stores have their own checksums.
        self._unchecked: dict[str, list[tuple[layout.Batch, layout.Piece]]] = {}
        #: Changes with the content of the dataset and the version of innolog.
        self._state = hashlib.sha256(repr((version(), batches)).encode()).hexdigest()[:16]
        # Batches without rows of a table have nothing to read.
        self._files: dict[str, list[str]] = {table: [] for table in (*TABLES, *TOTAL_TABLES)}
        logs = sum(piece.rows for batch in batches for piece in batch.pieces if piece.table == "logs")
        for batch, pieces in layout.current(batches):
            for piece in batch.pieces if self.damaged else pieces:
                if piece.rows:
                    self._files[piece.table].append(batch.file(piece))
                    if isinstance(self._place, Folder) and not skip_damaged:
                        self._unchecked.setdefault(piece.table, []).append((batch, piece))
        # The views below read these tables to find the logs that count.
        self._check_files(["logs", "players"])
        #: True when a query did not stop on request, so that only the end of the process can stop it.
        self.stuck = False
        #: The tables that Arrow reads for DuckDB. Each cursor must register them.
        self._scans: dict[str, pads.Dataset] = {}
        self._derived: set[str] = set()
        #: The period of the games, if there is one.
        self.period = period if period != Period() else None
        self._spill = tempfile.TemporaryDirectory(prefix="innolog-")
        try:
            if not isinstance(self._place, Folder):
                self._scans = _scans(self._place, self._files)
            most = memory(logs) if callable(memory) else memory
            self._connection = _connect(
                self._place, self._files, self._scans, self._spill.name, logs, most, self.period
            )
        except DatasetError:
            self._spill.cleanup()
            # The checksums identify the damaged file.
            self._check_files([*self._unchecked])
            raise
        except BaseException:
            self._spill.cleanup()
            raise

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """Run one SQL query: a SELECT, or what DuckDB treats as one (FROM, DESCRIBE, SUMMARIZE, SHOW TABLES).

        The tables are views. The relation is evaluated when it is fetched; errors that occur only then have the type
        ``duckdb.Error``. :meth:`rows` raises the same error in both cases.

        Raises :class:`QueryError` if the query cannot be run or is not allowed.
        """
        _check(self._connection, query)
        self._check_files(self._tables_in(query))
        with _query_errors():
            return self._connection.sql(query)

    def rows(self, query: str, *, seconds: float | None = None, text: bool = False) -> Rows:
        """Run one SQL query with an answer of any size; the rows are Python tuples, fetched some thousand at a time.

        An interrupt (:class:`KeyboardInterrupt`) stops the query, and so does the time limit ``seconds`` for the work
        of the database. If :attr:`stuck` is true afterwards, the query did not stop and runs until the process ends.

        With ``text``, dates, times and bytes are the text that DuckDB writes for them (:mod:`innolog.store.texts`).
        Python's types do not hold all of them: an interval of a month becomes one of 30 days.

        Raises :class:`QueryError` as :meth:`sql` does, and while the rows are read;
        :class:`~innolog.store.interrupts.QueryTimedOut` is one.
        """
        cursor, do, checked = self._asked(query, seconds)

        def started() -> list[str]:
            nested = checked()
            cursor.execute((in_text(cursor.sql(query), nested) if text else None) or query)
            return [str(column[0]) for column in cursor.description or ()]

        def fetched() -> Iterator[tuple[Any, ...]]:
            while rows := do(lambda: cursor.fetchmany(_FETCHED)):
                yield from rows

        return Rows(do(started), fetched())

    def batches(self, query: str, *, seconds: float | None = None) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
        """As :meth:`rows`, with the answer as Arrow: its schema, and an iterator of its batches."""
        cursor, do, checked = self._asked(query, seconds)

        def started() -> pa.RecordBatchReader:
            checked()
            return cursor.sql(query).to_arrow_reader(_BATCH)

        reader = do(started)

        def following() -> pa.RecordBatch | None:
            try:
                return next(reader, None)
            except OSError as error:
                # Arrow's reader turns DuckDB's errors into this one.
                raise QueryError(_one_line(error)) from error

        def fetched() -> Iterator[pa.RecordBatch]:
            while (batch := do(following)) is not None:
                yield batch

        return reader.schema, fetched()

    def _asked(
        self, query: str, seconds: float | None
    ) -> tuple[duckdb.DuckDBPyConnection, Callable[[Callable[[], Any]], Any], Callable[[], str]]:
        """A cursor for a query, what does a part of the work within the time limit, and what checks the query.

        The latter returns the query in parentheses.
        """
        cursor = self._cursor()
        worker = Worker(cursor, seconds)

        def do(call: Callable[[], Any]) -> Any:
            try:
                with _query_errors():
                    return worker.do(call)
            finally:
                self.stuck = self.stuck or worker.stuck

        def checked() -> str:
            nested = _check(cursor, query)
            self._check_files(self._tables_in(query))
            return nested

        return cursor, do, checked

    def frame(self, query: str, parameters: Mapping[str, object] | None = None) -> pd.DataFrame:
        """Run one SQL query and return a data frame; ``$name`` in the query stands for a value of ``parameters``.

        Raises :class:`QueryError` as :meth:`sql` does.
        """
        with _query_errors():
            nested = f"SELECT * FROM {_nested(self._connection, query)}"
            cursor = self._cursor()
            self._check_files(self._tables_in(query))
            answer = cursor.execute(nested, dict(parameters)) if parameters else cursor.execute(nested)
            frame: pd.DataFrame = answer.df()
        return frame

    def _tables_in(self, query: str) -> set[str]:
        """The tables that a query may read: those whose names occur in it."""
        named = {*re.findall(r"\w+", query.lower())}
        if named & TOTAL_TABLES.keys() and (reason := self._no_totals()):
            raise QueryError(reason)
        return named & self._files.keys()

    def _no_totals(self) -> str | None:
        """Why there are no totals; None if there are."""
        if self.damaged:
            return "totals cannot be computed without the damaged part of the dataset"
        return None if self.period is None else "totals are sums over all games, so there are none for a period"

    def _check_files(self, tables: Iterable[str]) -> None:
        """Raise :class:`DatasetError` if a file of these tables has changed since it was written."""
        for table in tables:
            for batch, piece in self._unchecked.get(table, ()):
                layout.check_contents(self._place, batch, [piece])
            self._unchecked.pop(table, None)

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        cursor = self._connection.cursor()
        for table, scan in self._scans.items():
            cursor.register(f"_scan_{table}", scan)
        return cursor

    def lend(self, name: str, table: pd.DataFrame) -> None:
        """Add a table for queries, computed elsewhere, until the dataset is closed.

        Replaces a table lent before under the same name. Raises :class:`ValueError` for a name that the dataset uses.
        """
        if name in {*VIEWS, *views.ADDED}:
            raise ValueError(f"the dataset has a table {name}")
        # Only this connection knows a registered table, and queries run in others.
        with interruptible():
            self._connection.register("_lent", pa.Table.from_pandas(table, preserve_index=False))
            self._connection.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM _lent")
            self._connection.unregister("_lent")

    def derive(self, name: str, query: str) -> None:
        """Add a table for queries, computed by a SELECT, unless it already exists.

        Raises :class:`QueryError` as :meth:`sql` does.
        """
        if name not in self._derived:
            _check(self._connection, query)
            self._check_files(self._tables_in(query))
            with _query_errors():
                self._connection.execute(f"CREATE TABLE {name} AS {query}")
            self._derived.add(name)

    def arrow(self, table: str, columns: Iterable[str] | None = None) -> pa.Table:
        """A table, or some of its columns, as an Arrow table with the documented schema.

        ``every.players`` is the table with the rows of all logs, as in SQL. These, and ``logs``, come in the order of
        the files; the rows of games come in no certain order. Raises :class:`KeyError` for a table or column that does
        not exist.
        """
        schema = (VIEWS | EVERY)[table]
        names = schema.names if columns is None else list(columns)
        if missing := [name for name in names if name not in schema.names]:
            raise KeyError(f"{table} has no column {missing[0]}")
        wanted = pa.schema([schema.field(name) for name in names], metadata=schema.metadata)
        stored = table.removeprefix("every.")
        self._check_files({stored} & self._files.keys())
        if table in EVERY or table in OF_LOGS:
            return self._stored(stored, names).cast(wanted)
        with _query_errors():
            rows = self._connection.sql(f"SELECT {', '.join(map(_name, names))} FROM {table}").to_arrow_table()
        return rows.cast(wanted)

    def _stored(self, table: str, names: list[str]) -> pa.Table:
        """Columns of the rows in the files, in their order, which DuckDB's threads do not keep."""
        schema, files = TABLES[table], self._files[table]
        if not files:
            return schema.empty_table().select(names)
        judged = set(views.JUDGED.get(table, ()))
        seat = [name for name in ("seat",) if judged and name in schema.names]
        rows = self._place.scan(files, schema).to_table(columns=list(dict.fromkeys([*names, "log_id", *seat])))
        if self.period is not None:
            rows = rows.filter(pc.is_in(rows["log_id"], self._texts(f"FROM {_CHOSEN}")))
        for name in judged.intersection(names):
            at = rows.column_names.index(name)
            rows = rows.set_column(at, name, self._judged(rows, drawn=name == "counts_drawn"))
        return rows.select(names)

    def _judged(self, rows: pa.Table, *, drawn: bool) -> pa.ChunkedArray:
        """For each row whether it counts according to :mod:`innolog.store.views`."""
        if not drawn:
            return pc.is_in(rows["log_id"], self._texts("FROM internal.leading"))
        drawing = self._texts("SELECT log_id || '/' || seat FROM internal.drawing")
        return pc.is_in(pc.binary_join_element_wise(rows["log_id"], rows["seat"].cast(pa.string()), "/"), drawing)

    def _texts(self, query: str) -> pa.Array:
        with interruptible():
            found = self._cursor().execute(query).fetchall()
        return pa.array([text for (text,) in found], pa.string())

    def totals(self, name: str) -> pa.Table:
        """Sums over all rows that count: see :data:`innolog.store.total_schema.TOTAL_TABLES`.

        Raises :class:`KeyError` for totals that do not exist, and :class:`DatasetError` if part of the dataset is
        damaged or left out.
        """
        schema = TOTAL_TABLES[name]
        if reason := self._no_totals():
            raise DatasetError(f"{self._place.name}: {reason}")
        self._check_files([name])
        files = self._files[name]
        return self._place.scan(files, schema).to_table().cast(schema) if files else schema.empty_table()

    def pandas(self, table: str, columns: Iterable[str] | None = None) -> pd.DataFrame:
        """A table, or some of its columns, as a data frame; integers that can be missing as pandas' Int64."""
        import pandas as pd

        nullable = {
            pa.int16(): pd.Int16Dtype(),
            pa.int32(): pd.Int32Dtype(),
            pa.int64(): pd.Int64Dtype(),
            pa.bool_(): pd.BooleanDtype(),
        }
        frame: pd.DataFrame = self.arrow(table, columns).to_pandas(types_mapper=nullable.get)
        return frame

    def kept(self, name: str, compute: Callable[[], pa.Table]) -> pa.Table:
        """A table that is computed from all of the dataset, and kept in its folder for the next time.

        The kept one is used as long as the dataset and the version of innolog are the same. A remote or damaged
        dataset, and one that cannot be written, keeps nothing; neither does a period.
        """
        if not isinstance(self._place, Folder) or self.damaged or self.period is not None:
            return compute()
        file = self._place.folder / _KEPT / f"{name}-{self._state}.parquet"
        with suppress(OSError, pa.ArrowException):
            return pq.read_table(file)
        table = compute()
        with suppress(OSError):
            file.parent.mkdir(exist_ok=True)
            for older in file.parent.glob(f"{name}-*.parquet"):
                older.unlink()
            staged = file.with_suffix(f".{os.getpid()}")
            pq.write_table(table, staged)
            staged.replace(file)
        return table

    @property
    def tables(self) -> dict[str, str]:
        """The tables and what a row of each is."""
        return {name: meaning_of(schema) for name, schema in VIEWS.items()}

    def close(self) -> None:
        """Close the connection and remove its temporary files."""
        if not self.stuck:
            self._connection.close()
        self._spill.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _size(self) -> str:
        with _query_errors():
            found = self._connection.sql("SELECT (SELECT count(*) FROM logs), (SELECT count(*) FROM games)").fetchall()
        logs, games = found[0]
        return f"{counted(logs, 'log', ',')}, {counted(games, 'game', ',')} that count"

    def __repr__(self) -> str:
        return f"<Dataset {self.path}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        rows = "".join(
            f"<tr><td><code>{name}</code></td><td style='text-align:left'>{escape(meaning)}</td></tr>"
            for name, meaning in self.tables.items()
        )
        return f"<p>Dataset <code>{escape(str(self.path))}</code>: {self._size()}</p><table>{rows}</table>"


def _check(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """The query in parentheses. Raises :class:`QueryError` unless it only reads."""
    with _query_errors():
        nested = _nested(connection, query)
        connection.sql(f"SELECT * FROM {nested}")
    return nested


def _nested(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """A query in parentheses: DuckDB lets only the top level of one write files ("WITH x AS (COPY ...").

    Raises :class:`QueryError` unless it is one SELECT.
    """
    statements = connection.extract_statements(query)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise QueryError("a query must be one SELECT statement")
    return f"({statements[0].query.strip().rstrip(';')}\n)"


@contextmanager
def _query_errors() -> Iterator[None]:
    try:
        with interruptible():
            yield
    except duckdb.Error as error:
        raise QueryError(_one_line(error)) from error


def _one_line(error: Exception) -> str:
    """DuckDB's message with its hints, and the line of the query to which it points."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip(" ^")]
    where = next((at for at, line in enumerate(lines) if line.startswith("LINE ")), None)
    said = " ".join(lines[:where]) or type(error).__name__
    return said if where is None else f"{said} ({lines[where]})"


def _scans(place: Storage, files: dict[str, list[str]]) -> dict[str, pads.Dataset]:
    """The tables that have rows. Raises :class:`DatasetError` if the first file of a table is not Parquet."""
    found = {}
    try:
        for table, schema in (TABLES | TOTAL_TABLES).items():
            if files[table]:
                found[table] = place.scan(files[table], schema)
                next(found[table].get_fragments()).ensure_complete_metadata()
    except (OSError, pa.ArrowException) as error:
        raise DatasetError(f"{place.name}: damaged dataset: {str(error).splitlines()[0]}") from error
    return found


def _connect(
    place: Storage,
    files: dict[str, list[str]],
    scans: dict[str, pads.Dataset],
    spill: str,
    logs: int,
    memory: int | None,
    period: Period | None,
) -> duckdb.DuckDBPyConnection:
    """An in-memory database with the tables as views and without access to anything else.

    DuckDB reads the files of a local folder itself, and can read no others. Arrow reads a remote dataset for it, so
    that DuckDB needs no access to files or networks at all.
    """
    connection = duckdb.connect(":memory:")
    try:
        with interruptible():
            connection.execute("CREATE SCHEMA internal")
            for table, schema in (TABLES | TOTAL_TABLES).items():
                name = _source_name(table, period)
                if not files[table]:
                    _copy(connection, name, schema.empty_table())
                    continue
                source = f"read_parquet({_list(map(place.path, files[table]))}, hive_partitioning = false)"
                if table in scans:
                    source = f"_scan_{table}"
                    connection.register(source, scans[table])
                connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {source}")
            if period is not None:
                _choose(connection, period)
            views.create(connection, logs)
            _copy(connection, "cards", cards())
            allowed = [] if scans else [place.path(name) for names in files.values() for name in names]
            if memory is not None:
                connection.execute(f"SET memory_limit = '{memory}B'")
                connection.execute(f"SET max_temp_directory_size = '{SPILL_FACTOR * memory}B'")
            # The order matters from here on: the last setting forbids changing any of them.
            for setting in (
                f"temp_directory = {_quoted(spill)}",
                f"allowed_paths = {_list(allowed)}",
                "python_enable_replacements = false",
                "autoinstall_known_extensions = false",
                "autoload_known_extensions = false",
                "allow_community_extensions = false",
                "allow_persistent_secrets = false",
                "enable_external_access = false",
                "lock_configuration = true",
            ):
                connection.execute(f"SET {setting}")
    except duckdb.Error as error:
        connection.close()
        raise DatasetError(f"damaged dataset: {_one_line(error)}") from error
    return connection


#: The logs of the games of a period.
_CHOSEN = "internal.chosen"


def _source_name(table: str, period: Period | None) -> str:
    """The SQL name for all rows of a table in the files."""
    return f"internal.{'' if period is None or table in TOTAL_TABLES else 'all_'}{table}"


def _choose(connection: duckdb.DuckDBPyConnection, period: Period) -> None:
    """Make tables of the rows of the logs whose games began in a period.

    Legal logs date their game. A forged log could move it out of its period, so any other log has its own date.
    """
    connection.execute(
        f"""
        CREATE TABLE {_CHOSEN} AS
        SELECT log_id FROM (
            SELECT
                log_id, min(started_at) FILTER (verdict = 'legal') OVER (PARTITION BY game_id) AS of_game,
                if(verdict = 'legal', of_game, coalesce(started_at, of_game)) AS began
            FROM {_source_name("logs", period)}
        ) WHERE began >= $since AND began < $until
        """,
        {"since": period.since or datetime.min, "until": period.until or datetime.max},
    )
    for table in TABLES:
        source = _source_name(table, period)
        connection.execute(f"CREATE VIEW internal.{table} AS SELECT * FROM {source} WHERE log_id IN (FROM {_CHOSEN})")


def _copy(connection: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> None:
    connection.register("_rows", rows)
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM _rows")
    connection.unregister("_rows")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(column: str) -> str:
    """A column in SQL; some have the names of keywords."""
    return f'"{column}"'


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]::VARCHAR[]"
