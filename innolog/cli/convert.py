"""``innolog convert``: a game in another form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._one import ILLEGAL, USAGE, fail, replay_one
from innolog.cli._output import write_file
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.conversion.retelling import Converted, NotConvertible, SeveralGames, converted, viewpoint_of
from innolog.engine.ruleset import Platform
from innolog.log import Fact
from innolog.replay.forced import Forced
from innolog.replay.result import Replay, Verdict
from innolog.support.counting import counted
from parsers.forms import EVERYBODY, WRITERS
from parsers.tracker.specification import CAMEL, GENERATIONS

if TYPE_CHECKING:
    from parsers.lines.templates import Table

#: Forms that tell which of the hidden cards with one back is moved.
_WITH_POSITIONS = ("native", "bga")
#: Forms of what Board Game Arena tells.
_OF_BGA = ("bga", "text", "tracker")
_SPECTATOR, _ALL = "spectator", "all"


@click.command("convert")
@click.argument("path", metavar="LOG")
@click.option("--to", "form", type=click.Choice(["native", *WRITERS]), required=True, help="The form to write.")
@click.option(
    "--viewpoint",
    metavar="PLAYER",
    help="Whose cards it shows: a player's name or id, spectator, or all (bga). Default: as in LOG.",
)
@click.option(
    "--generation",
    type=click.Choice(list(GENERATIONS)),
    help=f"Which of the files that trackers have written.  [default: {CAMEL.name}]",
)
@click.option(
    "--one-of-many",
    is_flag=True,
    help="Where several games explain a LOG that does not record all, write the first one found.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; default: standard output."
)
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
    """Write the game in LOG in another form: all that LOG tells and the form records.

    The game is replayed first and told again by the engine, in words of our own; so it must be legal. Cards that LOG
    does not show stay hidden. An action in which LOG breaks off is left out.

    A LOG that does not record all (pages, texts, files of trackers) must be explained by one game alone, as far as the
    form tells; see --one-of-many. Which of several hidden cards with one back was moved is no difference: positions
    that LOG does not tell are those of the first of them.

    Exit codes: 0 written, 1 illegal, 2 not to be had in that form or from that viewpoint or explained by several games,
    or a file that can't be written, 3 unreadable or unsupported.
    """
    options = {} if generation is None else {"generation": generation}
    if options and form != "tracker":
        fail("--generation goes with --to tracker", USAGE)
    if viewpoint is not None and form == "native":
        fail("the native format tells all that the log tells; it has no --viewpoint", USAGE)
    result = replay_one(path, forced, templates)
    if result.verdict is Verdict.ILLEGAL:
        found = result.violation
        where = f"{found.at}: {found.rule}: {found.message}" if found and found.at else ""
        fail(f"{result.log.source}: illegal, so it can't be converted: {where}", ILLEGAL)
    try:
        seat = _seat(result, viewpoint)
        done = converted(result, form, seat, one_of_many=one_of_many, **options)
    except SeveralGames as error:
        fail(f"{result.log.source}: {error}; --one-of-many takes one all the same", USAGE)
    except NotConvertible as error:
        fail(f"{result.log.source}: {error}", USAGE)
    if output is None:
        click.echo(done.text, nl=False)
    else:
        write_file(output, done.text.encode())
    for note in _notes(result, done, form):
        click.echo(note, err=True)


def _seat(result: Replay, viewpoint: str | None) -> int | None:
    """The seat that is meant. Raises :class:`NotConvertible` for a name that no player or several players have."""
    if viewpoint is None:
        return viewpoint_of(result.log)
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
        raise NotConvertible(f"{many} called {viewpoint!r}; there are {names}, {_SPECTATOR} and {_ALL}")
    return found[0]


def _notes(result: Replay, done: Converted, form: str) -> list[str]:
    """What whoever uses the file should know, a line each."""
    words = result.verdict.value.replace("_", " ")
    told = done.result
    never_shown = counted(len(told.unknown_backs), "card")
    notes = [f"{words}: {counted(told.actions_taken, 'action')}, {never_shown} that the log never shows"]
    if form in _WITH_POSITIONS and Fact.POSITIONS in result.not_recorded:
        notes.append(
            "which of several hidden cards that are alike is which is not recorded: the first that fits was taken"
        )
    if done.others:
        notes.append(f"this is one of several games that explain the log: {done.others}")
    if form in _OF_BGA and result.rules and result.rules.platform is not Platform.BGA:
        notes.append("this game was not refereed by Board Game Arena, by whose ways such a log is judged")
    return notes
