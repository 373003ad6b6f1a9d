"""Letting a database work while somebody may want to stop it.

DuckDB gives nothing back to Python while it works, so that neither an interrupt from the terminal nor a time limit
would be noticed. It therefore works in a thread of its own, and the caller waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import duckdb

from innolog.store.errors import QueryError

_T = TypeVar("_T")

#: Seconds between two looks at what happened meanwhile, on systems where waiting is not interrupted.
_LOOK = 0.1
#: Seconds that the database has for stopping. Some functions work on a value for minutes and notice nothing.
_STOPPING = 0.5


class QueryTimedOut(QueryError):
    """A query took longer than it was given."""


class Worker:
    """Runs calls for a connection, each in a thread, for at most ``seconds`` in all."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, seconds: float | None = None) -> None:
        self._connection = connection
        self._seconds = self._left = seconds
        #: True when a thread was told to stop and has not: the connection can't be closed then.
        self.stuck = False

    def do(self, call: Callable[[], _T]) -> _T:
        """What ``call`` returns or raises.

        Raises :class:`QueryTimedOut` when the time is over, and passes on what interrupts the waiting.
        """
        answers: list[_T] = []
        errors: list[BaseException] = []

        def work() -> None:
            try:
                answers.append(call())
            except BaseException as error:
                errors.append(error)
            finally:
                done.set()

        done = threading.Event()
        started = time.monotonic()
        try:
            threading.Thread(target=work, daemon=True).start()
            while not done.is_set():
                left = _LOOK if self._left is None else started + self._left - time.monotonic()
                if left <= 0:
                    raise QueryTimedOut(f"the query was stopped after {self._seconds:g} s")
                done.wait(min(left, _LOOK))
        except BaseException:
            self._stop(done)
            raise
        if self._left is not None:
            self._left -= time.monotonic() - started
        if errors:
            raise errors[0]
        return answers[0]

    def _stop(self, done: threading.Event) -> None:
        until = time.monotonic() + _STOPPING
        while not done.is_set() and time.monotonic() < until:
            # Again and again: what it had not begun when it was told, it would do.
            self._connection.interrupt()
            done.wait(_STOPPING / 10)
        self.stuck = not done.is_set()
