"""``innolog report``: write HTML pages about games."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from innolog.cli._extra import extra_option, read_extra
from innolog.cli._manners import told
from innolog.cli._model import read_model
from innolog.cli._one import fail, replay_one
from innolog.cli._output import check_folder, folder_option, output_option, write_output, writing
from innolog.cli._period import period_of, period_options
from innolog.cli._places import DatasetPath
from innolog.cli._progress import Progress
from innolog.cli._rules import rules_options
from innolog.cli._templates import templates_option
from innolog.cli._text import printable
from innolog.replay.forced import Forced
from innolog.results.result import Verdict
from innolog.support.counting import counted
from innolog.support.exits import ILLEGAL, USAGE

if TYPE_CHECKING:
    from datetime import datetime

    from innolog.results.result import Replay
    from parsers.lines.templates import Table
    from reports.game import GamePage

#: The effort of a review: the deals in which each answer is tried, the actions played on in second looks, and about how
#: many seconds it takes. After these, no other action begins.
_WORLDS, _AHEAD, _SECONDS = 4, 4, 20


@click.group("report")
def command() -> None:
    """Write HTML pages about games."""


@command.command("game")
@click.argument("path", metavar="LOG")
@output_option("The HTML file to write.")
@click.option(
    "--model",
    "model_file",
    type=click.Path(exists=True, dir_okay=False),
    help="Use this model from `innolog winprob` for the win probability.  [default: the networks of innolog]",
)
@click.option(
    "--dataset",
    type=DatasetPath(),
    help="Use a model fitted to the games of this dataset except LOG for the win probability.",
)
@click.option(
    "--possible/--no-possible",
    default=True,
    show_default=True,
    help="List what was possible at each action; with a model or dataset, with the win probability after it.",
)
@click.option(
    "--review/--no-review",
    "reviews",
    default=True,
    show_default=True,
    help=f"Review the decisions as innolog review does, in {_WORLDS} deals each and for at most {_SECONDS} seconds.",
)
@rules_options
@templates_option
def game(
    path: str,
    output: str,
    model_file: str | None,
    dataset: str | None,
    possible: bool,
    reviews: bool,
    forced: Forced,
    templates: Table | None,
) -> None:
    """Write one self-contained HTML page about the game in LOG: result, board after every action, curves, timeline.

    The page for an illegal log shows the game up to the violation, and the violation.

    Exit codes: 0 legal, 1 illegal, 2 wrong usage, 3 unreadable or unsupported.
    """
    if model_file and dataset:
        raise click.UsageError("--model and --dataset cannot be combined: give one of them")
    result = replay_one(path, forced, templates)
    from innolog.cli._page import full_page
    from reports.game import render

    page = full_page(result, model_file, dataset, possible=possible)
    if reviews:
        page = _reviewed(page, result)
    if page.no_chances is not None:
        click.echo(printable(f"no win probability: {page.no_chances}"), err=True)
    html = render(page).encode("utf-8", "replace")
    if output == "-":
        sys.stdout.buffer.write(html)
        sys.stdout.flush()
    else:
        write_output(output, html)
    sys.exit(ILLEGAL if result.verdict is Verdict.ILLEGAL else 0)


def _reviewed(page: GamePage, replay: Replay) -> GamePage:
    """The page with a review, or with the reason why there is none."""
    from innolog.cli._reviewed import on_page
    from innolog.reviewing import CannotReview, review

    try:
        with Progress(f"of {len(replay.actions)} actions reviewed", to_file=True) as progress:
            found = review(
                replay, worlds=_WORLDS, ahead=_AHEAD, seconds=_SECONDS, limit=_SECONDS, progress=progress.update
            )
            return on_page(page, replay, found)
    except CannotReview as error:
        return replace(page, review=str(error))


#: What the reports write.
_OURS = r"index\.html|metrics\.html|(group|cards)-.+\.html|cards|games|players|plots|tables"


@command.command("corpus")
@click.argument("dataset", type=DatasetPath())
@folder_option
@click.option(
    "--model",
    "model_file",
    type=click.Path(exists=True, dir_okay=False),
    help="Use this model from `innolog winprob` instead of fitting models to DATASET. Its numbers leave out games that "
    "it was fitted to.",
)
@click.option(
    "--pages",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Write the pages of this many games of the list, too, if their logs are where they were; takes a second each.",
)
@extra_option
@period_options
def corpus(
    dataset: str,
    output: str,
    model_file: str | None,
    pages: int,
    extra: str | None,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """Write pages, plots and tables about all games of a DATASET, starting at index.html.

    Only legal, finished games count, and each game counts once. `innolog metrics` explains every number.
    """
    from innolog.cli._game_pages import page_of_log
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.corpus import write_report
    from reports.metrics import BadMetric
    from reports.queries import memory_for

    own = read_extra(extra)
    with writing(Path(output)):
        check_folder(Path(output), _OURS)
    try:
        with open_dataset(dataset, memory=memory_for, period=period_of(since, until)) as data:
            model = read_model(model_file) if model_file else None
            written = write_report(data, Path(output), model, own, page=page_of_log, pages=pages)
    except (DatasetError, QueryError, BadMetric) as error:
        fail(printable(str(error)), USAGE)
    except OSError as error:
        fail(f"{output}: {error.strerror or error}", USAGE)
    told(f"wrote {counted(len(written), 'file')} to {click.format_filename(output)}")


@command.command("player")
@click.argument("dataset", type=DatasetPath())
@click.argument("name", metavar="NAME")
@folder_option
@period_options
def player(dataset: str, name: str, output: str, since: datetime | None, until: datetime | None) -> None:
    """Write pages, plots and tables about one player of a DATASET, starting at index.html.

    NAME is a name, a player id, or SITE:ID. The pages show the player's record by opponent, opening, first turn and
    ending, and what the player does differently from others with the same result. Only legal, finished games count.
    """
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.player import write_player
    from reports.queries import NoSuchPerson, memory_for, person_named

    with writing(Path(output)):
        check_folder(Path(output), _OURS)
    try:
        with open_dataset(dataset, memory=memory_for, period=period_of(since, until)) as data:
            written = write_player(data, Path(output), person_named(data, name))
    except (DatasetError, QueryError, NoSuchPerson) as error:
        fail(printable(str(error)), USAGE)
    except OSError as error:
        fail(f"{output}: {error.strerror or error}", USAGE)
    told(f"wrote {counted(len(written), 'file')} to {click.format_filename(output)}")
