"""A progress display for long runs in a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

#: Seconds before the display appears, and between two updates.
_PATIENCE = 2.0
_UPDATE = 0.2


class Progress:
    """A context manager that shows the number of ``unit`` done on a line of stderr and removes the line at the end.

    The line appears after two seconds if stderr is a terminal and stdout is not. If both are terminals, the results
    themselves show the progress.
    """

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._wanted = sys.stderr.isatty() and not sys.stdout.isatty()
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _start(self) -> RichProgress:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn

        bar = Progress(
            SpinnerColumn(),
            TextColumn(f"{{task.completed}} {self._unit}"),
            console=Console(stderr=True),
            transient=True,
            # A refresh thread would be running while worker processes are forked.
            auto_refresh=False,
        )
        bar.add_task("", total=None)
        bar.start()
        return bar
