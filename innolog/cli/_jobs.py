"""The command option for the number of processes."""

from __future__ import annotations

import click

#: Add an option for the number of processes; the command receives it as ``jobs``.
jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Number of processes; 0 uses all cores.",
)
