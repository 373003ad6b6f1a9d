"""``innolog bench``: measure how fast innolog is on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innolog.cli._manners import told
from innolog.cli._numbers import Number
from innolog.cli._one import fail
from innolog.cli._output import check_file, writing
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from innolog.bench.measurement import Measurement


@click.command("bench")
@click.argument("paths", nargs=-1, metavar="[LOG]...")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--scale",
    "sizes",
    metavar="NUMBERS",
    help="Instead, measure the time and memory per game for each of these numbers of games, such as 100,1000,10000, "
    "and the speed-up from a second process. Takes ten minutes.",
)
@click.option("--plan", is_flag=True, help="Instead, estimate the cost of a million and of a hundred million games.")
@click.option(
    "--cores",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    help="For --plan: the number of cores that replay.",
)
@click.option(
    "--price",
    type=Number(min=0),
    default=0.04,
    show_default=True,
    help="For --plan: the price per core-hour.",
)
@click.option(
    "--against",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A history of measurements (JSON, one line for each run). Print which ratios differ from its last run by more "
    "than noise; this does not change the exit code.",
)
@click.option("--append", is_flag=True, help="Add this run to the history of --against.")
def command(
    paths: tuple[str, ...],
    form: str,
    sizes: str | None,
    plan: bool,
    cores: int,
    price: float,
    against: Path | None,
    append: bool,
) -> None:
    """Measure the speed of validation, engine, simulation, ingest and start-up.

    Without LOG, measure on simulated games. Every cost is also given as a ratio, which can be compared between
    machines: to the time for parsing the same bytes as JSON, or as the kB of JSON that are parsed in the time of one
    operation, game, row or start. Each figure is the median of five runs. The measurement takes about two minutes; run
    nothing else meanwhile.
    """
    from innolog.bench.planning import plans
    from innolog.bench.scaling import scaling
    from innolog.bench.speed import measurements

    if sizes is not None and (paths or not all(size.isdecimal() and int(size) >= 100 for size in sizes.split(","))):
        fail("--scale takes numbers of at least 100, and no LOG: it makes the logs itself", USAGE)
    if against is not None and (plan or sizes):
        fail("--against compares speeds, not --scale or --plan", USAGE)
    if append and against is None:
        fail("--append requires --against", USAGE)
    before = None if against is None else _last(against, append)
    if plan:
        wanted = plans(cores=cores, price=price)
    else:
        wanted = scaling([int(size) for size in sizes.split(",")]) if sizes else measurements(paths)
    found: list[Measurement] = []
    try:
        for measurement in wanted:
            found.append(measurement)
            told(f"{measurement.name} ...")
    except ValueError as error:
        fail(str(error), USAGE)
    if form == "json":
        rows = {one.name: {"value": one.value, "unit": one.unit, "ratio": one.ratio, "of": one.what} for one in found}
        click.echo(json.dumps(rows))
    else:
        _print(found)
    if against is not None:
        _compare(found, before, against, append)


def _print(found: list[Measurement]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("measured", "", "", "ratio", "what", box=None)
    table.columns[1].justify = table.columns[3].justify = "right"
    for one in found:
        value = f"{one.value:,.0f}" if one.value >= 100 or not one.unit else f"{one.value:.2f}"
        table.add_row(one.name, value, one.unit, "" if one.ratio is None else f"{one.ratio:.3g}", one.what)
    Console().print(table)


def _last(path: Path, append: bool) -> dict[str, Any] | None:
    from innolog.bench import history

    try:
        with writing(path):
            before = history.last(path)
    except ValueError as error:
        fail(str(error), USAGE)
    if append:
        check_file(path, in_place=True)
    if before is None:
        click.echo(f"{path} has no run of this kind", err=True)
    return before


def _compare(found: list[Measurement], before: dict[str, Any] | None, path: Path, append: bool) -> None:
    from innolog.bench import history

    run = history.entry(found)
    if before is not None:
        for change in history.changes(before, run):
            click.echo(f"{change}, since {before['innolog']}", err=True)
    if append:
        with writing(path):
            history.append(path, run)
