"""The work of one process in an ingest: read logs, replay them, make rows."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from innolog.log import UnreadableLog, UnsupportedLog
from innolog.log.faults import fault
from innolog.replay import replay
from innolog.replay.forced import Forced
from innolog.results.result import Replay
from innolog.results.valued import Valued
from innolog.store.index import KnownLogs
from innolog.store.pseudonyms import Pseudonyms
from innolog.store.rows import RowCollector, Tables
from innolog.support.garbage import rarely_collected
from parsers import read_blob
from parsers.files import Blob, Input, read_file
from parsers.lines.templates import Table

#: How many actions bots play on before draws are valued again. Without that, luck explains less of the results,
#: so that numbers from which it is taken out need more games.
_DRAWS_AHEAD = 4


class Rules(NamedTuple):
    """How the logs of an ingest are treated, and which are skipped."""

    forced: Forced
    templates: Table | None
    pseudonyms: Pseudonyms | None
    known: KnownLogs
    #: In how many deals each decision and draw of a legal game is valued; None for no review.
    review: int | None = None


class Done(NamedTuple):
    """The rows of some inputs.

    ``skipped`` are the hashes of logs that are already in the dataset. ``left`` begins with the first file that is an
    archive or can't be opened here. It contains all inputs after it, too, because the order matters.
    """

    tables: Tables
    skipped: list[str]
    left: list[Input]


@rarely_collected()
def work(inputs: Sequence[Input], rules: Rules) -> Done:
    """Read and replay some logs."""
    collector = RowCollector()
    skipped: list[str] = []
    seen: set[str] = set()
    for number, given in enumerate(inputs):
        log = _opened(given)
        if log is None:
            return Done(collector.tables(), skipped, list(inputs[number:]))
        content_hash = _hash(log, rules)
        if content_hash in seen or content_hash in rules.known:
            skipped.append(content_hash)
            continue
        seen.add(content_hash)
        if isinstance(log, UnreadableLog):
            _add_failure(collector, log, content_hash, rules)
            continue
        try:
            result = replay(read_blob(log._replace(templates=rules.templates)), forced=rules.forced, record=True)
            valued = None if rules.review is None else _valued(result, rules.review)
        except (UnreadableLog, UnsupportedLog) as error:
            _add_failure(collector, error, content_hash, rules)
        except Exception as error:
            _add_failure(collector, fault(log.name, error), content_hash, rules)
        else:
            collector.add(rules.pseudonyms.replay(result) if rules.pseudonyms else result, content_hash, valued)
    return Done(collector.tables(), skipped, [])


def _valued(result: Replay, worlds: int) -> Valued | None:
    """What a review finds; None if the game cannot be reviewed."""
    from innolog.reviewing import CannotReview, review

    try:
        return review(result, worlds=worlds, draws_ahead=_DRAWS_AHEAD).valued()
    except CannotReview:
        return None


def given_up(given: Input, reason: str, rules: Rules) -> Done:
    """The failure of a log that kills each process that works on it."""
    collector = RowCollector()
    log = _opened(given)
    if log is None:
        return Done(collector.tables(), [], [given])
    source = log.source if isinstance(log, UnreadableLog) else log.name
    _add_failure(collector, UnsupportedLog(source, reason), _hash(log, rules), rules)
    return Done(collector.tables(), [], [])


def _opened(given: Input) -> Blob | UnreadableLog | None:
    return read_file(given) if isinstance(given, str) else given


def _hash(log: Blob | UnreadableLog, rules: Rules) -> str:
    """The SHA-256 of a log's bytes and of the addresses beside them; without bytes, of its name and error."""
    if isinstance(log, UnreadableLog):
        data = "\0".join((log.source, log.place, log.expected, log.found)).encode("utf-8", "backslashreplace")
    else:
        data = b"\0".join((log.data, *(address.encode("utf-8", "backslashreplace") for address in log.addresses)))
    content_hash = sha256(data).hexdigest()
    return rules.pseudonyms.content_hash(content_hash) if rules.pseudonyms else content_hash


def _add_failure(
    collector: RowCollector, error: UnreadableLog | UnsupportedLog, content_hash: str, rules: Rules
) -> None:
    error = rules.pseudonyms.failure(error) if rules.pseudonyms else error
    collector.add_failure(error.source, error, content_hash)
