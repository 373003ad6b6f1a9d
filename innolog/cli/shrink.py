"""``innolog shrink``: make a failing log small, for a bug report or a test."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._formats import formatted
from innolog.cli._manners import told as said
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, json_option, write_file
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.cli._words import words_of
from innolog.conversion.shrinking import NotShrinkable, Shrinking
from innolog.judging.verdicts import Judgement, judged
from innolog.log import UnreadableLog
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.support.counting import counted
from innolog.support.exits import NOT_JUDGED, USAGE
from parsers import blobs, read_blob
from parsers.files import Blob

if TYPE_CHECKING:
    from parsers.lines.templates import Table

_PATIENCE = 120


class _OutOfTime(Exception):
    """The time is up."""


@click.command("shrink")
@click.argument("path", metavar="LOG")
@click.option("-o", "--output", type=OutputPath(path_type=Path), required=True, help="The file to write.")
@click.option("--loose", is_flag=True, help="Keep only the verdict and the rule, and not the difference.")
@click.option(
    "--seconds",
    type=click.IntRange(min=1),
    default=_PATIENCE,
    show_default=True,
    help="Stop the search after this time.",
)
@json_option
@rules_options
@templates_option
def command(
    path: str, output: Path, loose: bool, seconds: int, form: str, forced: Forced, templates: Table | None
) -> None:
    """Leave out as much of LOG as possible, as long as its verdict, the rule and the difference stay the same.

    LOG is illegal, or a log on which innolog itself fails, or unsupported: an export of packets, a tracker's file, a
    text, or a file in the native format. The smaller log is written to the output file, and what is left in it is
    printed in words. With --loose, what the rules allow and what the log says may become other statements about the
    same rule. With --format json, print one object, which `innolog schema shrink` describes.

    Exit codes: 0 written, 2 LOG is legal or cannot be shrunk or the output cannot be written, 3 LOG cannot be read.
    """
    if str(output) == "-":
        fail("-o - is not possible, because standard output has the smaller log in words", USAGE)
    blob = _only(path, templates)
    wanted = _signature(_failing(blob, forced), loose)
    until = time.monotonic() + seconds
    tried = 0

    def same(data: bytes) -> bool:
        nonlocal tried
        if time.monotonic() > until:
            raise _OutOfTime
        tried += 1
        return _signature(judged(blob._replace(data=data), forced), loose) == wanted

    try:
        shrinking = Shrinking(blob.name, blob.data, same)
    except NotShrinkable as error:
        fail(str(error), USAGE)
    before, complete = shrinking.size(), True
    try:
        shrinking.run()
    except _OutOfTime:
        complete = False
    write_file(output, shrinking.data)
    after = Shrinking(blob.name, shrinking.data, same).size()
    small = blob._replace(name=str(output), data=shrinking.data)
    left, verdict = _words(small, forced), judged(small, forced)
    if form == "json":
        told = {
            "source": blob.name,
            "output": str(output),
            "tried": tried,
            "complete": complete,
            "before": [size._asdict() for size in before],
            "after": [size._asdict() for size in after],
            "actions": left,
            "verdict": vars(verdict),
        }
        click.echo(json.dumps(told))
    else:
        sizes = [f"{counted(was.number, was.unit)}, now {now.number}" for was, now in zip(before, after, strict=True)]
        for line in (*sizes, *map(printable, left), *formatted([verdict], "text")):
            click.echo(line)
    more = "" if complete else "; the time was up, and more time may make it smaller"
    said(f"wrote {click.format_filename(output)} after {counted(tried, 'verdict')}{more}")
    sys.exit(0)


def _only(path: str, templates: Table | None) -> Blob:
    found = list(blobs([path], templates=templates))
    if len(found) != 1:
        fail(f"{path}: {counted(len(found), 'log')}; one can be shrunk", USAGE)
    if isinstance(found[0], UnreadableLog):
        fail(str(found[0]), NOT_JUDGED)
    return found[0]


def _failing(blob: Blob, forced: Forced) -> Judgement:
    """The verdict of a log that fails. Others cannot be shrunk."""
    row = judged(blob, forced)
    if Verdict(row.verdict).explained:
        fail(f"{blob.name}: {row.verdict.replace('_', ' ')}; only a log that fails can be shrunk", USAGE)
    if row.verdict == Verdict.UNREADABLE.value:
        fail(": ".join(filter(None, (blob.name, row.place, row.message))), NOT_JUDGED)
    return row


def _signature(row: Judgement, loose: bool) -> tuple[object, ...]:
    """The part of a verdict that must stay the same.

    For a log that cannot be judged it is the reason, without the place.
    """
    if row.verdict == Verdict.ILLEGAL.value:
        sides = () if loose else (row.expected, row.observed)
        return row.verdict, row.rule, *sides
    return row.verdict, row.message


def _words(blob: Blob, forced: Forced) -> list[str]:
    """The actions that are left, one line each, with what happened in the last one."""
    from innolog.replay import replay

    try:
        result = replay(read_blob(blob), forced=forced, record=True)
    except Exception:
        # The verdict below says why there are none.
        return []
    words = words_of(result)
    lines = []
    for action in result.actions:
        when = f"turn {action.turn}" if action.turn else "before the first turn"
        lines.append(f"  {when}: {words.title(action)}")
    if result.actions:
        lines += [f"    {'  ' * depth}{line}" for depth, line in words.lines(result.actions[-1])]
    return lines
