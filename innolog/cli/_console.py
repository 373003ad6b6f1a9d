"""Rich's console, as a command that may be one of several in a pipe needs it."""

from __future__ import annotations

from typing import NoReturn

from rich import console


class Console(console.Console):
    """A console that leaves it to :func:`innolog.cli.main` how a run ends of which nobody reads the rest."""

    def on_broken_pipe(self) -> NoReturn:
        """Rich ends the process with 1, which here stands for an illegal log."""
        raise BrokenPipeError
