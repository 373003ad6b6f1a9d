"""``innolog convert``: write a game in another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._manners import told
from innolog.cli._one import fail, replay_one
from innolog.cli._output import game_option, write_file
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.conversion.retelling import Converted, NotConvertible, SeveralGames, check_offered, converted, viewpoint_of
from innolog.engine.ruleset import Platform
from innolog.log import Fact
from innolog.replay.forced import Forced
from innolog.results.result import Replay, Verdict
from innolog.support.counting import counted
from innolog.support.exits import ILLEGAL, USAGE
from parsers.forms import EVERYBODY, WRITERS
from parsers.tracker.specification import CAMEL, GENERATIONS

if TYPE_CHECKING:
    from parsers.lines.templates import Table

#: Formats that record which of several hidden cards with the same back is moved.
_WITH_POSITIONS = ("native", "bga")
#: Formats of logs of Board Game Arena that cannot state other rules.
_OF_BGA = ("bga", "tracker")
_SITES = (Platform.BGA, Platform.BGA_2024)
_SPECTATOR, _ALL = "spectator", "all"


@click.command("convert")
@click.argument("path", metavar="LOG")
@click.option("--to", "form", type=click.Choice(["native", *WRITERS]), required=True, help="The format to write.")
@click.option(
    "--viewpoint",
    metavar="PLAYER",
    help="Whose cards to show: a player's name or id, spectator, or all (for bga and table).  [default: as in LOG]",
)
@click.option(
    "--generation",
    type=click.Choice(list(GENERATIONS)),
    help=f"For --to tracker: the generation of the tracker's file format.  [default: {CAMEL.name}]",
)
@click.option(
    "--one-of-many",
    is_flag=True,
    help="If several games explain a LOG that does not record everything, write the first one found.",
)
@game_option
@rules_options
@templates_option
def command(
    path: str,
    form: str,
    viewpoint: str | None,
    generation: str | None,
    one_of_many: bool,
    output: Path | None,
    forced: Forced,
    templates: Table | None,
) -> None:
    """Write the game in LOG in another format.

    innolog replays the game and writes it again in its own words, so the game must be legal. The result contains
    everything that LOG reveals and the format can record. Cards that LOG does not show stay hidden. If LOG stops in the
    middle of an action, that action is left out.

    An export, a tracker's file or a page of Yucata cannot state by which rules the game was played. A game of a table
    or of another site can be written as one only if the rules of the format's site explain it, too.

    If LOG does not record everything (a page, a text, a file of a tracker), exactly one game must explain it, as far as
    the output format can tell; see --one-of-many. Games that differ only in which of several hidden cards with the same
    back was moved count as one. Positions that LOG does not record are then those of the first such card.

    Exit codes: 0 written, 1 illegal, 2 the format or viewpoint is not possible, or several games explain LOG, or the
    file cannot be written, 3 unreadable or unsupported.
    """
    options = {} if generation is None else {"generation": generation}
    if options and form != "tracker":
        fail("--generation requires --to tracker", USAGE)
    if viewpoint is not None and form == "native":
        fail("--viewpoint cannot be used with --to native, which writes everything that the log reveals", USAGE)
    result = replay_one(path, forced, templates)
    if result.verdict is Verdict.ILLEGAL:
        found = result.violation
        where = f"{found.at}: {found.rule}: {found.message}" if found and found.at else ""
        fail(f"{result.log.source}: cannot be converted because it is illegal: {where}", ILLEGAL)
    try:
        seat = _seat(result, viewpoint, form)
        if result.rules is not None and forced.edition is None:
            # Whoever names the edition can name it again for the new file.
            check_offered(result.rules, form)
        done = converted(result, form, seat, one_of_many=one_of_many, forced=forced, **options)
    except SeveralGames as error:
        fail(f"{result.log.source}: {error}; --one-of-many writes the first of them", USAGE)
    except NotConvertible as error:
        fail(f"{result.log.source}: {error}", USAGE)
    if output is None:
        click.echo(done.text, nl=False)
    else:
        write_file(output, done.text.encode())
    words = result.verdict.value.replace("_", " ")
    never_shown = counted(len(done.result.unknown_backs), "card")
    told(f"{words}: {counted(done.result.actions_taken, 'action')}, {never_shown} never shown in the log")
    for warning in _warnings(result, done, form):
        click.echo(warning, err=True)


def _seat(result: Replay, viewpoint: str | None, form: str) -> int | None:
    """A viewpoint: a seat, None for a spectator, or EVERYBODY.

    Raises :class:`NotConvertible` if no player or several players have the name.
    """
    if viewpoint is None:
        return viewpoint_of(result.log, form)
    if viewpoint == _SPECTATOR:
        return None
    if viewpoint == _ALL:
        return EVERYBODY
    seats = result.log.seats
    found = [index for index, seat in enumerate(seats) if viewpoint == seat.id] or [
        index for index, seat in enumerate(seats) if viewpoint == seat.name
    ]
    if len(found) != 1:
        names = ", ".join(seat.name for seat in seats)
        many = f"{len(found)} players are" if found else "no player is"
        raise NotConvertible(f"{many} called {viewpoint!r}; possible viewpoints are {names}, {_SPECTATOR} and {_ALL}")
    return found[0]


def _warnings(result: Replay, done: Converted, form: str) -> list[str]:
    """What a user of the file should know, one line each. A quiet command prints them, too."""
    warnings = []
    if form in _WITH_POSITIONS and Fact.POSITIONS in result.not_recorded:
        warnings.append(
            "the log does not record which of several identical hidden cards moves: innolog took the first that fits"
        )
    if done.others:
        warnings.append(f"this game is only one possibility: {done.others}")
    if form in _OF_BGA and result.rules and result.rules.platform not in _SITES:
        warnings.append(
            "logs in this format are judged by the rules of Board Game Arena, but this game was played by other rules"
        )
    return warnings
