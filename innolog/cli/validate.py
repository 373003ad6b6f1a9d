"""``innolog validate``: give a verdict on every log."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from innolog.cli._formats import FORMATS
from innolog.cli._jobs import jobs_option
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._verdicts import VerdictRow, verdicts_in, verdicts_on_games
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.support.counting import counted
from parsers import blobs

if TYPE_CHECKING:
    from parsers.lines.templates import Table

_ILLEGAL = 1
_NOT_JUDGED = 3


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@rules_options
@templates_option
@jobs_option
@click.option(
    "--together", is_flag=True, help="Give one verdict per game: merge the logs of each table, which must agree."
)
@click.option("-v", "--verbose", is_flag=True, help="In text output, also print what the verdict is based on.")
def command(
    paths: tuple[str, ...], form: str, forced: Forced, templates: Table | None, jobs: int, together: bool, verbose: bool
) -> None:
    """Check for each log whether these players, under these rules, could have produced it.

    PATH is a file, a folder, a glob, an archive (.zip, .gz), a URL of any of these, or - for standard input.

    The verdicts are legal; legal so far (an unfinished game); illegal, with the place, the rule and what the rules
    allow there; unsupported; and unreadable.

    The format json prints one object per line, junit writes one test case per log, github prints annotations for a
    workflow, and sarif writes results for code hosts.

    Exit codes: 0 if all logs are legal, 1 if any is illegal, 3 if any is unreadable or unsupported or there is no log.
    """
    started = time.perf_counter()
    verdicts: Counter[str] = Counter()
    with Progress("logs") as progress:

        def counted(rows: Iterable[VerdictRow]) -> Iterator[VerdictRow]:
            for row in rows:
                verdicts[row["verdict"]] += 1
                yield row
                progress.update(verdicts.total())

        rows = (
            verdicts_on_games(blobs(paths, templates=templates), forced)
            if together
            else verdicts_in(paths, forced, jobs or os.cpu_count() or 1, templates)
        )
        for output in FORMATS[form](counted(rows), verbose):
            click.echo(output)
            sys.stdout.flush()
    click.echo(_summary(verdicts, time.perf_counter() - started), err=True)
    sys.exit(exit_code(verdicts))


def exit_code(verdicts: Iterable[str]) -> int:
    """The exit code for the verdicts that occurred. If there was no log at all, nothing could be judged."""
    occurred = {Verdict(verdict) for verdict in verdicts}
    if not occurred or occurred & {Verdict.UNREADABLE, Verdict.UNSUPPORTED}:
        return _NOT_JUDGED
    return _ILLEGAL if Verdict.ILLEGAL in occurred else 0


def _summary(verdicts: Counter[str], seconds: float) -> str:
    if not verdicts:
        return "no logs found"
    counts = ", ".join(f"{verdicts[v.value]} {_words(v.value)}" for v in Verdict if verdicts[v.value])
    return f"{counted(verdicts.total(), 'log')} in {seconds:.1f} s: {counts}"


def _words(verdict: str) -> str:
    return verdict.replace("_", " ")
