"""``innolog bench``: how fast innolog is here."""

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
    help="Instead: what a game costs among so many, such as 100,1000,10000, in time and memory, and what a second "
    "process brings. Ten minutes.",
)
@click.option("--plan", is_flag=True, help="Instead: what a million games would cost, and a hundred million.")
@click.option("--cores", type=click.IntRange(min=1), default=16, show_default=True, help="Of the plan: that replay.")
@click.option("--price", type=click.FloatRange(min=0), default=0.04, show_default=True, help="Of a core for an hour.")
def command(paths: tuple[str, ...], form: str, sizes: str | None, plan: bool, cores: int, price: float) -> None:
    """Measure validation, engine, ingest and start-up; without LOGs on simulated games.

    Ratios against parsing the same bytes as JSON are comparable between machines, speeds are not. Takes a minute or so;
    nothing else should run meanwhile.
    """
    from innolog.bench.planning import plans
    from innolog.bench.scaling import scaling
    from innolog.bench.speed import Measurement, measurements

    if sizes is not None and (paths or not all(size.isdecimal() and int(size) >= 100 for size in sizes.split(","))):
        fail("--scale wants numbers of logs from 100, and makes the logs itself", USAGE)
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
