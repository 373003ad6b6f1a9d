"""Read and replay the single log of a command."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import click

from innolog.cli._text import printable
from innolog.log import UnreadableLog, UnsupportedLog
from innolog.replay.forced import Forced
from innolog.results.result import Replay, Verdict
from innolog.support.exits import ILLEGAL, NOT_JUDGED

if TYPE_CHECKING:
    from parsers.lines.templates import Table


def replay_one(path: str, forced: Forced, templates: Table | None) -> Replay:
    """Replay the first log in ``path``, with snapshots.

    If there is no log, or it cannot be read or judged, print one line to stderr and exit with 3.
    """
    from innolog.log.faults import fault
    from innolog.replay import replay
    from parsers import read_logs

    logs = iter(read_logs([path], templates=templates))
    try:
        log = next(logs, None)
    except Exception as error:
        fail(str(fault(path, error)), NOT_JUDGED)
    if log is None:
        fail(f"{path}: no game log found", NOT_JUDGED)
    if isinstance(log, UnreadableLog | UnsupportedLog):
        fail(str(log), NOT_JUDGED)
    if next(logs, None) is not None:
        click.echo(f"{printable(path)} contains several logs; using the first, {printable(log.source)}", err=True)
    try:
        result = replay(log, forced=forced, record=True)
    except (UnreadableLog, UnsupportedLog) as error:
        fail(str(error), NOT_JUDGED)
    except Exception as error:
        fail(str(fault(log.source, error)), NOT_JUDGED)
    if result.verdict in (Verdict.UNSUPPORTED, Verdict.UNREADABLE):
        fail(f"{log.source}: {result.reason or result.verdict.value}", NOT_JUDGED)
    return result


def exit_code(verdicts: Iterable[str]) -> int:
    """The exit code for the verdicts that occurred. If there was no log at all, nothing could be judged."""
    occurred = set(map(Verdict, verdicts))
    if not occurred or occurred & {Verdict.UNREADABLE, Verdict.UNSUPPORTED}:
        return NOT_JUDGED
    return ILLEGAL if Verdict.ILLEGAL in occurred else 0


def fail(message: str, code: int) -> NoReturn:
    """Print one line to stderr and exit with ``code``."""
    click.echo(printable(message), err=True)
    sys.exit(code)
