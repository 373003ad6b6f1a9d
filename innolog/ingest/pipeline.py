"""From files to a dataset: read, replay and write, with any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from innolog.ingest.work import Done, Rules, given_up, work
from innolog.log import At
from innolog.replay.forced import NOTHING, Forced
from innolog.store.index import KnownLogs
from innolog.store.pseudonyms import Pseudonyms
from innolog.store.rows import Tables
from innolog.store.writer import DatasetWriter
from innolog.support.crews import Crew, Processes
from parsers import blobs, inputs, opened
from parsers.files import Blob, Input
from parsers.finding import NothingFound
from parsers.lines.templates import Table

#: The default number of logs in a batch. A batch becomes visible as a whole.
BATCH_LOGS = 1000
#: The number of inputs in a chunk, unless a batch is smaller. More cost memory; fewer cost time for communication.
CHUNK_LOGS = 8
#: The largest size of a chunk in bytes, if its inputs are bytes.
CHUNK_BYTES = 16 << 20


class Problem(NamedTuple):
    """Why a log is illegal, unsupported or unreadable."""

    source: str
    verdict: str
    message: str


@dataclass
class IngestSummary:
    """What an ingest did.

    ``verdicts`` counts the verdicts on all logs given. ``known`` is the number of these that were in the dataset
    before. ``repeated`` is the number of files with the content of another one that was given. ``missing`` are the
    paths at which no log was found; the dataset has no row for them. ``contested`` are the tables that two different
    games claim, with the sources of logs that tell another game than an earlier one; ``copies`` are the sources of near
    copies of another game.
    """

    verdicts: Counter[str] = field(default_factory=Counter)
    known: int = 0
    repeated: int = 0
    missing: int = 0
    contested: dict[str, list[str]] = field(default_factory=dict)
    copies: list[str] = field(default_factory=list)


def ingest(
    paths: Iterable[str | Path],
    folder: str | Path,
    *,
    forced: Forced = NOTHING,
    templates: Table | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    pseudonyms: Pseudonyms | None = None,
    batch_logs: int = BATCH_LOGS,
    review: int | None = None,
    progress: Callable[[IngestSummary, Sequence[Problem]], None] = lambda summary, problems: None,
) -> IngestSummary:
    """Replay all logs under ``paths`` and add them to the dataset in ``folder``.

    A path is a file, a folder, a glob, an archive, a URL or ``-``; the folder may be a URL. Logs that are already in
    the dataset are skipped, whatever rules they were replayed with. A path without logs is a problem but gets no row,
    because logs may be there the next time.

    - ``templates``: wordings for logs in words, as for :func:`parsers.read_logs`.
    - ``pseudonyms``: replace everything that could identify a player.
    - ``jobs``: the number of processes that replay. ``scheduler``: the address of a dask.distributed cluster whose
      workers replay instead. The resulting dataset is the same.
    - ``batch_logs``: the number of logs that become visible together. A complete batch survives a kill. The last log is
      kept back until another follows, since that may be of the same game.
    - ``review``: value each decision and each drawn card of legal games, in this many deals. It takes seconds a game.
    - ``progress``: called from time to time with the counts so far and the problems since the last call.

    Raises :class:`~innolog.store.errors.DatasetError` if the dataset can't be written, and
    :class:`~innolog.ingest.cluster.ClusterError` if the cluster can't be used.
    """
    fingerprint = pseudonyms.fingerprint if pseudonyms else None
    ledger = _Ledger()
    alone = scheduler is None and jobs == 1
    given = _there(blobs(paths) if alone else inputs(paths), ledger.missing)
    # No dataset is created if there is no log at all.
    for first in given:
        with DatasetWriter(folder, batch_logs=batch_logs, pseudonyms=fingerprint) as writer:
            rules = Rules(forced, templates, pseudonyms, writer.verdicts, review)
            for done in _all_done(
                chain([first], given),
                rules,
                None if alone else _crew(rules, jobs, scheduler),
                min(CHUNK_LOGS, batch_logs),
            ):
                problems = ledger.enter(done, writer)
                progress(ledger.summary, problems)
        ledger.summary.contested, ledger.summary.copies = writer.games.contested, writer.games.copies
    if problems := ledger.take_missing():
        progress(ledger.summary, problems)
    return ledger.summary


def _all_done(given: Iterator[Input], rules: Rules, crew: Crew[Input, Done] | None, most: int) -> Iterator[Done]:
    """The rows of all logs, in their order, computed by a crew or by this process alone, ``most`` logs at a time."""
    if crew is None:
        for chunk in _chunks(given, most):
            yield work(chunk, rules)
        return
    lost = partial(given_up, rules=rules)
    with crew:
        for done in crew.in_order(_chunks(given, most), lost):
            yield done
            # Files that a worker could not open; this process opens them and sends their bytes.
            if done.left:
                logs = (log for path in done.left for log in (opened(path) if isinstance(path, str) else [path]))
                yield from crew.in_order(_chunks(logs, most), lost)


def _chunks(inputs: Iterable[Input], most: int) -> Iterator[list[Input]]:
    chunk: list[Input] = []
    size = 0
    for given in inputs:
        chunk.append(given)
        size += len(given.data) if isinstance(given, Blob) else 0
        if len(chunk) >= most or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _crew(rules: Rules, jobs: int, scheduler: str | None) -> Crew[Input, Done]:
    if scheduler is None:
        # A forked child of a process in which Arrow's threads run may hang.
        return Processes(partial(work, rules=rules), jobs, ahead=2, start="spawn")
    from innolog.ingest.cluster import Cluster

    return Cluster(scheduler, rules)


def _there(found: Iterable[Input], missing: Callable[[NothingFound], None]) -> Iterator[Input]:
    for each in found:
        if isinstance(each, NothingFound):
            missing(each)
        else:
            yield each


class _Ledger:
    """Passes new logs to the writer, and counts verdicts and problems."""

    def __init__(self) -> None:
        self.summary = IngestSummary()
        #: Logs of this run.
        self._given = KnownLogs()
        self._missing: list[Problem] = []

    def missing(self, error: NothingFound) -> None:
        """Note a path without logs."""
        self.summary.missing += 1
        self._missing.append(Problem(error.source, "unreadable", f"expected {error.expected}, found {error.found}"))

    def take_missing(self) -> list[Problem]:
        """The paths without logs since the last call."""
        problems, self._missing = self._missing, []
        return problems

    def enter(self, done: Done, writer: DatasetWriter) -> list[Problem]:
        """Add the rows of some logs. Returns the problems of the new ones, and the paths without logs."""
        tables, hashes = done.tables, done.tables["logs"]["content_hash"].to_pylist()
        # Two processes may have got the same log.
        twice = [content_hash for content_hash in hashes if content_hash in writer.verdicts]
        if twice:
            logs = pa.array([content_hash[:16] for content_hash in twice])
            tables = {name: rows.filter(pc.invert(pc.is_in(rows["log_id"], logs))) for name, rows in tables.items()}
            for content_hash in twice:
                self._repeated(content_hash, writer)
        writer.add_tables(tables)
        added = (tables["logs"][column].to_pylist() for column in ("content_hash", "verdict"))
        for content_hash, verdict in zip(*added, strict=True):
            self._given.add(content_hash, verdict)
            self.summary.verdicts[verdict] += 1
        # Those of this batch are repetitions only now.
        for content_hash in done.skipped:
            self._repeated(content_hash, writer)
        return self.take_missing() + _problems(tables)

    def _repeated(self, content_hash: str, writer: DatasetWriter) -> None:
        verdict = writer.verdicts.get(content_hash)
        if content_hash in self._given or not verdict:
            self.summary.repeated += 1
            return
        self.summary.known += 1
        self._given.add(content_hash, verdict)
        self.summary.verdicts[verdict] += 1


def _problems(tables: Tables) -> list[Problem]:
    rows = tables["violations"].select(["source", "verdict", "message", "place", "move", "packet", "index"]).to_pylist()
    return [Problem(row["source"], row["verdict"], _message(row)) for row in rows]


def _message(row: dict[str, Any]) -> str:
    place = row["place"]
    if row["packet"] is not None:
        place = At(row["move"], row["packet"], row["index"])
    return f"{place}: {row['message']}" if place else str(row["message"])
