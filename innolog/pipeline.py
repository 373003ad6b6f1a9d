"""From files to a dataset: read, replay, write, with as many processes as wanted."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from innolog.log import At, UnreadableLog, UnsupportedLog
from innolog.replay import replay
from innolog.replay.forced import NOTHING, Forced
from innolog.store.pseudonyms import Pseudonyms
from innolog.store.rows import RowCollector, Tables
from innolog.store.writer import DatasetWriter
from parsers import blobs, read_blob
from parsers.files import Blob
from parsers.lines.templates import Table

#: What one process is given at a time: so many logs, or so many bytes.
_CHUNK_LOGS = 8
_CHUNK_BYTES = 16 << 20


class Problem(NamedTuple):
    """Why a log is illegal, unsupported or unreadable."""

    source: str
    verdict: str
    message: str


@dataclass
class IngestSummary:
    """What an ingest did.

    ``verdicts`` counts the verdicts on all logs given, ``known`` how many of these the dataset had before, or were
    given twice.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    known: int = 0


class _Failure(NamedTuple):
    """The arguments of an :class:`UnreadableLog`: exceptions with such arguments do not survive pickling."""

    source: str
    place: str
    expected: str
    found: str


class _Hashed(NamedTuple):
    """An input and the hash of its content; an input that can't even be read as bytes is its error."""

    blob: Blob | _Failure
    content_hash: str


class _Rules(NamedTuple):
    """How all logs of an ingest are treated."""

    forced: Forced
    pseudonyms: Pseudonyms | None


def ingest(
    paths: Iterable[str | Path],
    folder: str | Path,
    *,
    forced: Forced = NOTHING,
    templates: Table | None = None,
    jobs: int = 1,
    pseudonyms: Pseudonyms | None = None,
    progress: Callable[[IngestSummary, Sequence[Problem]], None] = lambda summary, problems: None,
) -> IngestSummary:
    """Replay all logs under ``paths`` and add them to the dataset in ``folder``.

    A path is a file, a folder, a glob, an archive or ``-``. Logs that the dataset has are skipped, whatever rules
    it has them with. ``templates`` are wordings for logs in words, as for :func:`parsers.read_logs`. ``pseudonyms``
    replace everything by which a player could be found. With ``jobs`` above 1 as many processes replay; the dataset is
    the same. ``progress`` is called now and then with the counts so far and the problems that were found since the last
    call.

    Raises :class:`~innolog.store.errors.DatasetError` where the dataset can't be written.
    """
    summary = IngestSummary()
    with DatasetWriter(folder, pseudonyms=pseudonyms.fingerprint if pseudonyms else None) as writer:
        given: set[str] = set()

        def new_logs() -> Iterator[_Hashed]:
            for found in blobs(paths, templates=templates):
                blob = _failure(found) if isinstance(found, UnreadableLog) else found
                content_hash = _hash(blob)
                if pseudonyms:
                    content_hash = pseudonyms.content_hash(content_hash)
                if content_hash in given:
                    summary.known += 1
                elif content_hash in writer.verdicts:
                    summary.known += 1
                    summary.verdicts[writer.verdicts[content_hash]] += 1
                else:
                    yield _Hashed(blob, content_hash)
                given.add(content_hash)

        for tables in _replayed(_chunks(new_logs()), _Rules(forced, pseudonyms), jobs):
            writer.add_tables(tables)
            summary.verdicts.update(tables["games"]["verdict"].to_pylist())
            progress(summary, _problems(tables))
    return summary


def _failure(error: UnreadableLog) -> _Failure:
    return _Failure(error.source, error.place, error.expected, error.found)


def _hash(blob: Blob | _Failure) -> str:
    """The SHA-256 of a log's bytes; of something that has no bytes, of what is known about it."""
    if isinstance(blob, _Failure):
        return sha256("\0".join(blob).encode("utf-8", "backslashreplace")).hexdigest()
    return sha256(blob.data).hexdigest()


def _chunks(logs: Iterable[_Hashed]) -> Iterator[list[_Hashed]]:
    chunk: list[_Hashed] = []
    size = 0
    for log in logs:
        chunk.append(log)
        size += 0 if isinstance(log.blob, _Failure) else len(log.blob.data)
        if len(chunk) >= _CHUNK_LOGS or size >= _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _replayed(chunks: Iterable[list[_Hashed]], how: _Rules, jobs: int) -> Iterator[Tables]:
    """The rows of every chunk, in their order."""
    if jobs == 1:
        for chunk in chunks:
            yield _rows(chunk, how)
        return
    remaining = iter(chunks)
    lost: deque[list[_Hashed]] = deque()
    while True:
        try:
            yield from _in_pool(remaining, lost, how, jobs)
            return
        except BrokenProcessPool:
            # Which log it was, the pool cannot say. Alone in its process, each gives itself away.
            while lost:
                for log in lost.popleft():
                    yield _rows_alone(log, how)


def _in_pool(
    chunks: Iterator[list[_Hashed]], pending: deque[list[_Hashed]], how: _Rules, jobs: int
) -> Iterator[Tables]:
    """Rows from one pool. ``pending`` always holds the chunks taken from ``chunks`` but not answered yet."""
    futures: deque[Future[Tables]] = deque()
    with _pool(jobs) as pool:
        try:
            for chunk in chunks:
                pending.append(chunk)
                futures.append(pool.submit(_rows, chunk, how))
                # Enough in flight to keep the processes busy, few enough to hold in memory.
                while futures and (futures[0].done() or len(futures) >= 2 * jobs):
                    tables = futures.popleft().result()
                    pending.popleft()
                    yield tables
            while futures:
                tables = futures.popleft().result()
                pending.popleft()
                yield tables
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _rows_alone(log: _Hashed, how: _Rules) -> Tables:
    with _pool(1) as pool:
        try:
            return pool.submit(_rows, [log], how).result()
        except BrokenProcessPool:
            source = log.blob.source if isinstance(log.blob, _Failure) else log.blob.name
            reason = "the process that worked on it was killed; is there enough memory?"
            collector = RowCollector()
            _add_failure(collector, UnsupportedLog(source, reason), log.content_hash, how)
            return collector.tables()


def _pool(jobs: int) -> ProcessPoolExecutor:
    # A forked child of a process in which Arrow's threads run may hang.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _start_worker)


def _start_worker() -> None:
    """In a worker: leave an interrupt from the terminal to the parent, and end when the parent is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _rows(chunk: Sequence[_Hashed], how: _Rules) -> Tables:
    """Read and replay some logs."""
    collector = RowCollector()
    for blob, content_hash in chunk:
        if isinstance(blob, _Failure):
            _add_failure(collector, UnreadableLog(*blob), content_hash, how)
            continue
        try:
            result = replay(read_blob(blob), forced=how.forced, record=True)
        except (UnreadableLog, UnsupportedLog) as error:
            _add_failure(collector, error, content_hash, how)
        else:
            collector.add(how.pseudonyms.replay(result) if how.pseudonyms else result, content_hash)
    return collector.tables()


def _add_failure(
    collector: RowCollector, error: UnreadableLog | UnsupportedLog, content_hash: str, how: _Rules
) -> None:
    error = how.pseudonyms.failure(error) if how.pseudonyms else error
    collector.add_failure(error.source, error, content_hash)


def _problems(tables: Tables) -> list[Problem]:
    rows = tables["violations"].select(["source", "verdict", "message", "place", "move", "packet", "index"]).to_pylist()
    return [Problem(row["source"], row["verdict"], _message(row)) for row in rows]


def _message(row: dict[str, Any]) -> str:
    place = row["place"]
    if row["packet"] is not None:
        place = At(row["move"], row["packet"], row["index"])
    return f"{place}: {row['message']}" if place else str(row["message"])
