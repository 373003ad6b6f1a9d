"""``innolog query``: a dataset answers in SQL."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import click

from innolog.cli._one import USAGE, fail
from innolog.cli._places import DatasetPath
from innolog.cli._text import printable
from parsers.text import json_text
from reports.formulas import inert

#: Wider than anything: where no terminal sets a limit, no cell is cut or wrapped.
_UNLIMITED_WIDTH = 1_000_000


@click.command("query")
@click.argument("dataset", type=DatasetPath())
@click.argument("sql", metavar="SQL")
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
def command(dataset: str, sql: str, form: str) -> None:
    """Ask a dataset a question in SQL, as DuckDB understands it.

    `innolog schema` prints the tables and what their columns mean; the table cards has the names of the cards. Only
    SELECT and its kin are allowed, and no file but those of the dataset is read.

    A table escapes control characters and shows what is missing as NULL; CSV is that of RFC 4180, with control
    characters escaped and an apostrophe in front of what a spreadsheet would take for a formula; JSON is one
    object a line, and keeps every value.
    """
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError

    write = {"table": _write_table, "csv": _write_csv, "json": _write_json}[form]
    try:
        with open_dataset(dataset) as data:
            write(*data.rows(sql))
    except (DatasetError, QueryError) as error:
        fail(str(error), USAGE)


def _write_table(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from innolog.cli._console import Console

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
    # The module ends lines as RFC 4180 wants them; the stream must not do it again.
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(newline="")
    writer = csv.writer(sys.stdout)
    writer.writerow(map(inert, columns))
    for row in rows:
        writer.writerow(["" if value is None else _csv_cell(value) for value in row])


def _csv_cell(value: object) -> str:
    """A value as text; nothing but a number begins as a formula does."""
    text = _flat(value)
    return text if isinstance(value, int | float | Decimal) else inert(text)


def _write_json(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    names = _unique(columns)
    for row in rows:
        sys.stdout.write(_json(dict(zip(names, row, strict=True))) + "\n")


def _unique(names: Sequence[str]) -> list[str]:
    """The names, with a number behind those that were there before: an object has every name once."""
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
    """The value in terms of JSON, which has no NaN or infinity, and names that are texts."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    return value if value is None or isinstance(value, str | int) else str(value)
