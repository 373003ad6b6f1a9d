"""Metrics of one's own: files of SQL with a header, beside those of the registry."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from innolog.store.errors import QueryError
from innolog.support.errors import InnologError
from reports.metrics.metric import Kind, Metric, Unit
from reports.metrics.registry import BY_NAME

if TYPE_CHECKING:
    from innolog.store.dataset import Dataset

#: Tables that a query may read besides those of a dataset: ``reports/sql/prepare_NAME.sql`` computes them.
PREPARED = ("seated", "claims", "habits")
#: Largest size of a file, in bytes.
_MOST = 100_000
_LINE = re.compile(r"--\s*([a-z_]+):\s*(.*\S)\s*")
_NEEDED = ("title", "of", "meaning", "rows", "unit")
_OPTIONAL = ("formula", "kind", "even", "caveat", "least_rows", "reads")
#: What the unit says of the kind, if the header does not.
_KINDS = {Unit.SHARE: Kind.RATE, Unit.NUMBER: Kind.MEAN}
_COLUMNS = {Kind.DIFFERENCE: ("item", "stratum", "game", "n", "s", "n0", "s0")}


class BadMetric(InnologError, ValueError):
    """A file of a metric cannot be used; the message names it and says why."""


def read_metrics(folder: str | Path) -> list[Metric]:
    """The metrics in the ``.sql`` files of a folder, sorted by name. The name of a file is that of its metric.

    A file begins with lines ``-- FIELD: TEXT``: title, of (what an item is: card, player, ...), meaning, rows (what a
    row is) and unit (share or number). Optional are formula, kind (rate, mean or difference), even (the value that
    means "no difference"; ``even`` for 1 / sides), caveat, least_rows (with fewer, a number is shown in grey) and
    reads (which of :data:`PREPARED` the query reads). Then comes one SELECT with the columns item, game, n and s: the
    number of rows of an item in a game that counts, and their sum. A difference also has stratum, n0 and s0.

    Raises :class:`BadMetric` for a folder without such files, and for a file that is not as described here.
    """
    try:
        files = sorted(Path(folder).glob("*.sql"))
    except OSError as error:
        raise BadMetric(f"{folder}: {error.strerror or error}") from error
    if not files:
        raise BadMetric(f"{folder}: no file NAME.sql")
    return [_read(file) for file in files]


def _read(file: Path) -> Metric:
    try:
        if file.stat().st_size > _MOST:
            raise BadMetric(f"{file}: more than {_MOST} bytes")
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadMetric(f"{file}: {error}") from error
    name = file.stem
    if re.fullmatch(r"[a-z][a-z0-9_]{0,60}", name) is None:
        raise BadMetric(f"{file}: the name of a metric has small letters, digits and underscores")
    if name in BY_NAME:
        raise BadMetric(f"{file}: innolog has a metric {name}")
    header = _header(file, text)
    unit = Unit(_one_of(file, header, "unit", [Unit.SHARE.value, Unit.NUMBER.value]))
    kind = _KINDS[unit]
    if "kind" in header:
        kind = Kind[_one_of(file, header, "kind", ["rate", "mean", "difference"]).upper()]
    tables = tuple(header.get("reads", "").replace(",", " ").split())
    if unknown := [table for table in tables if table not in PREPARED]:
        raise BadMetric(f"{file}: reads: no table {unknown[0]}; there are {', '.join(PREPARED)}")
    return Metric(
        name=name,
        title=header["title"],
        of=header["of"],
        meaning=header["meaning"],
        formula=header.get("formula", header["meaning"]),
        rows=header["rows"],
        sql=str(file),
        text=text.strip().rstrip(";"),
        kind=kind,
        caveat=header.get("caveat", ""),
        prepared=_in_order(tables),
        even="even" if header.get("even") == "even" else _number(file, header, "even") if "even" in header else None,
        least=0.0 if kind is Kind.RATE else -math.inf,
        greatest=1.0 if kind is Kind.RATE else math.inf,
        least_rows=int(_number(file, header, "least_rows")) if "least_rows" in header else 100,
        unit=unit,
    )


def _in_order(tables: tuple[str, ...]) -> tuple[str, ...]:
    """The tables in an order in which they can be computed, with those that the habits need."""
    return PREPARED if "habits" in tables else tuple(table for table in PREPARED if table in tables)


def _header(file: Path, text: str) -> dict[str, str]:
    header: dict[str, str] = {}
    for line in text.splitlines():
        found = _LINE.fullmatch(line.strip())
        if found is None:
            break
        if found[1] not in (*_NEEDED, *_OPTIONAL):
            raise BadMetric(f"{file}: unknown field {found[1]}; there are {', '.join((*_NEEDED, *_OPTIONAL))}")
        header[found[1]] = found[2]
    if missing := [field for field in _NEEDED if field not in header]:
        raise BadMetric(f'{file}: the first lines lack "-- {missing[0]}: ..."')
    return header


def _one_of(file: Path, header: dict[str, str], field: str, words: Iterable[str]) -> str:
    if (word := header[field]) not in (known := list(words)):
        raise BadMetric(f"{file}: {field}: expected {' or '.join(known)}, found {word}")
    return word


def _number(file: Path, header: dict[str, str], field: str) -> float:
    try:
        number = float(header[field])
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadMetric(f"{file}: {field}: expected a number, found {header[field]}")
    return number


def check_columns(dataset: Dataset, metric: Metric) -> None:
    """Raise :class:`BadMetric` unless the query of a metric has the columns of its kind, and can be run."""
    try:
        found = dataset.frame(f"SELECT * FROM (\n{metric.text}\n) LIMIT 0")
    except QueryError as error:
        raise BadMetric(f"{metric.sql}: {error}") from error
    needed = _COLUMNS.get(metric.kind, ("item", "game", "n", "s"))
    if missing := [column for column in needed if column not in found.columns]:
        raise BadMetric(f"{metric.sql}: the query has no column {missing[0]}; it needs {', '.join(needed)}")
    for column in ("game", "n", "s", "n0", "s0", *(("item",) if metric.of == "card" else ())):
        if column in found.columns and not pd.api.types.is_numeric_dtype(found[column]):
            raise BadMetric(f"{metric.sql}: the column {column} must be a number")
