"""Crews: processes that work on many tasks. The results come in the order of the tasks, and few tasks are in flight.

If a process is killed, for example because memory runs out, only the task that killed it gets no result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, Generic, Self, TypeVar

from innolog.support.exits import INTERRUPTED

#: How many seconds the end of a pool takes at most, if nothing holds it up.
_PATIENCE = 1.0
#: The signal of an interrupt, as a set to block.
_INTERRUPT = {signal.SIGINT}

Task = TypeVar("Task")
Result = TypeVar("Result")


class Died(Exception):
    """The process that worked on a chunk of tasks died before it answered. ``str()`` says so in a verdict."""


class Crew(ABC, Generic[Task, Result]):
    """Processes that work on chunks of tasks. A context manager."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """The number of chunks in flight that keeps all processes busy."""

    @abstractmethod
    def submit(self, tasks: Sequence[Task]) -> Any:
        """Start work on a chunk. Returns a future with ``done()``, to be passed to :meth:`result`."""

    @abstractmethod
    def result(self, answer: Any) -> Result:
        """Wait for the result of a future. Raises :class:`Died`."""

    @abstractmethod
    def alone(self, tasks: Sequence[Task]) -> Result:
        """Work on a chunk while nothing else is in flight in the same process. Raises :class:`Died`."""

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *error: object) -> None: ...

    def in_order(self, chunks: Iterable[Sequence[Task]], given_up: Callable[[Task, str], Result]) -> Iterator[Result]:
        """Work on all chunks. Yields their results in their order.

        A chunk whose process died is tried again alone, and then task by task. A task that kills its process again gets
        the result of ``given_up``, which is called with the task and the reason.
        """
        waiting: deque[tuple[Sequence[Task], Any]] = deque()
        for chunk in chunks:
            waiting.append((chunk, self.submit(chunk)))
            while waiting and (waiting[0][1].done() or len(waiting) >= self.capacity):
                yield from self._finished(*waiting.popleft(), given_up)
        while waiting:
            yield from self._finished(*waiting.popleft(), given_up)

    def _finished(
        self, chunk: Sequence[Task], answer: Any, given_up: Callable[[Task, str], Result]
    ) -> Iterator[Result]:
        try:
            found = [self.result(answer)]
        except Died:
            # It is unknown which of the tasks in flight killed the process.
            found = self._again(chunk, given_up)
        yield from found

    def _again(self, chunk: Sequence[Task], given_up: Callable[[Task, str], Result]) -> list[Result]:
        try:
            return [self.alone(chunk)]
        except Died as died:
            if len(chunk) == 1:
                return [given_up(chunk[0], str(died))]
            return [found for task in chunk for found in self._again([task], given_up)]


class Processes(Crew[Task, Result]):
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
        self._ahead = ahead

    @property
    def capacity(self) -> int:
        """See :class:`Crew`."""
        return self._ahead * self._jobs

    def submit(self, tasks: Sequence[Task]) -> Future[Result]:
        """See :class:`Crew`."""
        try:
            return _submit(self._pool, tasks)
        except BrokenProcessPool:
            # A pool breaks as a whole when one of its processes dies.
            _end(self._pool, wait=False)
            self._pool = self._new_pool(self._jobs)
            return _submit(self._pool, tasks)

    def result(self, answer: Future[Result]) -> Result:
        """See :class:`Crew`."""
        try:
            return answer.result()
        except BrokenProcessPool as error:
            raise Died("the process that worked on it was killed; is there enough memory?") from error

    def alone(self, tasks: Sequence[Task]) -> Result:
        """See :class:`Crew`."""
        pool = self._new_pool(1)
        try:
            return self.result(_submit(pool, tasks))
        finally:
            _end(pool, wait=True)

    def __exit__(self, *error: object) -> None:
        _end(self._pool, wait=error[0] is None)

    def _new_pool(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, multiprocessing.get_context(self._start), _prepare, (self._work,))


def _submit(pool: ProcessPoolExecutor, tasks: Sequence[Any]) -> Future[Any]:
    """Start work on a chunk. A process that starts for it gets interrupts only when :func:`_prepare` can handle them.

    Before that, an interrupt would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_call, tasks)
    # Otherwise it would start with the first process, after interrupts are blocked, and unblock them.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPT)
    try:
        return pool.submit(_call, tasks)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: Any, *, wait: bool) -> None:
    manager = pool._executor_manager_thread
    if sys.version_info < (3, 11, 5) and pool._broken:
        # These versions may wait for ever until a process takes a task that is being sent (CPython issue 94777). The
        # pipe is closed only then: otherwise they close it themselves, perhaps at the same time.
        manager.join(_PATIENCE)
        if manager.is_alive():
            pool._call_queue._reader.close()
    pool.shutdown(wait=wait, cancel_futures=True)
    if manager is not None and not wait:
        # When Python ends, it waits for this thread, too, but writes into a pipe that the thread may be closing.
        manager.join(_PATIENCE)


_work: Callable[[Sequence[Any]], Any]


def _prepare(work: Callable[[Sequence[Any]], Any]) -> None:
    """Set up a process: it leaves silently on an interrupt, which the parent reports, and when the parent is gone."""
    global _work
    _work = work
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPT)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _call(tasks: Sequence[Any]) -> Any:
    return _work(tasks)
