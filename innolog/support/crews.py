"""Crews: processes that work on many tasks. The results come in the order of the tasks, and few tasks are in flight.

If a process is killed, for example because memory runs out, only the task that killed it gets no result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, Protocol, Self, TypeVar

from innolog.support.exits import INTERRUPTED

Task = TypeVar("Task")
Result = TypeVar("Result")
#: The same, where a protocol only takes tasks and only gives results.
Taken = TypeVar("Taken", contravariant=True)
Given = TypeVar("Given", covariant=True)


class Died(Exception):
    """The process that worked on a chunk of tasks died before it answered. ``str()`` says so in a verdict."""


class Crew(Protocol[Taken, Given]):
    """Processes that work on chunks of tasks. A context manager."""

    @property
    def capacity(self) -> int:
        """The number of chunks in flight that keeps all processes busy."""
        ...

    def submit(self, tasks: Sequence[Taken]) -> Any:
        """Start work on a chunk. Returns a future with ``done()``, to be passed to :meth:`result`."""
        ...

    def result(self, answer: Any) -> Given:
        """Wait for the result of a future. Raises :class:`Died`."""
        ...

    def alone(self, tasks: Sequence[Taken]) -> Given:
        """Work on a chunk while nothing else is in flight in the same process. Raises :class:`Died`."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def in_order(
    chunks: Iterable[Sequence[Task]], crew: Crew[Task, Result], given_up: Callable[[Task, str], Result]
) -> Iterator[Result]:
    """Let a crew work on all chunks. Yields their results in their order.

    A chunk whose process died is tried again alone, and then task by task. A task that kills its process again gets the
    result of ``given_up``, which is called with the task and the reason.
    """
    waiting: deque[tuple[Sequence[Task], Any]] = deque()
    for chunk in chunks:
        waiting.append((chunk, crew.submit(chunk)))
        while waiting and (waiting[0][1].done() or len(waiting) >= crew.capacity):
            yield from _first(waiting, crew, given_up)
    while waiting:
        yield from _first(waiting, crew, given_up)


def _first(
    waiting: deque[tuple[Sequence[Task], Any]], crew: Crew[Task, Result], given_up: Callable[[Task, str], Result]
) -> Iterator[Result]:
    chunk, answer = waiting.popleft()
    try:
        result = crew.result(answer)
    except Died:
        # It is unknown which of the tasks in flight killed the process.
        yield from _again(chunk, crew, given_up)
    else:
        yield result


def _again(
    chunk: Sequence[Task], crew: Crew[Task, Result], given_up: Callable[[Task, str], Result]
) -> Iterator[Result]:
    try:
        result = crew.alone(chunk)
    except Died as died:
        if len(chunk) > 1:
            for task in chunk:
                yield from _again([task], crew, given_up)
            return
        result = given_up(chunk[0], str(died))
    yield result


class Processes(Generic[Task, Result]):
    """A crew of processes on this machine: each calls ``work`` with chunks of tasks.

    - ``ahead``: the number of chunks in flight for each process. More cost memory; fewer let processes wait when
      chunks differ in effort.
    - ``start``: how processes start (:func:`multiprocessing.get_context`). With ``spawn``, ``work`` must be picklable.
    """

    def __init__(
        self, work: Callable[[Sequence[Task]], Result], jobs: int, *, ahead: int = 4, start: str | None = None
    ) -> None:
        self._work, self._jobs, self._start = work, jobs, start
        self._pool = self._new_pool(jobs)
        self.capacity = ahead * jobs

    def submit(self, tasks: Sequence[Task]) -> Future[Result]:
        """See :class:`Crew`."""
        try:
            return self._pool.submit(_call, tasks)
        except BrokenProcessPool:
            # A pool breaks as a whole when one of its processes dies.
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool(self._jobs)
            return self._pool.submit(_call, tasks)

    def result(self, answer: Future[Result]) -> Result:
        """See :class:`Crew`."""
        try:
            return answer.result()
        except BrokenProcessPool as error:
            raise Died("the process that worked on it was killed; is there enough memory?") from error

    def alone(self, tasks: Sequence[Task]) -> Result:
        """See :class:`Crew`."""
        with self._new_pool(1) as pool:
            return self.result(pool.submit(_call, tasks))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(wait=error[0] is None, cancel_futures=True)

    def _new_pool(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, multiprocessing.get_context(self._start), _prepare, (self._work,))


_work: Callable[[Sequence[Any]], Any]


def _prepare(work: Callable[[Sequence[Any]], Any]) -> None:
    """Set up a process: it leaves silently on an interrupt, which the parent reports, and when the parent is gone."""
    global _work
    _work = work
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _call(tasks: Sequence[Any]) -> Any:
    return _work(tasks)
