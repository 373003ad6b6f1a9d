"""``innolog winprob``: fit a model of the probability of winning, and evaluate it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from innolog.cli._manners import told
from innolog.cli._model import read_model
from innolog.cli._one import fail
from innolog.cli._output import OutputPath, write_output, writing
from innolog.cli._period import period_of, period_options
from innolog.cli._places import DatasetPath
from innolog.cli._text import printable
from innolog.support.counting import counted
from innolog.support.exits import NO_MODEL, USAGE

if TYPE_CHECKING:
    from datetime import datetime

    from reports.winprob.fitting import Fitted


@click.command("winprob")
@click.argument("dataset", type=DatasetPath())
@click.option("-o", "--output", type=OutputPath(), help="Write the model to this JSON file for `innolog report`.")
@click.option(
    "--model",
    "model_file",
    type=click.Path(exists=True, dir_okay=False),
    help="Fit no model: evaluate the model in this file on the games of DATASET that it was not fitted to.",
)
@click.option(
    "--plot",
    type=OutputPath(in_place=True),
    help="Plot predicted against observed frequencies to this SVG, PNG or PDF file.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@period_options
def command(
    dataset: str,
    output: str | None,
    model_file: str | None,
    plot: str | None,
    form: str,
    since: datetime | None,
    until: datetime | None,
) -> None:
    """Fit a model of the probability of winning to the games of a DATASET, and evaluate it.

    The model takes the state after an action (points, achievements, icons, cards, whose turn it is) and predicts the
    probability that each player or team wins. Each combination of edition, sets, options and number of players is a
    group with its own model.

    The model is evaluated only on games it was not fitted to, by five-fold cross-validation over whole games. If the
    model that comes with innolog predicts these games better, or if there are too few to fit one, that is used. The
    output says which model is used, and compares it with simpler predictions. A group without useful predictions gets
    no model; the output says why.

    With --model, games that the model was fitted to are left out. Files of older versions do not say which these are.
    All games are used then, and the output says that some may be among them.

    Exit codes: 0 at least one group has a model, 1 no group has one, 2 wrong usage.
    """
    from innolog.store.dataset import open_dataset
    from innolog.store.errors import DatasetError, QueryError
    from reports.queries import memory_for, no_games
    from reports.winprob.added import win_models
    from reports.winprob.fitting import model_of

    if output and model_file:
        raise click.UsageError("-o cannot be combined with --model, which fits no model")
    if plot and Path(plot).suffix.lower() not in (".svg", ".png", ".pdf"):
        raise click.UsageError("the file for --plot must end in .svg, .png or .pdf")
    model = read_model(model_file) if model_file else None
    try:
        with open_dataset(dataset, memory=memory_for, period=period_of(since, until)) as data:
            outcomes = win_models(data, model, compare=True)
            reason = no_games(data)
    except (DatasetError, QueryError) as error:
        fail(printable(str(error)), USAGE)
    for outcome in outcomes:
        click.echo(_text(outcome, model_file) if form == "text" else json.dumps(_row(outcome)))
    if reason:
        click.echo(reason, err=True)
    fitted = model_of(outcomes)
    if plot and fitted.groups:
        _draw(Path(plot), outcomes)
    if not fitted.groups:
        click.echo("no model, so no file is written" if output or plot else "no model", err=True)
        sys.exit(NO_MODEL)
    if output:
        write_output(output, fitted.to_json().encode())


def _row(outcome: Fitted) -> dict[str, Any]:
    from dataclasses import asdict

    quality = outcome.quality
    return {
        **outcome.group._asdict(),
        "games": outcome.games,
        "model": outcome.model is not None and outcome.reason is None,
        "reason": outcome.reason,
        "shipped": outcome.shipped,
        "fitted_to": None if outcome.model is None else outcome.model.games,
        "left_out": outcome.left_out,
        "rivals": [each._asdict() for each in outcome.rivals],
        "quality": None if quality is None else asdict(quality),
    }


def _text(outcome: Fitted, model_file: str | None) -> str:
    from reports.winprob.fitting import MINIMUM_GAMES

    head = printable(f"{outcome.group.name}: {counted(outcome.games, 'game')}")
    quality = outcome.quality
    if outcome.reason is not None or quality is None:
        return "\n".join([head, f"    no model: {printable(str(outcome.reason))}", *_rivals(outcome)])
    assert outcome.model is not None
    number = counted(outcome.model.games, "game")
    whose = "fitted to these games"
    if outcome.shipped:
        whose = f"the one that comes with innolog, fitted to {number}"
    elif model_file is not None:
        whose = f"from {printable(click.format_filename(model_file))}, fitted to {number}"
    left_out = (
        [f"    left out          {counted(outcome.left_out, 'game')} that it was fitted to"] if outcome.left_out else []
    )
    lines = [
        head,
        f"    model             {whose}",
        *left_out,
        f"    evaluated on      {quality.states} states of {quality.games} {outcome.evaluated_on}",
        f"    Brier score       {quality.brier:.4f}   equal chances: {quality.base_brier:.4f}",
        f"    log loss          {quality.log_loss:.4f}   equal chances: {quality.base_log_loss:.4f}",
        f"    skill             {quality.skill:.3f}    1 - Brier / Brier of equal chances; 95 % interval "
        f"{quality.skill_low:.3f} to {quality.skill_high:.3f}",
        f"    calibration       {100 * quality.error:.1f} percentage points off on average, slope {quality.slope:.2f}",
        f"    an action adds    {100 * quality.drift:+.2f} percentage points on average; 0 would be perfect",
        "    predicted   observed   95 % interval",
    ]
    if quality.games < MINIMUM_GAMES:
        lines.insert(1, f"    few games         with fewer than {MINIMUM_GAMES} the numbers are mostly due to chance")
    lines += [
        "    {:7.1f} %  {:7.1f} %   {:.1f} to {:.1f}".format(
            *(100 * number for number in (each.predicted, each.observed, each.low, each.high))
        )
        for each in quality.reliability
    ]
    lines.append(
        "    part of a game     log loss   better than equal chances by   off in any tenth by, points (by chance)"
    )
    lines += [
        f"    {part.name:<16}{part.log_loss:11.4f}   {part.better:+8.4f}, standard error {part.error:.4f}"
        f"   {100 * part.off:8.1f} ({100 * part.chance:.1f})"
        for part in quality.parts
    ]
    return "\n".join([*lines, *_rivals(outcome)])


def _rivals(outcome: Fitted) -> list[str]:
    """Models compared on the games of the dataset, each on games that it was not fitted to."""
    if not outcome.rivals:
        return []
    return ["    compared on these games               log loss   better than equal chances by"] + [
        f"    {rival.name:<36}{rival.log_loss:10.4f}   {rival.better:+8.4f}, standard error {rival.error:.4f}"
        + ("   used" if rival.used else "")
        for rival in outcome.rivals
    ]


def _draw(path: Path, outcomes: list[Fitted]) -> None:
    from reports.plots import reliability_figure, save
    from reports.winprob.fitting import note_of

    figure = reliability_figure(
        [(each.group.name, each.quality) for each in outcomes if each.model and each.quality],
        note=" · ".join(note_of(each) for each in outcomes if each.model and each.quality),
    )
    with writing(path):
        save(figure, path)
    told(f"wrote {click.format_filename(path)}")
