"""A progress display for long runs in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from innolog.cli._manners import quiet

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

#: Seconds before the display appears, and between two updates.
_PATIENCE = 2.0
_UPDATE = 0.2


def number_of_files(paths: Sequence[str]) -> int | None:
    """The number of files at some paths; None if it is not known how many logs they have, or who could count them."""
    from innolog.support.remote import is_url
    from parsers import inputs
    from parsers.files import Blob
    from parsers.finding import STDIN

    if any(path == STDIN or is_url(path) for path in paths):
        return None
    number = 0
    for found in inputs(paths):
        if isinstance(found, Blob):
            # An archive.
            return None
        number += 1
    return number


class Progress:
    """A context manager that shows the number of ``unit`` done on a line of stderr and removes the line at the end.

    The line appears after two seconds if stderr is a terminal and stdout is not, or if the results go ``to_file``. If
    both are terminals, the results themselves show the progress. With ``paths``, it also has the number of files there,
    if that is known.
    """

    def __init__(self, unit: str, paths: Sequence[str] = (), *, to_file: bool = False) -> None:
        self._unit = unit
        self._wanted = sys.stderr.isatty() and (to_file or not sys.stdout.isatty()) and not quiet()
        self._paths = paths
        self._due = time.monotonic() + _PATIENCE
        self._bar: RichProgress | None = None

    def update(self, done: int) -> None:
        """Report that ``done`` units are done."""
        if not self._wanted or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _UPDATE
        if self._bar is None:
            self._bar = self._start()
        self._bar.update(self._bar.task_ids[0], completed=done, refresh=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _start(self) -> RichProgress:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn

        total = number_of_files(self._paths) if self._paths else None
        of = "" if total is None else f" of {total}"
        bar = Progress(
            SpinnerColumn(),
            TextColumn(f"{{task.completed}}{of} {self._unit}"),
            console=Console(stderr=True),
            transient=True,
            # A refresh thread would be running while worker processes are forked.
            auto_refresh=False,
        )
        bar.add_task("", total=total)
        bar.start()
        return bar
