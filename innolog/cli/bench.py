"""``innolog bench``: how fast innolog is here."""

from __future__ import annotations

import json

import click

from innolog.cli._one import USAGE, fail


@click.command("bench")
@click.argument("paths", nargs=-1, metavar="[LOG]...")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(paths: tuple[str, ...], form: str) -> None:
    """Measure validation, engine, ingest and start-up; without LOGs on simulated games.

    Ratios against parsing the same bytes as JSON are comparable between machines, speeds are not. Takes a minute or so;
    nothing else should run meanwhile.
    """
    from innolog.bench import Measurement, measurements

    found: list[Measurement] = []
    try:
        for measurement in measurements(paths):
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
