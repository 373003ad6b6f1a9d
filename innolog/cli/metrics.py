"""``innolog metrics``: list the statistics, or compute them for a dataset."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from innolog.cli._extra import extra_option, read_extra
from innolog.cli._one import fail
from innolog.cli._period import period_of, period_options
from innolog.cli._places import DatasetPath
from innolog.cli._text import printable
from innolog.cli._words import short
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from datetime import datetime

    import pandas as pd

    from innolog.store.dataset import Period
    from reports.metrics import Metric


@click.command("metrics")
@click.argument("dataset", required=False, type=DatasetPath())
@click.option("-m", "--metric", "names", multiple=True, metavar="NAME", help="Only this metric; can be repeated.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "csv", "json"]), default="text", show_default=True
)
@click.option("--player", metavar="NAME", help="Also the metrics about one player: a name, an id or SITE:ID.")
@extra_option
@period_options
def command(
    dataset: str | None,
    names: tuple[str, ...],
    form: str,
    player: str | None,
    extra: str | None,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """List the statistics; with DATASET, compute them.

    Without a dataset, list every statistic: name, what it measures, formula, what a row is, interval, and caveat. With
    a dataset, print one table per statistic, with one row for each combination of edition, sets, number of players and
    item. Metrics whose names begin with my_ are about one player and need --player. Win points are those of the
    player's side: all members of a team that wins have won. As CSV, all statistics are one table.

    With --extra, the metrics in a folder of SQL files are listed or computed as well: `innolog docs statistics` says
    how to write one.
    """
    from reports.metrics import BY_NAME, METRICS, PLAYER_METRICS

    own = read_extra(extra)
    by_name = BY_NAME | {metric.name: metric for metric in own}
    if unknown := [name for name in names if name not in by_name]:
        raise click.UsageError(f"there is no metric {printable(unknown[0])}; `innolog metrics` lists them")
    if dataset is None:
        _list([by_name[name] for name in names] or [*METRICS, *PLAYER_METRICS, *own], form)
        return
    chosen = [by_name[name] for name in names] or [*METRICS, *(PLAYER_METRICS if player is not None else ()), *own]
    if player is None and any(metric.player for metric in chosen):
        raise click.UsageError("this metric is about one player: name the player with --player")
    _measure(dataset, chosen, form, player, period_of(since, until))


def _list(metrics: list[Metric], form: str) -> None:
    if form == "csv":
        raise click.UsageError("without DATASET, the format must be text, markdown or json")
    listed = ("name", "title", "of", "meaning", "formula", "rows", "interval", "caveat")
    for metric in metrics:
        row = {name: getattr(metric, name) for name in listed} | {"rows": metric.row_model, "sql": metric.path}
        if form == "json":
            click.echo(json.dumps(row))
        elif form == "markdown":
            click.echo(f"### {row.pop('name')}: {row.pop('title')}\n")
            click.echo("\n".join(f"- {key}: {value}" for key, value in row.items() if value) + "\n")
        else:
            click.echo(f"{row.pop('name')}: {row.pop('title')}")
            click.echo("\n".join(f"    {key + ':':<10}{value}" for key, value in row.items() if value))


def _measure(dataset: str, metrics: list[Metric], form: str, player: str | None, period: Period) -> None:
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.metrics import BadMetric
    from reports.queries import NoSuchPerson, memory_for, no_games, person_named
    from reports.tables import metric_table, to_one_csv

    if form == "markdown":
        raise click.UsageError("with DATASET, the format must be text, csv or json")
    try:
        with open_dataset(dataset, memory=memory_for, period=period) as data:
            person = None if player is None else person_named(data, player).person
            if reason := no_games(data):
                click.echo(reason, err=True)
                metrics = metrics if form == "csv" else []
            tables = []
            for metric in metrics:
                table = metric_table(data, metric, person if metric.player else None)
                if form == "csv":
                    tables.append(table)
                elif form == "json":
                    for row in table.to_dict("records"):
                        shown = {key: None if value != value else value for key, value in row.items()}
                        click.echo(json.dumps(shown, default=str))
                else:
                    click.echo(f"{metric.title}: {metric.meaning} {metric.caveat}".rstrip())
                    click.echo(_as_text(table) + "\n")
            sys.stdout.write(to_one_csv(tables))
    except (DatasetError, QueryError) as error:
        fail(str(error), USAGE)
    except (NoSuchPerson, BadMetric) as error:
        fail(printable(str(error)), USAGE)


def _as_text(table: pd.DataFrame) -> str:
    """A computed metric for people, without empty columns and columns that repeat the heading."""
    if table.empty:
        return "the games that count have no data for this metric"
    shown = table.drop(columns="metric").dropna(axis="columns", how="all")
    for column in shown.select_dtypes(exclude="number"):
        texts = shown[column].map(lambda value: printable(str(value)))
        shown[column] = texts.map(short) if column in ("item", "name") else texts
    for column in ("n", "clusters", "fixed"):
        if column in shown and shown[column].notna().all():
            shown[column] = shown[column].round().astype(int)
    return shown.to_string(index=False, float_format="{:.3f}".format)
