"""The command option for the number of processes, and what such a process does on an interrupt."""

from __future__ import annotations

import os
import signal

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


def leave_quietly() -> None:
    """In a worker: end the process silently on an interrupt from the terminal; the parent reports it."""
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(130))
