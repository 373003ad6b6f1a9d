"""``innolog bench``: measure how fast innolog is on this machine."""

from __future__ import annotations

import json

import click

from innolog.cli._one import USAGE, fail


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
    type=click.FloatRange(min=0),
    default=0.04,
    show_default=True,
    help="For --plan: the price per core-hour.",
)
def command(paths: tuple[str, ...], form: str, sizes: str | None, plan: bool, cores: int, price: float) -> None:
    """Measure the speed of validation, engine, ingest and start-up.

    Without LOG, measure on simulated games. Ratios to the time for parsing the same bytes as JSON can be compared
    between machines; speeds cannot. The measurement takes about a minute; run nothing else meanwhile.
    """
    from innolog.bench.planning import plans
    from innolog.bench.scaling import scaling
    from innolog.bench.speed import Measurement, measurements

    if sizes is not None and (paths or not all(size.isdecimal() and int(size) >= 100 for size in sizes.split(","))):
        fail("--scale takes numbers of at least 100, and no LOG: it makes the logs itself", USAGE)
    if plan:
        wanted = plans(cores=cores, price=price)
    else:
        wanted = scaling([int(size) for size in sizes.split(",")]) if sizes else measurements(paths)
    found: list[Measurement] = []
    try:
        for measurement in wanted:
            found.append(measurement)
            click.echo(f"{measurement.name} ...", err=True)
    except ValueError as error:
        fail(str(error), USAGE)
    if form == "json":
        click.echo(json.dumps({one.name: {"value": one.value, "unit": one.unit, "of": one.what} for one in found}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("measured", "", "", "what", box=None)
    table.columns[1].justify = "right"
    for one in found:
        value = f"{one.value:,.0f}" if one.value >= 100 or not one.unit else f"{one.value:.2f}"
        table.add_row(one.name, value, one.unit, one.what)
    Console().print(table)
