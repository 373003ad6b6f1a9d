"""Win curves against the models of ``innolog winprob``: ``python -m tests.statistics.curves`` prints the table.

Bots play the base set for two. The curve is the one of pages; the model is the one that comes with innolog, which pages
had before. Neither learned from characters and from the bot that plays at random; the curve learned from games of the
sensible and of the strong bot among others, the model from those of the sensible one. Each game has the same weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from innolog.cli._chances import moment_of
from innolog.results.result import Replay
from innolog.results.snapshots import snapshot
from innolog.reviewing import levels
from innolog.reviewing.levels import seen
from innolog.simulate.characters import CHARACTERS
from innolog.training.ladder import printing
from innolog.training.quality import judged, watched
from reports.winprob.course import course
from reports.winprob.features import Group
from reports.winprob.model import WinModel

_GROUP = "third edition"


class Both(NamedTuple):
    """The chances of the first seat in one game from the curve and from the model, and its share in the win."""

    curve: list[float]
    model: list[float]
    share: float


def of_model(replay: Replay) -> list[list[float]]:
    """The chances after each action from the model that comes with innolog."""
    model = WinModel.default().of(Group("third", "base", 2))
    assert model is not None
    moments = [
        moment_of(action.turn, action.number, None if action.kind == "opening" else action.player, snapshot(game))
        for action, (game, _) in zip(replay.actions, seen(replay), strict=True)
    ]
    return [list(after) for after in zip(*course(model, moments, (), replay.winners).curves, strict=True)]


def both(number: int, bot: str) -> Both:
    """Both chances in one game."""
    curve, share = watched(number, _GROUP, bot, levels)
    return Both(curve, watched(number, _GROUP, bot, of_model)[0], share)


def _loss(chances: list[float], share: float) -> float:
    found = np.clip(chances, 1e-4, 1 - 1e-4)
    return float(-np.log(found if share else 1 - found).mean())


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of a table in Markdown: each bot in the base set for two."""
    yield "| games of | slope | worst tenth off by | log loss | of the model | better by |"
    yield "|---|---|---|---|---|---|"
    with get_context("spawn").Pool(jobs) as pool:
        for bot in (*CHARACTERS, "uniform", "sensible", "strong-fast"):
            found = pool.map(partial(both, bot=bot), range(games), chunksize=8)
            found = [each for each in found if each.curve and each.share in (0, 1)]
            curve = judged(_GROUP, [(each.curve, each.share) for each in found])
            model = judged(_GROUP, [(each.model, each.share) for each in found])
            gains = [_loss(each.model, each.share) - _loss(each.curve, each.share) for each in found]
            error = np.std(gains, ddof=1) / len(gains) ** 0.5
            numbers = f"{curve.slope:.2f} | {curve.off:.1%} | {curve.loss:.4f} | {model.loss:.4f}"
            yield f"| {bot} | {numbers} | {np.mean(gains):.4f} ± {error:.4f} |"


#: Prints the comparison.
command = printing(table, 1000)

if __name__ == "__main__":
    command()
