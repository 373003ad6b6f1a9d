"""Crews: the processes that do the work of an ingest. The one here uses this machine, the other a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, Self

from innolog.ingest.work import Done, Input, Rules, given_up, work
from parsers.files import Blob

#: The number of inputs in a chunk. More cost memory; fewer cost time for communication.
CHUNK_LOGS = 8
#: The largest size of a chunk in bytes, if its inputs are bytes.
CHUNK_BYTES = 16 << 20

_KILLED = "the process that worked on it was killed; is there enough memory?"


class Died(Exception):
    """The process that worked on a chunk died before it answered."""


class Crew(Protocol):
    """Processes that work on chunks of inputs. A context manager."""

    @property
    def capacity(self) -> int:
        """The number of chunks in flight that keeps all processes busy."""
        ...

    def submit(self, inputs: Sequence[Input]) -> Any:
        """Start work on a chunk. Returns a future with ``done()``, to be passed to :meth:`result`."""
        ...

    def result(self, answer: Any) -> Done:
        """Wait for the answer of a future. Raises :class:`Died`."""
        ...

    def restart(self) -> bool:
        """Continue after a :class:`Died`. Returns True if all other submitted chunks are lost, too."""
        ...

    def alone(self, given: Input) -> Done:
        """Work on one input in a process of its own; :func:`~innolog.ingest.work.given_up` if that process dies."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def in_order(inputs: Iterable[Input], crew: Crew) -> Iterator[tuple[Done, Sequence[Input]]]:
    """Let a crew work on all inputs. Yields chunks and their results in the order of the inputs."""
    waiting: deque[tuple[list[Input], Any]] = deque()
    for chunk in chunks(inputs):
        waiting.append((chunk, crew.submit(chunk)))
        while waiting and (waiting[0][1].done() or len(waiting) >= crew.capacity):
            yield from _first(waiting, crew)
    while waiting:
        yield from _first(waiting, crew)


def _first(waiting: deque[tuple[list[Input], Any]], crew: Crew) -> Iterator[tuple[Done, Sequence[Input]]]:
    chunk, answer = waiting[0]
    try:
        done = crew.result(answer)
    except Died:
        waiting.popleft()
        # It is unknown which of the logs killed the process. Each is tried again in a process of its own.
        if crew.restart():
            others = [chunk for chunk, _ in waiting]
            waiting.clear()
            waiting.extend((chunk, crew.submit(chunk)) for chunk in others)
        for given in chunk:
            yield crew.alone(given), [given]
    else:
        waiting.popleft()
        yield done, chunk


def chunks(inputs: Iterable[Input]) -> Iterator[list[Input]]:
    """The inputs in chunks."""
    chunk: list[Input] = []
    size = 0
    for given in inputs:
        chunk.append(given)
        size += len(given.data) if isinstance(given, Blob) else 0
        if len(chunk) >= CHUNK_LOGS or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


class Processes:
    """A crew of processes on this machine."""

    def __init__(self, jobs: int, rules: Rules) -> None:
        self._jobs, self._rules = jobs, rules
        self._pool = _pool(jobs, rules)

    @property
    def capacity(self) -> int:
        """See :class:`Crew`."""
        return 2 * self._jobs

    def submit(self, inputs: Sequence[Input]) -> Future[Done]:
        """See :class:`Crew`."""
        try:
            return self._pool.submit(_work_here, inputs)
        except BrokenProcessPool as error:
            # The error is raised when the result is asked for, as for all other chunks.
            broken: Future[Done] = Future()
            broken.set_exception(error)
            return broken

    def result(self, answer: Future[Done]) -> Done:
        """See :class:`Crew`."""
        try:
            return answer.result()
        except BrokenProcessPool as error:
            raise Died from error

    def restart(self) -> bool:
        """See :class:`Crew`. A pool breaks as a whole, so everything submitted is lost."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = _pool(self._jobs, self._rules)
        return True

    def alone(self, given: Input) -> Done:
        """See :class:`Crew`."""
        with _pool(1, self._rules) as pool:
            try:
                return pool.submit(_work_here, [given]).result()
            except BrokenProcessPool:
                return given_up(given, _KILLED, self._rules)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(wait=error[0] is None, cancel_futures=True)


def _pool(jobs: int, rules: Rules) -> ProcessPoolExecutor:
    # A forked child of a process in which Arrow's threads run may hang.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _start, (rules,))


_rules: Rules


def _start(rules: Rules) -> None:
    """Set up a worker: it ignores interrupts, which the parent handles, and exits when the parent is gone."""
    global _rules
    _rules = rules
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _work_here(inputs: Sequence[Input]) -> Done:
    return work(inputs, _rules)
