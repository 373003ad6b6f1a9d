"""Verdicts on logs as plain rows, in the order of the input, from one process or several."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from innolog.cards.generations import Generation
from innolog.cli._board import board_lines
from innolog.cli._jobs import leave_quietly
from innolog.log import GameLog, UnreadableLog, UnsupportedLog, iso_date
from innolog.replay import replay
from innolog.replay.forced import Forced
from innolog.results.result import Replay, Verdict
from parsers import blobs, inputs, opened, read_blob
from parsers.files import Blob, read_file

if TYPE_CHECKING:
    # A run with one process does not need these modules, and loading them takes as long as judging a small log.
    from concurrent.futures import Future, ProcessPoolExecutor

    from parsers.lines.templates import Table

#: A log for a worker process: a path that it opens, the bytes, or the error that explains why there are none.
Input: TypeAlias = str | Blob | UnreadableLog


class VerdictRow(TypedDict):
    """One log's verdict as plain data: the JSON object that ``innolog validate --format json`` prints.

    None means "not known".

    - ``verdict`` is a value of :class:`~innolog.results.result.Verdict`.
    - ``seats``: ids and names of the players in turn order, as in the source. ``winners`` and ``viewpoint`` are such
      ids.
    - ``generation``: the generation of the site's code by which an export of Board Game Arena was judged: its name, and
      the days ``since`` and ``until`` which it was in production (ISO 8601; None where not known).
    - ``move``: the source's number of the move that breaks the rules. ``place``: the place in the source, in words.
    - ``actions``: number of actions begun in turns, without the opening.
    - ``unknown``: number of ignored notifications of unknown kinds.
    - ``returns``: number of times the search backtracked.
    - ``not_recorded``: the kinds of fact that the source leaves out, if that leaves the state of the game open. The
      verdict is then about the rest.
    - ``settled``: the kinds of fact that the sources of a converted game left out. The file holds one possibility.
    - ``explanations``: number of final states that explain the log. ``guessed``: True when the search was incomplete,
      so that there may be more.
    - ``started_at`` and ``ended_at``: when the first and the last move were made, in ISO 8601 and UTC.
    - ``unread``: places in the source that match no known wording or field.
    - ``board``: the cards on the table at the violation.
    - ``seconds``: time for reading and replaying.
    """

    source: str
    site: str | None
    game_id: str | None
    seats: list[dict[str, str]]
    viewpoint: str | None
    verdict: str
    rules: dict[str, object] | None
    deduced: dict[str, str]
    generation: dict[str, str | None] | None
    move: int | None
    place: str | None
    rule: str | None
    message: str | None
    expected: str | None
    observed: str | None
    ended_by: str | None
    winners: list[str]
    actions: int
    assumptions: int
    checks: int
    returns: int
    unknown: int
    not_recorded: list[str]
    settled: list[str]
    explanations: int
    guessed: bool
    unread: list[str]
    digest: str | None
    started_at: str | None
    ended_at: str | None
    seconds: float
    board: list[str]


def verdict_on(blob: Blob | UnreadableLog, forced: Forced) -> VerdictRow:
    """The verdict on one input, whatever it contains. ``forced`` are the rules that the user specified."""
    started = time.perf_counter()
    if isinstance(blob, UnreadableLog):
        row = _row_of_unreadable(blob)
    else:
        try:
            row = _row_of_replay(replay(read_blob(blob), forced=forced))
        except UnreadableLog as error:
            row = _row_of_unreadable(error)
        except UnsupportedLog as error:
            row = _row_of_unsupported(error.source, error.reason)
        except Exception as error:
            row = _row_of_fault(blob.name, error)
    row["seconds"] = round(time.perf_counter() - started, 6)
    return row


def verdicts_in(
    paths: Iterable[str | Path], forced: Forced, jobs: int, templates: Table | None = None
) -> Iterator[VerdictRow]:
    """Yield the verdicts on all logs at ``paths``, in the order of the input, as soon as they are known.

    ``jobs`` is the number of processes. ``templates`` are as for :func:`parsers.read_logs`.
    """
    if jobs == 1:
        for blob in blobs(paths, templates=templates):
            yield verdict_on(blob, forced)
    else:
        yield from verdicts_on(inputs(paths, templates=templates), forced, jobs, templates)


def verdicts_on(
    given: Iterable[Input], forced: Forced, jobs: int, templates: Table | None = None
) -> Iterator[VerdictRow]:
    """Yield the verdicts on many inputs in their order, from ``jobs`` worker processes, which open files themselves.

    If a worker is killed (for example because memory runs out), only the log it was working on gets no verdict.
    """
    from concurrent.futures.process import BrokenProcessPool

    remaining = iter(given)
    lost: deque[Input] = deque()
    while True:
        try:
            yield from _in_pool(remaining, lost, forced, jobs, templates)
            return
        except BrokenProcessPool:
            # The pool cannot say which log killed the worker. Each log now gets a process of its own to find out.
            while lost:
                yield from _alone(lost.popleft(), forced, templates)


def verdicts_on_games(blobs: Iterable[Blob | UnreadableLog], forced: Forced) -> Iterator[VerdictRow]:
    """Yield one verdict per game: all logs of a table are merged and must agree. Unreadable logs come first.

    Holds all logs in memory at once.
    """
    from innolog.log.merging import DifferentGames, group, merge

    logs: list[GameLog] = []
    for blob in blobs:
        if isinstance(blob, UnreadableLog):
            yield _row_of_unreadable(blob)
            continue
        try:
            log = read_blob(blob)
        except UnreadableLog as error:
            yield _row_of_unreadable(error)
        except UnsupportedLog as error:
            yield _row_of_unsupported(error.source, error.reason)
        except Exception as error:
            yield _row_of_fault(blob.name, error)
        else:
            if isinstance(log, GameLog):
                logs.append(log)
            else:
                yield _row_of_replay(replay(log, forced=forced))
    for together in group(logs):
        started = time.perf_counter()
        try:
            row = _row_of_replay(replay(merge(together), forced=forced))
        except DifferentGames as error:
            row = _row_of_unsupported(together[0].source, str(error))
        except Exception as error:
            row = _row_of_fault(together[0].source, error)
        row["seconds"] = round(time.perf_counter() - started, 6)
        yield row


def _in_pool(
    given: Iterator[Input], pending: deque[Input], forced: Forced, jobs: int, templates: Table | None
) -> Iterator[VerdictRow]:
    """Yield verdicts from one pool. ``pending`` always holds the inputs that were taken but have no verdict yet."""
    from concurrent.futures import ProcessPoolExecutor

    futures: deque[Future[VerdictRow | None]] = deque()

    def next_rows() -> Iterator[VerdictRow]:
        row = futures.popleft().result()
        yield from _rows(row, pending.popleft(), forced, templates)

    with ProcessPoolExecutor(jobs, initializer=leave_quietly) as pool:
        try:
            for each in given:
                pending.append(each)
                futures.append(_submit(pool, each, forced, templates))
                # Enough inputs in flight to keep the processes busy, few enough to hold in memory.
                while futures and (futures[0].done() or len(futures) >= 4 * jobs):
                    yield from next_rows()
            while futures:
                yield from next_rows()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _rows(row: VerdictRow | None, given: Input, forced: Forced, templates: Table | None) -> Iterator[VerdictRow]:
    """Yield the verdict of a worker. If it could not open or split the input, this process judges it."""
    if row is not None:
        yield row
    else:
        assert isinstance(given, str), "other inputs need no opening"
        for blob in opened(given, templates=templates):
            yield verdict_on(blob, forced)


def _submit(
    pool: ProcessPoolExecutor, given: Input, forced: Forced, templates: Table | None
) -> Future[VerdictRow | None]:
    from concurrent.futures import Future

    if not isinstance(given, UnreadableLog):
        return pool.submit(_verdict_in, given, forced, templates)
    answered: Future[VerdictRow | None] = Future()
    answered.set_result(verdict_on(given, forced))
    return answered


def _verdict_in(given: str | Blob, forced: Forced, templates: Table | None) -> VerdictRow | None:
    """The verdict on a log, in a worker; None if the file cannot be opened or is an archive."""
    blob = read_file(given) if isinstance(given, str) else given
    if isinstance(blob, Blob):
        blob = blob._replace(templates=templates)
    return None if blob is None else verdict_on(blob, forced)


def _alone(given: Input, forced: Forced, templates: Table | None) -> Iterator[VerdictRow]:
    if isinstance(given, UnreadableLog):
        yield verdict_on(given, forced)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(1, initializer=leave_quietly) as pool:
        try:
            row = _submit(pool, given, forced, templates).result()
        except BrokenProcessPool:
            name = given if isinstance(given, str) else given.name
            row = _row_of_unsupported(name, "the process that judged this log was killed; is there enough memory?")
    yield from _rows(row, given, forced, templates)


def _generation_of(result: Replay) -> dict[str, str | None] | None:
    names = result.log.generations
    if not names:
        return None
    played = result.rules.generation if result.rules is not None else None
    found = played if played is not None and played.name in names else Generation[names[0]]
    since, until, _ = found.period
    days = {"since": since, "until": until}
    return {"name": found.name, **{name: None if day is None else day.isoformat() for name, day in days.items()}}


def _row(source: str, verdict: Verdict) -> VerdictRow:
    return VerdictRow(
        source=source,
        site=None,
        game_id=None,
        seats=[],
        viewpoint=None,
        verdict=verdict.value,
        rules=None,
        deduced={},
        generation=None,
        move=None,
        place=None,
        rule=None,
        message=None,
        expected=None,
        observed=None,
        ended_by=None,
        winners=[],
        actions=0,
        assumptions=0,
        checks=0,
        returns=0,
        unknown=0,
        not_recorded=[],
        settled=[],
        explanations=0,
        guessed=False,
        unread=[],
        digest=None,
        started_at=None,
        ended_at=None,
        seconds=0.0,
        board=[],
    )


def _row_of_unreadable(error: UnreadableLog) -> VerdictRow:
    row = _row(error.source, Verdict.UNREADABLE)
    row["place"] = error.place or None
    row["message"] = f"expected {error.expected}, found {error.found}"
    row["expected"] = error.expected
    row["observed"] = error.found
    return row


def _row_of_unsupported(source: str, reason: str) -> VerdictRow:
    row = _row(source, Verdict.UNSUPPORTED)
    row["message"] = reason
    return row


def _row_of_fault(source: str, error: Exception) -> VerdictRow:
    # Imported here because it should never be needed.
    from innolog.log.faults import fault

    return _row_of_unsupported(source, fault(source, error).reason)


def _row_of_replay(result: Replay) -> VerdictRow:
    log = result.log
    row = _row(log.source, result.verdict)
    row["site"] = log.site
    row["game_id"] = log.game_id or None
    row["seats"] = [{"id": seat.id, "name": seat.name} for seat in log.seats]
    row["viewpoint"] = None if log.viewpoint is None else log.seats[log.viewpoint].id
    row["rules"] = result.rules.describe() if result.rules else None
    row["deduced"] = dict(result.deduced)
    row["generation"] = _generation_of(result)
    row["message"] = result.reason
    if violation := result.violation:
        row["move"] = violation.at.move if violation.at else None
        row["place"] = str(violation.at) if violation.at else None
        if row["place"] and log.places_of:
            row["place"] += f" of {log.places_of}"
        row["rule"] = violation.rule
        row["message"] = violation.message
        row["expected"] = violation.expected
        row["observed"] = violation.observed
        if result.table is not None:
            row["board"] = board_lines(result.table, [seat.name for seat in log.seats])
    row["ended_by"] = result.ended.how if result.ended else None
    row["winners"] = [log.seats[seat].id for seat in result.winners]
    row["actions"] = result.actions_taken
    row["assumptions"] = result.assumptions
    row["checks"] = result.checks
    row["returns"] = result.returns
    row["unknown"] = log.unknown.total()
    row["not_recorded"] = [fact.value for fact in result.not_recorded]
    row["settled"] = [fact.value for fact in result.settled]
    row["explanations"] = result.explanations
    row["guessed"] = result.guessed
    row["unread"] = [f"{unread.at}: {unread.text}" for unread in log.unread]
    row["digest"] = result.digest
    if log.times is not None:
        row["started_at"] = iso_date(log.times.start)
        row["ended_at"] = None if log.times.end is None else iso_date(log.times.end)
    return row
