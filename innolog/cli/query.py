"""``innolog query``: query a dataset with SQL."""

from __future__ import annotations

import csv
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from innolog.cli._manners import told
from innolog.cli._numbers import Number
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, replacing, writing
from innolog.cli._period import period_of, period_options
from innolog.cli._places import DatasetPath
from innolog.cli._text import printable
from innolog.support.counting import counted
from innolog.support.exits import INTERRUPTED, USAGE
from innolog.support.memory import at_most
from parsers.text import json_text
from reports.safe_text import inert

if TYPE_CHECKING:
    from datetime import datetime

    import pyarrow as pa

    from innolog.store.dataset import Dataset

#: Wide enough for any row: output that is not a terminal is neither cut nor wrapped.
_UNLIMITED_WIDTH = 1_000_000
#: Default limit for the rows of a table, which is built in memory as a whole.
_TABLE_ROWS = 10_000
#: Default limits for a query, in seconds and bytes. Queries over a million games need less.
_SECONDS = 600.0
_MEMORY = 4_000_000_000
#: What the process needs beside the query, in bytes: the rows of a table, and what a library takes at first.
_BESIDE = 500_000_000


def _size(text: str) -> int:
    """The bytes in a size such as 2GB, 500 MB or 2GiB."""
    match = re.fullmatch(r"([0-9]{1,6})\s*(?:([kMGT])(i?))?B", text, re.IGNORECASE)
    if match is None or not int(match[1]):
        raise click.BadParameter(f"{text!r} is not a size such as 2GB")
    return int(match[1]) * int((1024 if match[3] else 1000) ** " kmgt".index((match[2] or " ").lower()))


@click.command("query")
@click.argument("dataset", type=DatasetPath())
@click.argument("sql", metavar="[SQL]", required=False)
@click.option(
    "-f", "--file", type=click.File("r", encoding="utf-8"), help="Read the query from this file; - is standard input."
)
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
@click.option("--parquet", type=OutputPath(), metavar="FILE", help="Write the answer to this Parquet file.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    metavar="ROWS",
    help=f"Maximum number of rows, 0 for no limit.  [default: {_TABLE_ROWS:,} for a table, otherwise no limit]",
)
@click.option(
    "--timeout",
    type=Number(min=0),
    default=_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Time limit for the query, 0 for no limit.",
)
@click.option(
    "--memory",
    type=_size,
    metavar="SIZE",
    help="Memory that the query may use before it writes temporary files, or fails.  [default: half of the machine's "
    "memory, at most 4GB]",
)
@click.option("--skip-damaged", is_flag=True, help="Read only the undamaged batches of a damaged dataset.")
@period_options
def command(
    dataset: str,
    sql: str | None,
    file: TextIO | None,
    form: str,
    parquet: str | None,
    limit: int | None,
    timeout: float,
    memory: int | None,
    skip_damaged: bool,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """Query a dataset with SQL, in the dialect of DuckDB.

    `innolog schema` prints the tables and what their columns mean; the table cards has the names of the cards. Only
    SELECT and similar statements are allowed. The query can read only the files of the dataset.

    The format table escapes control characters and shows missing values as NULL. The format csv is that of
    RFC 4180 with line feeds; it escapes control characters and puts an apostrophe before any text that a spreadsheet
    would take for a formula. The format json prints one object per line; NaN and infinity, which JSON lacks, are null.
    A decimal with more digits than other programs read as a number is a text.
    Dates, times, intervals and bytes are the text that DuckDB writes for them.

    Exit codes: 0 answered, 2 there is no such dataset, or the query cannot be run or was stopped, 130 interrupted.
    """
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError

    if (sql is None) == (file is None):
        raise click.UsageError("give a query, either as an argument or with --file")
    if file is not None:
        sql = file.read()
    assert sql is not None
    write = {"table": _write_table, "csv": _write_csv, "json": _write_json}[form]
    limit = (_TABLE_ROWS if form == "table" else 0) if limit is None else limit
    try:
        period = period_of(since, until)
        memory = memory or _default_memory()
        opened = open_dataset(dataset, memory=memory, skip_damaged=skip_damaged, period=period)
        with opened as data, _leaving(data):
            for name in data.damaged:
                click.echo(f"{printable(name)}: damaged; its batch is skipped", err=True)
            # DuckDB does not count long texts.
            with at_most(memory + _BESIDE):
                if parquet is not None:
                    _write_parquet(parquet, *data.batches(sql, seconds=timeout or None))
                    return
                answer = data.rows(sql, seconds=timeout or None, text=True)
                rows = _Limited(answer.rows, limit)
                write(answer.columns, rows)
            sys.stdout.flush()
            if rows.cut:
                click.echo(f"output cut after {counted(limit, 'row')}; --limit 0 shows all rows", err=True)
    except (DatasetError, QueryError) as error:
        fail(str(error), USAGE)
    except MemoryError:
        fail("the query needs more memory; --memory allows more", USAGE)


@contextmanager
def _leaving(data: Dataset) -> Iterator[None]:
    """End the process if a query cannot be interrupted in any other way."""
    from innolog.store.interrupts import QueryTimedOut

    try:
        yield
    except (KeyboardInterrupt, QueryTimedOut) as error:
        if data.stuck:
            data.close()
            message, code = (
                ("interrupted", INTERRUPTED) if isinstance(error, KeyboardInterrupt) else (str(error), USAGE)
            )
            click.echo(message, err=True)
            os._exit(code)
        raise


def _default_memory() -> int:
    try:
        return min(_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    except (AttributeError, ValueError, OSError):
        return _MEMORY


class _Limited:
    """The first ``limit`` rows, or all rows if it is 0. ``cut``: True when there were more."""

    def __init__(self, rows: Iterator[tuple[Any, ...]], limit: int) -> None:
        self._rows, self._limit = rows, limit
        self.cut = False

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        yield from islice(self._rows, self._limit or None)
        self.cut = self._limit > 0 and next(self._rows, None) is not None


def _write_table(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console() if sys.stdout.isatty() else Console(file=sys.stdout, width=_UNLIMITED_WIDTH, color_system=None)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(Text(printable(column)), overflow="fold")
    numbers = [True] * len(columns)
    for row in rows:
        numbers = [is_number and _is_number(value) for is_number, value in zip(numbers, row, strict=True)]
        table.add_row(*[Text(_cell(value)) for value in row])
    for shown, is_number in zip(table.columns, numbers, strict=True):
        shown.justify = "right" if is_number and table.rows else "left"
    console.print(table)


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _cell(value: object) -> str:
    if value is None:
        return "NULL"
    return printable(_flat(value))


def _flat(value: object) -> str:
    """A value as text; lists and the like as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple | dict):
        return _json(value)
    return str(value)


def _write_csv(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    # Tools that read lines take the carriage returns of RFC 4180 for part of a value. The stream must not add any.
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(newline="")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(map(inert, columns))
    for row in rows:
        writer.writerow(["" if value is None else _csv_cell(value) for value in row])


def _write_parquet(path: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    _check_columns(schema.empty_table())
    output = Path(path)
    with writing(output), replacing(output) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            try:
                writer.write_batch(batch)
            except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
                _check_columns(pa.Table.from_batches([batch]))
                fail(f"Parquet cannot hold the answer: {' '.join(str(error).split())}", USAGE)
    told(f"wrote {printable(path)}")


def _check_columns(table: pa.Table) -> None:
    """End with one line about the first column that Parquet cannot hold, if there is one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for at, column in enumerate(table.schema):
        try:
            pq.write_table(table.select([at]), pa.BufferOutputStream())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            fail(f"Parquet cannot hold the column {column.name} ({column.type}); cast it, say to VARCHAR", USAGE)


def _csv_cell(value: object) -> str:
    """A value as text. Only a number may begin with a character that also begins a formula."""
    text = _flat(value)
    return text if isinstance(value, int | float | Decimal) else inert(text)


def _write_json(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    names = _unique(columns)
    for row in rows:
        sys.stdout.write(_json(dict(zip(names, row, strict=True))) + "\n")


def _unique(names: Sequence[str]) -> list[str]:
    """The names, with a number appended to repeated ones: a JSON object has each name only once."""
    unique: list[str] = []
    for name in names:
        number, other = 1, name
        while other in unique:
            other = f"{name}_{number}"
            number += 1
        unique.append(other)
    return unique


def _json(value: object) -> str:
    return json_text(_plain(value))


def _plain(value: object) -> object:
    """The value in the types of JSON, which has no NaN and no infinity, and only strings as names."""
    if isinstance(value, Decimal):
        number = float(value)
        value = number if Decimal(repr(number)) == value else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    return value if value is None or isinstance(value, str | int) else str(value)
