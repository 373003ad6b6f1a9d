"""``innolog merge``: several exports of one game as one, in the native format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._one import ILLEGAL, NOT_JUDGED, USAGE, fail
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from innolog.log.merging import DifferentGames, merge
from innolog.replay import recorded, replay
from innolog.replay.forced import Forced
from innolog.replay.result import Verdict
from parsers import read_logs
from parsers.native import lines

if TYPE_CHECKING:
    from parsers.lines.templates import Table


@click.command("merge")
@click.argument("paths", nargs=-1, required=True, metavar="LOG...")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; default: standard output."
)
@rules_options
@templates_option
def command(paths: tuple[str, ...], output: Path | None, forced: Forced, templates: Table | None) -> None:
    """Write the game that several logs tell, with the knowledge of all, in the native format.

    The logs must be of one table: the exports of several players, a spectator's. Where they contradict one another or
    the rules, nothing is written.

    Exit codes: 0 written, 1 illegal, 2 logs of different games, 3 something unreadable or unsupported.
    """
    logs: list[GameLog] = []
    for log in read_logs(paths, templates=templates):
        if isinstance(log, UnreadableLog | UnsupportedLog):
            fail(str(log), NOT_JUDGED)
        if not isinstance(log, GameLog):
            fail(f"{log.source}: is in the native format already", USAGE)
        logs.append(log)
    try:
        merged = merge(logs)
    except DifferentGames as error:
        fail(str(error), USAGE)
    result = replay(merged, forced=forced, record=True)
    if result.verdict is Verdict.UNSUPPORTED:
        fail(f"{merged.source}: {result.reason}", NOT_JUDGED)
    if violation := result.violation:
        fail(f"{merged.source}: illegal: {violation.at}: {violation.rule}: {violation.message}", ILLEGAL)
    if result.not_recorded:
        fail(f"{merged.source}: leaves open which cards lay where; the native format needs full records", NOT_JUDGED)
    text = "".join(f"{line}\n" for line in lines(recorded(result, [log.source for log in logs])))
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    words = result.verdict.value.replace("_", " ")
    click.echo(f"{len(logs)} logs, {len(result.actions)} actions, {result.assumptions} assumptions: {words}", err=True)
