"""Run database calls so that they can be interrupted.

While DuckDB works, no Python code runs, so neither an interrupt from the terminal nor a time limit would be noticed in
time. A query that may be long therefore runs in a thread of its own while the caller waits.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import duckdb

from innolog.store.errors import QueryError

_T = TypeVar("_T")

#: Seconds between two checks for an interrupt, on systems where an interrupt does not end the waiting.
_LOOK = 0.1
#: Seconds that the database is given to stop. Some functions work on one value for minutes and cannot be stopped.
_STOPPING = 0.5


#: How errors of DuckDB begin or end when it is interrupted in the main thread, where Python expects KeyboardInterrupt.
_INTERRUPTED = re.compile("^Query interrupted$|KeyboardInterrupt:?$")


class QueryTimedOut(QueryError):
    """A query exceeded its time limit."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise :class:`KeyboardInterrupt` where DuckDB, in the main thread, reports an interrupt in its own way."""
    try:
        yield
    except (RuntimeError, duckdb.Error) as error:
        if _INTERRUPTED.search(str(error).strip()):
            raise KeyboardInterrupt from error
        raise


class Worker:
    """Runs calls for a connection, each in a thread, for at most ``seconds`` in all."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, seconds: float | None) -> None:
        self._connection = connection
        self._seconds = self._left = seconds
        #: True when a thread did not stop on request; the connection cannot be closed then.
        self.stuck = False

    def do(self, call: Callable[[], _T]) -> _T:
        """Return what ``call`` returns, or raise what it raises.

        Raises :class:`QueryTimedOut` after the time limit, and any exception that interrupts the waiting.
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
            # Repeatedly, because DuckDB would still do any work that it had not begun when it was interrupted.
            self._connection.interrupt()
            done.wait(_STOPPING / 10)
        self.stuck = not done.is_set()
