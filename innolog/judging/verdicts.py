"""The verdicts on the logs in files, in the order of the input, from one process or several."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from innolog.cards.generations import Generation
from innolog.judging.board import board_lines
from innolog.log import GameLog, UnreadableLog, UnsupportedLog, iso_date
from innolog.log.native import RecordedGame
from innolog.replay import replay
from innolog.replay.forced import NOTHING, Forced
from innolog.results.result import Replay, Verdict
from innolog.support.errors import InnologError
from parsers import blobs, inputs, opened, read_blob
from parsers.files import Blob, Input, read_file

if TYPE_CHECKING:
    from innolog.judging.tables import Tables
    from innolog.proving.writing import Written
    from parsers.lines.templates import Table


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What innolog says about one log: the JSON object that ``innolog validate --format json`` prints.

    ``innolog schema verdict`` (``verdict.json`` beside this module) says what each field means. None means "not known".
    """

    source: str
    site: str | None = None
    game_id: str | None = None
    seats: list[dict[str, str]] = field(default_factory=list)
    viewpoint: str | None = None
    #: A value of :class:`~innolog.results.result.Verdict`.
    verdict: str
    rules: dict[str, object] | None = None
    deduced: dict[str, str] = field(default_factory=dict)
    generation: dict[str, str | None] | None = None
    move: int | None = None
    place: str | None = None
    rule: str | None = None
    message: str | None = None
    expected: str | None = None
    observed: str | None = None
    ended_by: str | None = None
    winners: list[str] = field(default_factory=list)
    actions: int = 0
    assumptions: int = 0
    checks: int = 0
    private: int = 0
    returns: int = 0
    unknown: int = 0
    not_recorded: list[str] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    explanations: int = 0
    guessed: bool = False
    unread: list[str] = field(default_factory=list)
    digest: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    seconds: float = 0.0
    board: list[str] = field(default_factory=list)


def judge(
    paths: Iterable[str | Path],
    *,
    forced: Forced = NOTHING,
    templates: Table | None = None,
    jobs: int = 1,
    together: bool = False,
    proofs: Callable[[Written], object] | None = None,
) -> Iterator[Judgement]:
    """Yield the verdicts on all logs at ``paths``, in the order of the input, as soon as they are known.

    Whatever a file contains, there is a verdict and no exception. ``paths`` and ``templates`` are as for
    :func:`parsers.read_logs`. Raises ValueError if ``proofs`` is given with ``together``.

    - ``forced``: rules that are not to be deduced, and how long to search.
    - ``jobs``: the number of processes. If one is killed (for example because memory runs out), only the log it was
      working on is unsupported.
    - ``together``: one verdict per game. All logs of a table are merged and must agree. Unreadable logs come first, and
      native records last: one of another game than the logs or records of its table before is *unsupported*. All logs
      are in memory at once, and this process alone judges them.
    - ``proofs`` is called with the proof of each verdict of *legal* before that is yielded. Proofs are checked: a
      verdict whose proof does not hold is *unsupported*. A proof is about one file, so not with ``together``.
    """
    if together:
        if proofs is not None:
            raise ValueError("a proof is about one file, and not about several that are judged together")
        yield from _of_games(blobs(paths, templates=templates), forced)
    elif jobs == 1:
        for blob in blobs(paths, templates=templates):
            yield judged(blob, forced, proofs)
    else:
        yield from judged_by_processes(inputs(paths, templates=templates), forced, jobs, templates, proofs)


def judged(
    blob: Blob | UnreadableLog, forced: Forced = NOTHING, proofs: Callable[[Written], object] | None = None
) -> Judgement:
    """The verdict on one log in memory, whatever it contains. ``proofs`` is as for :func:`judge`."""
    if isinstance(blob, UnreadableLog):
        return _of_error(blob)
    if proofs is None:
        return _verdict(blob.name, lambda: replay(read_blob(blob), forced=forced))
    written: list[Written] = []
    verdict = _verdict(blob.name, lambda: _proved(blob, forced, written.append))
    # Not above: an error of who takes the proof is none of the log.
    for each in written:
        proofs(each)
    return verdict


def _proved(blob: Blob, forced: Forced, proofs: Callable[[Written], object]) -> Replay:
    """A replay whose verdict is not *legal* if its proof does not hold."""
    from innolog.proving.checking import check
    from innolog.proving.proof import Refused, read
    from innolog.proving.writing import Written, proof_of

    log = read_blob(blob)
    result = replay(log, forced=forced, record=True)
    if not result.verdict.explained:
        return result
    try:
        line = proof_of(result, blob.data)
    except InnologError as error:
        proofs(Written(blob.name, None, str(error)))
        return result
    try:
        check(read(line.encode()), blob.data, log)
    except Refused as refused:
        raise UnsupportedLog(
            blob.name,
            f"innolog found an explanation, but its proof does not hold, which is a bug in innolog: {refused}",
        ) from refused
    proofs(Written(blob.name, line))
    return result


def judged_by_processes(
    given: Iterable[Input],
    forced: Forced,
    jobs: int,
    templates: Table | None = None,
    proofs: Callable[[Written], object] | None = None,
) -> Iterator[Judgement]:
    """Yield the verdicts on many inputs in their order, from worker processes, which open files themselves."""
    # Loading this takes as long as judging a small log.
    from innolog.support.crews import Processes

    work = partial(_judged_in_worker, forced=forced, templates=templates, proves=proofs is not None)
    with Processes[Input, _Found | str](work, jobs) as crew:
        for found in crew.in_order(([each] for each in given), _given_up):
            if isinstance(found, str):
                for blob in opened(found, templates=templates):
                    yield judged(blob, forced, proofs)
                continue
            verdict, written = found
            if proofs is not None and written is not None:
                proofs(written)
            yield verdict


#: A verdict, and its proof if proofs are asked for.
_Found = tuple[Judgement, "Written | None"]


def _judged_in_worker(inputs: Sequence[Input], forced: Forced, templates: Table | None, proves: bool) -> _Found | str:
    """The verdict on an input; its path if the file is an archive, or cannot be opened in a worker."""
    (given,) = inputs
    blob = read_file(given) if isinstance(given, str) else given
    if blob is None:
        assert isinstance(given, str)
        return given
    written: list[Written] = []
    blob = blob._replace(templates=templates) if isinstance(blob, Blob) else blob
    verdict = judged(blob, forced, written.append if proves else None)
    return verdict, written[0] if written else None


def _given_up(given: Input, reason: str) -> _Found:
    source = given.source if isinstance(given, UnreadableLog) else given.name if isinstance(given, Blob) else given
    return _of_error(UnsupportedLog(source, reason)), None


def _of_games(blobs: Iterable[Blob | UnreadableLog], forced: Forced) -> Iterator[Judgement]:
    from innolog.judging.tables import Tables
    from innolog.log.merging import group

    logs: list[GameLog] = []
    records: list[RecordedGame] = []
    for blob in blobs:
        if isinstance(blob, UnreadableLog):
            yield _of_error(blob)
            continue
        try:
            log = read_blob(blob)
        except (UnreadableLog, UnsupportedLog) as error:
            yield _of_error(error)
        except Exception as error:
            yield _of_fault(blob.name, error)
        else:
            if isinstance(log, GameLog):
                logs.append(log)
            else:
                records.append(log)
    tables = Tables(forced, records)
    for together in group(logs):
        yield _verdict(together[0].source, partial(_merged, tables, together, forced))
    for record in records:
        yield _verdict(record.source, partial(tables.replay, record))


def _merged(tables: Tables, logs: Sequence[GameLog], forced: Forced) -> Replay:
    """The replay of all logs of a game together."""
    from innolog.judging.tables import replay_merged
    from innolog.log.merging import DifferentGames

    try:
        return replay_merged(logs, forced, tables.replay)
    except DifferentGames as error:
        raise UnsupportedLog(logs[0].source, str(error)) from error


def _verdict(source: str, game: Callable[[], Replay]) -> Judgement:
    started = time.perf_counter()
    try:
        found = _of_replay(game())
    except (UnreadableLog, UnsupportedLog) as error:
        found = _of_error(error)
    except Exception as error:
        found = _of_fault(source, error)
    return replace(found, seconds=round(time.perf_counter() - started, 6))


def _of_error(error: UnreadableLog | UnsupportedLog) -> Judgement:
    if isinstance(error, UnsupportedLog):
        return Judgement(source=error.source, verdict=Verdict.UNSUPPORTED.value, message=error.reason)
    return Judgement(
        source=error.source,
        verdict=Verdict.UNREADABLE.value,
        place=error.place or None,
        message=f"expected {error.expected}, found {error.found}",
        expected=error.expected,
        observed=error.found,
    )


def _of_fault(source: str, error: Exception) -> Judgement:
    # Imported here because it should never be needed.
    from innolog.log.faults import fault

    return _of_error(fault(source, error))


def _of_replay(result: Replay) -> Judgement:
    log = result.log
    found = Judgement(
        source=log.source,
        site=log.site,
        game_id=log.game_id or None,
        seats=[{"id": seat.id, "name": seat.name} for seat in log.seats],
        viewpoint=None if log.viewpoint is None else log.seats[log.viewpoint].id,
        verdict=result.verdict.value,
        rules=result.rules.describe() if result.rules else None,
        deduced=dict(result.deduced),
        generation=_generation_of(result),
        message=result.reason,
        ended_by=result.ended.how if result.ended else None,
        winners=[log.seats[seat].id for seat in result.winners],
        actions=result.actions_taken,
        assumptions=result.assumptions,
        checks=result.checks,
        private=log.private,
        returns=result.returns,
        unknown=log.unknown.total(),
        not_recorded=[fact.value for fact in result.not_recorded],
        settled=[fact.value for fact in result.settled],
        explanations=result.explanations,
        guessed=result.guessed,
        unread=[f"{unread.at}: {unread.text}" for unread in log.unread],
        digest=result.digest,
        started_at=iso_date(log.times.start) if log.times else None,
        ended_at=iso_date(log.times.end) if log.times and log.times.end is not None else None,
    )
    if (violation := result.violation) is None:
        return found
    place = str(violation.at) if violation.at else None
    return replace(
        found,
        move=violation.at.move if violation.at else None,
        place=f"{place} of {log.places_of}" if place and log.places_of else place,
        rule=violation.rule,
        message=violation.message,
        expected=violation.expected,
        observed=violation.observed,
        board=[] if result.table is None else board_lines(result.table, [seat.name for seat in log.seats]),
    )


def _generation_of(result: Replay) -> dict[str, str | None] | None:
    names = result.log.generations
    if not names:
        return None
    played = result.rules.generation if result.rules is not None else None
    found = played if played is not None and played.name in names else Generation[names[0]]
    since, until, _ = found.period
    days = {"since": since, "until": until}
    return {"name": found.name, **{name: None if day is None else day.isoformat() for name, day in days.items()}}
