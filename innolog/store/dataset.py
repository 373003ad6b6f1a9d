"""Opening a dataset and asking it questions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import duckdb
import pyarrow as pa
import pyarrow.dataset as pads
import pyarrow.parquet as pq

from innolog.cards.facts import card_table
from innolog.store import layout
from innolog.store.errors import DatasetError, QueryError
from innolog.store.schema import TABLES, TOTAL_TABLES

if TYPE_CHECKING:
    import pandas as pd

_FETCHED = 2000


class Rows(NamedTuple):
    """The answer to a query: the names of the columns (not always different), and the rows, to be read once."""

    columns: list[str]
    rows: Iterator[tuple[Any, ...]]


def open_dataset(path: str | Path) -> Dataset:
    """Open the dataset that ``innolog ingest`` (or a :class:`~innolog.store.writer.DatasetWriter`) wrote.

    It shows the logs that were complete when it was opened; what is added later is seen by opening it again.

    Raises :class:`DatasetError` for a folder that is no dataset, is damaged, or has another schema version.
    """
    return Dataset(Path(path))


class Dataset:
    """The tables of a dataset, to be read with DuckDB, Arrow or pandas. The columns are in :mod:`innolog.store.schema`.

    In SQL there is one more, ``cards``: see :func:`cards`.

    Nothing that a query or the dataset contains can write anywhere, or read anything but the files of the dataset.
    """

    def __init__(self, path: Path) -> None:
        layout.check_marker(path)
        self.path = path
        batches = layout.read_batches(path)
        # Batches without rows of a table have nothing to read.
        self._files: dict[str, list[str]] = {table: [] for table in TABLES}
        root = path.resolve()
        for batch in batches:
            for piece in batch.pieces:
                if piece.rows:
                    file = layout.batch_file(root, piece.table, piece.partition, batch.number)
                    self._files[piece.table].append(str(file))
        self._totals = {
            piece.table: layout.totals_file(root, piece.table, batches[-1].number)
            for piece in (batches[-1].totals if batches else ())
        }
        self._spill = tempfile.TemporaryDirectory(prefix="innolog-")
        everything = {**self._files}
        for name in TOTAL_TABLES:
            everything[name] = [str(self._totals[name])] if name in self._totals else []
        self._connection = _connect(everything, self._spill.name)

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """Ask one question in SQL: a SELECT, or what DuckDB takes for one (FROM, DESCRIBE, SUMMARIZE, SHOW TABLES).

        The tables are there as views. The relation is evaluated when it is fetched; errors that only show then are of
        type ``duckdb.Error``. :meth:`rows` spares one the difference.

        Raises :class:`QueryError` for a query that can't be run or is not allowed.
        """
        self._check(query)
        with _query_errors():
            return self._connection.sql(query)

    def rows(self, query: str) -> Rows:
        """Ask one question in SQL, for an answer of any size: the rows are Python tuples, some thousand at a time.

        Raises :class:`QueryError` as :meth:`sql` does, and while the rows are read.
        """
        self._check(query)
        with _query_errors():
            cursor = self._connection.cursor().execute(query)
        columns = [str(column[0]) for column in cursor.description or ()]

        def fetched() -> Iterator[tuple[Any, ...]]:
            while True:
                with _query_errors():
                    rows = cursor.fetchmany(_FETCHED)
                if not rows:
                    return
                yield from rows

        return Rows(columns, fetched())

    def frame(self, query: str, parameters: Mapping[str, object] | None = None) -> pd.DataFrame:
        """Ask one question in SQL, for a data frame; ``$name`` in the query stands for a value of ``parameters``.

        Raises :class:`QueryError` as :meth:`sql` does.
        """
        with _query_errors():
            statements = self._connection.extract_statements(query)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise QueryError("a query must be one SELECT statement")
            nested = f"SELECT * FROM ({statements[0].query.strip().rstrip(';')}\n)"
            cursor = self._connection.cursor()
            answer = cursor.execute(nested, dict(parameters)) if parameters else cursor.execute(nested)
            frame: pd.DataFrame = answer.df()
        return frame

    def _check(self, query: str) -> None:
        """Raise :class:`QueryError` unless a query does nothing but read."""
        connection = self._connection
        with _query_errors():
            statements = connection.extract_statements(query)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise QueryError("a query must be one SELECT statement")
            # DuckDB lets the top level of a query write files ("WITH x AS (COPY ..."), and never what is nested.
            connection.sql(f"SELECT * FROM ({statements[0].query.strip().rstrip(';')}\n)")

    def arrow(self, table: str, columns: Iterable[str] | None = None) -> pa.Table:
        """A table, or some of its columns, as an Arrow table with the documented schema.

        Raises :class:`KeyError` for a table or column that does not exist.
        """
        schema = TABLES[table]
        names = schema.names if columns is None else list(columns)
        if missing := [name for name in names if name not in schema.names]:
            raise KeyError(f"{table} has no column {missing[0]}")
        wanted = pa.schema([schema.field(name) for name in names], metadata=schema.metadata)
        files = self._files[table]
        if not files:
            return wanted.empty_table()
        return (
            pads.dataset(files, schema=schema, format="parquet", partitioning=None).to_table(columns=names).cast(wanted)
        )

    def totals(self, name: str) -> pa.Table:
        """Sums over all rows that count: see :data:`innolog.store.schema.TOTAL_TABLES`.

        Raises :class:`KeyError` for totals that do not exist.
        """
        schema = TOTAL_TABLES[name]
        return pq.read_table(self._totals[name]).cast(schema) if name in self._totals else schema.empty_table()

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

    def close(self) -> None:
        """Let go of the connection and its temporary files."""
        self._connection.close()
        self._spill.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Dataset {self.path}>"


@contextmanager
def _query_errors() -> Iterator[None]:
    try:
        yield
    except duckdb.Error as error:
        raise QueryError(_one_line(error)) from error


def _one_line(error: duckdb.Error) -> str:
    """The first line of what DuckDB says, and the line of the query it points at."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    where = next((line for line in lines[1:] if line.startswith("LINE ")), None)
    return f"{lines[0]} ({where})" if where else (lines[0] if lines else type(error).__name__)


def _connect(files: dict[str, list[str]], spill: str) -> duckdb.DuckDBPyConnection:
    """An in-memory database with the tables as views, locked up."""
    connection = duckdb.connect(":memory:")
    try:
        for table, schema in (TABLES | TOTAL_TABLES).items():
            if files[table]:
                source = f"read_parquet({_list(files[table])}, hive_partitioning = false)"
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {source}")
            else:
                connection.register("_nothing", schema.empty_table())
                connection.execute(f"CREATE TABLE {table} AS SELECT * FROM _nothing")
                connection.unregister("_nothing")
        connection.register("_nothing", cards())
        connection.execute("CREATE TABLE cards AS SELECT * FROM _nothing")
        connection.unregister("_nothing")
        allowed = [path for paths in files.values() for path in paths]
        # From here on the order matters: the last line takes away the right to change any of it.
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


def cards() -> pa.Table:
    """What is printed on all cards: columns card (the id), name, card_set, age, color, featured_icon, relic."""
    printed = card_table().cards.values()
    return pa.table(
        {
            "card": pa.array([card.id for card in printed], pa.int16()),
            "name": [card.name for card in printed],
            "card_set": [card.set.name.lower() for card in printed],
            "age": pa.array([card.age for card in printed], pa.int16()),
            "color": [card.color.name.lower() for card in printed],
            "featured_icon": [card.featured_icon.name.lower() if card.featured_icon else None for card in printed],
            "relic": [card.relic for card in printed],
        }
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _list(texts: Iterable[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]::VARCHAR[]"
