"""The strong bot against its first version: ``python -m tests.statistics.versions FILE`` prints who wins.

``FILE`` has the network of the second round of a training, the first one that learned from strong play. Training leaves
it beside its result: ``2_NAME``. The first version plays every answer on for a round, in eight deals.
"""

from __future__ import annotations

from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any

import click
import numpy as np
from scipy.stats import binomtest

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import Seats
from innolog.simulate.games import simulate
from innolog.strategy.network import read
from innolog.strategy.strong import StrongBot

#: The first deal, which nothing else uses.
_FIRST = 5_500_000
_DEALS_OF_FIRST = 8


class Timed(StrongBot):
    """A strong bot that counts the choices it thinks about, and the seconds of the processor."""

    def __init__(self, seed: int, **options: Any) -> None:
        super().__init__(seed, **options)
        self.choices, self.seconds = 0, 0.0

    def choose(self, choice: Choice) -> Any:
        """The answer with the best chances."""
        began = process_time()
        found = super().choose(choice)
        if len(choice.answers()) > 1:
            self.choices += 1
            self.seconds += process_time() - began
        return found


class Round:
    """Plays a round as the game's own decider does."""

    def begin(self, seed: int) -> None:
        """Do nothing: the decider begins anew by itself."""

    def __call__(self, game: Game) -> None:
        """Play it."""
        end = game.turn + len(game.players)
        while game.over is None and game.turn < end:
            play_next(game)


def duel(number: int, first: Path, worlds: int) -> tuple[float, tuple[int, float], tuple[int, float]]:
    """The share in the win of the present version, and the choices and seconds of both; each deal from both seats."""
    deal, seat = divmod(number, 2)
    now = Timed(number * 2, worlds=worlds)
    then = Timed(number * 2 + 1, worlds=_DEALS_OF_FIRST, network=read(first), play_on=Round())
    ended = simulate(Ruleset(), _FIRST + deal, Seats([now, then] if seat == 0 else [then, now]), digests=False).ended
    winners = ended.winners if ended else ()
    return (seat in winners) / max(1, len(winners)), (now.choices, now.seconds), (then.choices, then.seconds)


@click.command()
@click.argument("first", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--games", type=int, default=200, show_default=True)
@click.option("--worlds", type=int, default=4, show_default=True, help="Deals of the present version.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(first: Path, games: int, worlds: int, jobs: int) -> None:
    """Let the strong bot meet its first version."""
    with get_context("spawn").Pool(jobs) as pool:
        found = pool.map(partial(duel, first=first, worlds=worlds), range(games), chunksize=4)
    shares, now, then = (np.array(each) for each in zip(*found, strict=True))
    test = binomtest(round(shares.sum()), games).proportion_ci()
    click.echo(f"{games} games: {shares.mean():.0%} won (95 % interval {test.low:.0%} to {test.high:.0%})")
    for name, (choices, seconds) in (("present", now.sum(axis=0)), ("first", then.sum(axis=0))):
        click.echo(f"{name} version: {1000 * seconds / choices:.1f} ms a choice")


if __name__ == "__main__":
    command()
