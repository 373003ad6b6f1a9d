"""The command option for the number of processes."""

from __future__ import annotations

import os

import click


def _number(_: click.Context, __: click.Parameter, value: int) -> int:
    return value or os.cpu_count() or 1


#: Add an option for the number of processes; the command receives it as ``jobs``.
jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    callback=_number,
    envvar="INNOLOG_JOBS",
    help="Number of processes; 0 uses all cores.",
)
