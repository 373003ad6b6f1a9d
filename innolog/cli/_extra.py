"""The command option for metrics of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from innolog.cli._one import fail
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from reports.metrics import Metric

extra_option = click.option(
    "--extra",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder of NAME.sql files, each with a metric of your own.",
)


def read_extra(folder: str | None) -> list[Metric]:
    """The metrics in a folder. If one of them cannot be used, print one line to stderr and exit with 2."""
    if folder is None:
        return []
    from reports.metrics import BadMetric, read_metrics

    try:
        return read_metrics(folder)
    except BadMetric as error:
        fail(str(error), USAGE)
