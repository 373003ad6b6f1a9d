"""``innolog review``: what each decision of a game cost against the best one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from innolog.cli._jobs import jobs_option
from innolog.cli._numbers import Number
from innolog.cli._one import fail, replay_one
from innolog.cli._output import json_option
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.replay.forced import Forced
from innolog.support.exits import NOT_JUDGED, USAGE

if TYPE_CHECKING:
    from innolog.results.result import Replay
    from innolog.reviewing import Review
    from parsers.lines.templates import Table


@click.command("review")
@click.argument("path", metavar="LOG")
@click.option(
    "--worlds",
    type=click.IntRange(1, 1000),
    default=16,
    show_default=True,
    help="In how many deals of the hidden cards each answer is tried, at most.",
)
@click.option(
    "--ahead",
    type=click.IntRange(0, 100),
    default=8,
    show_default=True,
    help="How many actions bots play on before positions are valued, in second looks at decisions; at draws, half as "
    "many. With 0 there are none, and the review is many times as fast.",
)
@click.option(
    "--seconds",
    type=Number(min=0),
    help="About how long the whole game may take; each decision is tried in four deals at least, and second looks take "
    "what is left. Results then differ from run to run.  [default: as long as it takes]",
)
@click.option("--player", help="Review the decisions of this player alone: a name, or a seat counted from 0.")
@jobs_option
@json_option
@rules_options
@templates_option
def command(
    path: str,
    worlds: int,
    ahead: int,
    seconds: float | None,
    player: str | None,
    jobs: int,
    form: str,
    forced: Forced,
    templates: Table | None,
) -> None:
    """Compare every decision of the game in LOG with what could have been done instead.

    For each answer that was possible, also within effects, this gives the player's chance to win, from what the player
    could know then. The chances are those of a bot that has learned the game from playing against itself. A decision is
    marked if its loss is larger than the errors of the deals and of the bot allow. With --format json, print one
    object, which `innolog schema review` describes.

    Exit codes: 0 reviewed, 2 no such player, 3 the game is not legal, leaves too much open, or cannot be read.
    """
    from innolog.reviewing import CannotReview, review

    result = replay_one(path, forced, templates)
    seats = None if player is None else _seats(result, player)
    try:
        with Progress(f"of {len(result.actions)} actions reviewed", to_file=True) as progress:
            found = review(
                result, worlds=worlds, ahead=ahead, seconds=seconds, seats=seats, progress=progress.update, jobs=jobs
            )
    except CannotReview as error:
        fail(f"{result.log.source}: {error}", NOT_JUDGED)
    if form == "json":
        from innolog.cli._reviewed import as_data

        click.echo(json.dumps(as_data(result, found)))
        return
    _print(result, found)


def _seats(replay: Replay, player: str) -> list[int]:
    names = [seat.name for seat in replay.log.seats]
    if player in names:
        return [names.index(player)]
    if player.isdecimal() and int(player) < len(names):
        return [int(player)]
    fail(f"--player {player}: the players are {', '.join(names)}", USAGE)


def _print(replay: Replay, found: Review) -> None:
    from rich.table import Table

    from innolog.cli._reviewed import summary, told
    from innolog.cli._words import short
    from innolog.cli.show import console

    table = Table("player", box=None, pad_edge=False)
    for heading in ("decisions", "mean loss", "marked", "as the strong bot", "luck"):
        table.add_column(heading, justify="right")
    for seat, each in enumerate(replay.log.seats):
        row = summary(found.of(seat))
        if row["decisions"]:
            error = found.luck_error(seat)
            luck = f"{100 * found.luck(seat):+.0f} ± {'?' if error is None else round(100 * error)}"
            numbers = (str(row["decisions"]), f"{100 * row['loss']:.1f}", str(row["marked"]), f"{row['same']:.0%}")
            table.add_row(printable(short(each.name)), *numbers, luck)
    out = console()
    out.print(table)
    for line in told(replay, found):
        out.print(printable(line), soft_wrap=True)
    for reason, number in sorted(found.left_out.items()):
        out.print(f"{number} decisions left out: {reason}")
    out.print("Losses and luck are in points of the chance to win (100 is a game). The chances are those of a bot that")
    out.print("learned from playing against itself, and are off by several points.")
