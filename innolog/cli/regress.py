"""``innolog regress``: does a corpus still get the verdicts it had?"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from innolog.cli._jobs import jobs_option
from innolog.cli._one import USAGE, fail
from innolog.cli._output import write_file
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.cli._verdicts import VerdictRow, verdicts_in
from innolog.replay.forced import Forced
from innolog.support.counting import counted
from parsers.text import json_text

if TYPE_CHECKING:
    from parsers.lines.templates import Table

_CHANGED = 1


class BaselineRow(TypedDict):
    """One log in a baseline: its verdict, the place where it is illegal, and the reconstructed game.

    ``source`` is the path of the log within the corpus. ``actions`` does not count the opening. ``checks`` counts the
    statements of the log that were compared with the engine; if it falls, something is no longer checked.
    """

    source: str
    verdict: str
    rule: str | None
    move: int | None
    digest: str | None
    actions: int
    checks: int
    assumptions: int


@click.command("regress")
@click.argument("corpus", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("innolog-baseline.jsonl"),
    show_default=True,
    help="The committed file: one JSON object per log, sorted.",
)
@click.option("--update", is_flag=True, help="Write a new baseline.")
@rules_options
@templates_option
@jobs_option
def command(corpus: Path, baseline: Path, update: bool, forced: Forced, templates: Table | None, jobs: int) -> None:
    """Validate every log of CORPUS and report what changed since the baseline was written.

    Use it in continuous integration to test an implementation of the rules that records games, or a new version of
    innolog, against known verdicts, digests and counts.

    Exit codes: 0 nothing changed, 1 something changed, 2 the baseline cannot be read or written.
    """
    old = {} if update else _read(baseline)
    new = {row["source"]: row for row in _judge(corpus, forced, templates, jobs)}
    if update:
        text = "".join(json_text(new[source]) + "\n" for source in sorted(new))
        write_file(baseline, text.encode())
        click.echo(f"{baseline}: {counted(len(new), 'log')}", err=True)
        return
    changes = differences(old, new)
    for line in changes:
        click.echo(printable(line))
    click.echo(f"{counted(len(new), 'log')}, {counted(len(changes), 'change')}", err=True)
    sys.exit(_CHANGED if changes else 0)


def differences(old: dict[str, BaselineRow], new: dict[str, BaselineRow]) -> list[str]:
    """One line for each log that is new, missing or changed, sorted by name."""
    found: list[str] = []
    for source in sorted(old.keys() | new.keys()):
        before, after = old.get(source), new.get(source)
        if before is None:
            assert after is not None
            found.append(f"new       {source}: {after['verdict']}")
        elif after is None:
            found.append(f"missing   {source}: was {before['verdict']}")
        elif before != after:
            changed = [
                f"{key} {before.get(key)} -> {after.get(key)}" for key in after if before.get(key) != after.get(key)
            ]
            found.append(f"changed   {source}: " + ", ".join(changed))
    return found


def _judge(corpus: Path, forced: Forced, templates: Table | None, jobs: int) -> list[BaselineRow]:
    rows: list[BaselineRow] = []
    with Progress("logs") as progress:
        for row in verdicts_in([corpus], forced, jobs or os.cpu_count() or 1, templates):
            rows.append(_baseline_row(row, corpus))
            progress.update(len(rows))
    return rows


def _baseline_row(row: VerdictRow, corpus: Path) -> BaselineRow:
    source = row["source"].removeprefix(str(corpus)).lstrip("/\\") or corpus.name
    return BaselineRow(
        source=source.replace(os.sep, "/"),
        verdict=row["verdict"],
        rule=row["rule"],
        move=row["move"],
        digest=row["digest"],
        actions=row["actions"],
        checks=row["checks"],
        assumptions=row["assumptions"],
    )


def _read(baseline: Path) -> dict[str, BaselineRow]:
    try:
        lines = baseline.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        fail(f"{baseline}: no baseline found; write one with --update", USAGE)
    rows: dict[str, BaselineRow] = {}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            rows[row["source"]] = row
        except (ValueError, TypeError, KeyError):
            fail(f"{baseline}: line {number}: this is not a row of a baseline", USAGE)
    return rows
