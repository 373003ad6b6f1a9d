"""``innolog merge``: merge several exports of one game and write it in the native format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.cli._output import game_option, json_option, write_file
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.conversion.retelling import NotConvertible, SeveralGames, converted
from innolog.judging.tables import replay_merged
from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.log.merging import DifferentGames
from innolog.replay import replay
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.support.counting import counted
from innolog.support.exits import ILLEGAL, NOT_JUDGED, USAGE
from parsers import read_logs

if TYPE_CHECKING:
    from parsers.lines.templates import Table


@click.command("merge")
@click.argument("paths", nargs=-1, required=True, metavar="LOG...")
@game_option
@click.option(
    "--one-of-many",
    is_flag=True,
    help="If several games explain logs that do not record everything, write the first one found.",
)
@json_option
@rules_options
@templates_option
def command(
    paths: tuple[str, ...], output: Path | None, one_of_many: bool, form: str, forced: Forced, templates: Table | None
) -> None:
    """Merge several logs of one game and write the game in the native format.

    The result contains everything that any of the logs reveals. The logs must come from one table and have the same
    format, for example the exports of several players and of a spectator. If they contradict one another or the rules,
    nothing is written. If the logs do not record everything, exactly one game must explain them; see --one-of-many.
    With --format json and -o, print one object about what was written, which `innolog schema merge` describes.

    Exit codes: 0 written, 1 illegal, 2 the logs are of different games or formats, or several games explain them, or
    the file cannot be written, 3 something is unreadable or unsupported.
    """
    if form == "json" and (output is None or str(output) == "-"):
        raise click.UsageError("--format json needs -o FILE, because standard output has the object")
    logs = _logs(paths, templates)
    try:
        result = replay_merged(logs, forced, partial(replay, forced=forced, record=True))
    except DifferentGames as error:
        fail(str(error), USAGE)
    merged = result.log
    if result.verdict is Verdict.UNSUPPORTED:
        fail(f"{merged.source}: {result.reason}", NOT_JUDGED)
    if violation := result.violation:
        fail(f"{merged.source}: illegal: {violation.at}: {violation.rule}: {violation.message}", ILLEGAL)
    try:
        done = converted(result, "native", one_of_many=one_of_many, sources=[log.source for log in logs])
    except SeveralGames as error:
        fail(f"{merged.source}: {error}; --one-of-many writes the first of them", USAGE)
    except NotConvertible as error:
        fail(f"{merged.source}: {error}", USAGE)
    if output is None:
        click.echo(done.text, nl=False)
    else:
        write_file(output, done.text.encode())
    if form == "json":
        summary = {
            "sources": [log.source for log in logs],
            "output": str(output),
            "verdict": result.verdict.value,
            "actions": result.actions_taken,
            "assumptions": result.assumptions,
            "others": done.others or None,
        }
        click.echo(json.dumps(summary))
    words = result.verdict.value.replace("_", " ")
    counts = (len(logs), "log"), (result.actions_taken, "action"), (result.assumptions, "assumption")
    told(f"{', '.join(counted(*each) for each in counts)}: {words}")
    if done.others:
        click.echo(f"this game is only one possibility: {done.others}", err=True)


def _logs(paths: Sequence[str], templates: Table | None) -> list[GameLog]:
    """The logs to merge: all of one format, and none in the native one."""
    logs: list[GameLog] = []
    for log in read_logs(paths, templates=templates):
        if isinstance(log, UnreadableLog | UnsupportedLog):
            fail(str(log), NOT_JUDGED)
        if not isinstance(log, GameLog):
            fail(f"{log.source}: already in the native format", USAGE)
        logs.append(log)
    poorer = next((log for log in logs if log.not_recorded), None)
    fuller = next((log for log in logs if not log.not_recorded), None)
    if poorer and fuller:
        fail(
            f"{fuller.source} records everything and {poorer.source} does not: only logs of one format can be merged",
            USAGE,
        )
    return logs
