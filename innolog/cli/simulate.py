"""``innolog simulate``: let bots play legal games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from innolog.cards.editions import LIKELIEST, STANDARD
from innolog.cards.generations import NEWEST, USUAL, Generation
from innolog.cards.questions import questions
from innolog.cli._jobs import jobs_option
from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, check_folder, writing
from innolog.support.counting import counted
from innolog.support.exits import USAGE

if TYPE_CHECKING:
    from innolog.conversion.simulated import Order
    from innolog.engine.ruleset import Ruleset

#: The number of games that a process plays before it reports. More make an interrupt slower; fewer cost time.
_BATCH = 20
_FORMATS = ("native", "bga")
_BOTS = ("sensible", "strong", "strong-fast", "uniform", "hasty", "reluctant", "curious", "empty-handed")
_SETS = ("base", "artifacts", "cities", "echoes", "figures")
#: The generations of the code of Board Game Arena, and the years by which two of them are called, too.
_GENERATIONS = {"2023": USUAL, "2024": NEWEST, **Generation.__members__}
_EVERYONE, _SPECTATOR = "all", "spectator"


@click.command("simulate")
@click.option("-n", "--games", type=click.IntRange(min=1), default=1, show_default=True, help="Number of games.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the first game.")
@click.option("--players", type=click.IntRange(2, 5), default=2, show_default=True, help="Number of players.")
@click.option("--sets", default="base", show_default=True, help=f"Comma-separated: {', '.join(_SETS)}.")
@click.option(
    "--edition",
    type=click.Choice([edition.value for edition in LIKELIEST]),
    default=STANDARD.value,
    show_default=True,
    help="The edition.",
)
@click.option(
    "--teams", metavar="NUMBERS", help="The team of each seat, one digit each, such as 0101.  [default: no teams]"
)
@click.option(
    "--reading",
    "readings",
    type=click.Choice(list(questions())),
    multiple=True,
    help="Play the other reading of an open question, which innolog rules lists; repeatable, with --platform table.",
)
@click.option("--relics", is_flag=True, help="Play Artifacts with relics.")
@click.option("--figures-of-2013", is_flag=True, help="Play Figures in the Sand by its box of 2013.")
@click.option("--extra-achievement", is_flag=True, help="Play the longer game: one achievement more is needed to win.")
@click.option(
    "--platform",
    type=click.Choice(["bga", "table"]),
    default="bga",
    show_default=True,
    help="Whose rules apply: those of Board Game Arena, or the printed ones.",
)
@click.option(
    "--generation",
    type=click.Choice(list(_GENERATIONS)),
    help="The generation of the code of Board Game Arena whose rules apply and whose exports are written: one of those "
    "that innolog rules lists, or the year of G9 or G10.  [default: G10 for exports of the fourth edition, else G9]",
)
@click.option(
    "--bot",
    "bots",
    type=click.Choice(_BOTS),
    multiple=True,
    default=["sensible"],
    show_default=True,
    help="The bot that plays; if repeated, the seats take the bots in turn.",
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="native", show_default=True, help="The format to write."
)
@click.option(
    "--seat",
    show_default=_EVERYONE,
    help="Whose exports to write in the bga format: a seat (counted from 0), spectator, or all.",
)
@jobs_option
@click.option(
    "-o", "--output", type=OutputPath(folder=True, path_type=Path), required=True, help="The folder to write."
)
def command(
    games: int,
    seed: int,
    players: int,
    sets: str,
    edition: str,
    teams: str | None,
    readings: tuple[str, ...],
    relics: bool,
    figures_of_2013: bool,
    extra_achievement: bool,
    platform: str,
    generation: str | None,
    bots: tuple[str, ...],
    form: str,
    seat: str | None,
    jobs: int,
    output: Path,
) -> None:
    """Let bots play games through the engine, and write the games to a folder.

    A game depends only on its seed, the rules and the bots: the same command writes the same files. The native format
    shows all cards. The bga format has the structure of a Board Game Arena export and hides what the site would hide;
    its messages are short and in innolog's own words.

    Exit codes: 0 written, 2 innolog cannot play these rules, the options cannot be combined, the seat is unknown, or
    the folder cannot be written.
    """
    from innolog.cards.facts import CardSet
    from innolog.conversion.simulated import Order
    from innolog.engine.ruleset import Edition, Platform, Printing, Ruleset, UnsupportedRules

    names = {"base", *filter(None, sets.lower().split(","))}
    if names - set(_SETS):
        fail(f"unknown sets: {', '.join(sorted(names - set(_SETS)))}; the sets are {', '.join(_SETS)}", USAGE)
    fourth = edition == Edition.FOURTH.value
    code = _GENERATIONS[generation or (NEWEST.name if fourth else USUAL.name)]
    site, exports = platform == "bga", form == "bga"
    _refuse_conflicts(
        names, code, site, exports, fourth=fourth, relics=relics, seat=seat, teams=teams, chosen=generation
    )
    try:
        rules = Ruleset(
            edition=Edition(edition),
            sets=frozenset(CardSet[name.upper()] for name in names),
            players=players,
            teams=tuple(map(int, teams or "")),
            extra_achievement=extra_achievement,
            platform=Platform.BGA_2024 if site and code is NEWEST else Platform(platform),
            generation=min(code, USUAL),
            relics=relics,
            readings=frozenset(readings),
            printing=Printing.BOX_2013 if figures_of_2013 else Printing.DELUXE,
        )
    except UnsupportedRules as error:
        fail(str(error), USAGE)
    order = Order(rules.describe(), bots, output, _exported(rules, sets, seat or _EVERYONE) if exports else None)
    endings = _write(order, range(seed, seed + games), jobs)
    ended = ", ".join(f"{count} by {how}" for how, count in sorted(endings.items()))
    told(f"{counted(games, 'game')} written to {output}: {ended}")


def _refuse_conflicts(
    names: set[str],
    code: Generation,
    site: bool,
    exports: bool,
    *,
    fourth: bool,
    relics: bool,
    seat: str | None,
    teams: str | None,
    chosen: str | None,
) -> None:
    """Refuse options that cannot be combined. ``chosen`` is the generation that was asked for."""
    offered = sorted(code.sets)
    old, newest = code < USUAL, code is NEWEST
    for conflict, message in (
        (relics and "artifacts" not in names, "--relics requires --sets artifacts"),
        (seat is not None and not exports, "--seat requires --format bga; the native format shows all cards"),
        (teams is not None and not teams.isdecimal(), f"--teams {teams!r}: expected one digit per seat"),
        (exports and "figures" in names, "--sets figures requires --format native; the site has no figures"),
        (exports and not site, "--format bga requires --platform bga"),
        (chosen is not None and not site, "--generation requires --platform bga"),
        (
            site and fourth and not newest,
            "--edition fourth requires --generation 2024; older code does not have the edition",
        ),
        (exports and newest and names != {"base"}, "--generation 2024 writes exports of the base set only"),
        (
            old and not names <= {card_set.name.lower() for card_set in offered},
            f"--generation {code.name} offers these sets only: {', '.join(each.name.lower() for each in offered)}",
        ),
    ):
        if conflict:
            fail(message, USAGE)


def _write(order: Order, numbers: range, jobs: int) -> Counter[str]:
    """Write games to the folder of an order. Returns how many of them ended in each way."""
    endings: Counter[str] = Counter()
    with writing(order.folder):
        check_folder(order.folder, r"game_\d+(_.+)?\.(innolog|json)")
        order.folder.mkdir(parents=True, exist_ok=True)
        for some in _written(order, numbers, jobs):
            endings += some
    return endings


def _written(order: Order, numbers: range, jobs: int) -> Iterator[Counter[str]]:
    """Write games in batches, with some processes. Yields the endings of each batch."""
    batches = [numbers[first : first + _BATCH] for first in range(0, len(numbers), _BATCH)]
    if jobs == 1 or len(batches) == 1:
        yield from map(order.write, batches)
        return
    from innolog.support.crews import Processes

    with Processes(order.write, min(jobs, len(batches))) as crew:
        yield from crew.in_order(batches, _given_up)


def _given_up(number: int, reason: str) -> NoReturn:
    fail(f"game {number}: {reason}", USAGE)


def _exported(rules: Ruleset, sets: str, seat: str) -> list[int | None]:
    """The viewpoints of exports. Games that the site does not offer have none: they would be judged by other rules."""
    from innolog.engine.ruleset import offers

    if not offers(rules.platform, rules.edition, rules.sets):
        edition = rules.edition.value
        fail(f"--edition {edition} with --sets {sets} requires --format native; the site does not offer them", USAGE)
    players = rules.players
    if seat == _EVERYONE:
        return [*range(players), None]
    if seat == _SPECTATOR:
        return [None]
    if not seat.isdecimal() or int(seat) >= players:
        fail(f"unknown seat {seat}; possible values are 0 to {players - 1}, {_SPECTATOR} and {_EVERYONE}", USAGE)
    return [int(seat)]
