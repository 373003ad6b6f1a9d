"""Who does the work of an ingest: this process, some processes of this machine, or those of a cluster."""

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

#: How many inputs a process is given at a time: enough to be worth the trouble, few enough to hold in memory.
CHUNK_LOGS = 8
#: No more than so many bytes, where the inputs are bytes.
CHUNK_BYTES = 16 << 20

_KILLED = "the process that worked on it was killed; is there enough memory?"


class Died(Exception):
    """The process that worked on some inputs did not live to answer."""


class Crew(Protocol):
    """A context manager: some processes that work."""

    @property
    def capacity(self) -> int:
        """Chunks of inputs in flight that keep everybody busy."""
        ...

    def submit(self, inputs: Sequence[Input]) -> Any:
        """Have some inputs worked on; something with ``done()``, for :meth:`result`."""
        ...

    def result(self, answer: Any) -> Done:
        """Wait for an answer. Raises :class:`Died`."""
        ...

    def restart(self) -> bool:
        """After a :class:`Died`: go on. True if what else was submitted is lost, too."""
        ...

    def alone(self, given: Input) -> Done:
        """Have one input worked on by a process of its own; :func:`~innolog.ingest.work.given_up` if it dies."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


def in_order(inputs: Iterable[Input], crew: Crew) -> Iterator[tuple[Done, Sequence[Input]]]:
    """What the crew made of all inputs, in their order, with the inputs."""
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
        # Which log it was, nobody can say. Alone in its process, each gives itself away.
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
    """The inputs in portions for one process."""
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
    """Processes of this machine."""

    def __init__(self, jobs: int, rules: Rules) -> None:
        self._jobs, self._rules = jobs, rules
        self._pool = _pool(jobs, rules)

    @property
    def capacity(self) -> int:
        """Chunks that keep all processes busy."""
        return 2 * self._jobs

    def submit(self, inputs: Sequence[Input]) -> Future[Done]:
        """See :class:`Crew`."""
        try:
            return self._pool.submit(_work_here, inputs)
        except BrokenProcessPool as error:
            # Said when the answer is asked for, as of all others that were submitted.
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
        """A pool is broken as a whole."""
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
    """In a worker: leave an interrupt from the terminal to the parent, and end when the parent is no more."""
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
