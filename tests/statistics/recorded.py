"""Win curves against the results of recorded games: ``python -m tests.statistics.recorded`` prints the table.

The games are those of the corpora beside the repository, played by bots of others on the site's code. The network of
curves learned from none of them. Only games of two sides count, each with the same weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context

import click
import numpy as np

from innolog.log import GameLog
from innolog.log.merging import merge
from innolog.replay import replay
from innolog.results.result import Replay
from innolog.reviewing import levels
from innolog.training.quality import judged
from parsers import read_log
from tests.shared import OLDER_FOLDERS, CorpusGame, corpus

#: Here the supply piles were put in an order that makes rare effects likely, which no player, and no curve, can know.
_STACKED = "seek rare effects, stacked piles"
#: Folders of the corpus by what their bots do. In the first, this depends on the seed.
_FOLDERS = {
    "claim achievements": ["bga"],
    "avoid claiming": ["bga"],
    "of several kinds": ["bga_second"],
    _STACKED: ["bga_rare"],
    "on earlier code": OLDER_FOLDERS,
    "on newer code": ["bga_fourth", "bga_newer"],
}
_SEEDS = {"claim achievements": range(1000), "avoid claiming": range(1000, 10_000)}
#: Games drawn again to measure the error of a slope.
_DRAWS = 100

Course = tuple[list[float], float]


def replayed(game: CorpusGame) -> Replay:
    """The replay of all exports of a game."""
    logs = map(read_log, game.exports)
    return replay(merge([log for log in logs if isinstance(log, GameLog)]))


def course(game: CorpusGame) -> Course:
    """The chances of the first seat, and 1 if it won; 0.5 for a shared win."""
    *chances, result = levels(replayed(game))
    return [each[0] for each in chances], result[0]


def _counts(game: CorpusGame, seeds: range | None) -> bool:
    two_sides = game.players == 2 or bool(game.teams)
    return two_sides and (seeds is None or int(game.folder.name) in seeds)


def table(jobs: int) -> Iterator[str]:
    """The lines of a table in Markdown."""
    yield "| bots of others | games | slope | worst tenth off by | log loss | of equal chances |"
    yield "|---|---|---|---|---|---|"
    every: list[Course] = []
    shuffled: list[Course] = []
    with get_context("spawn").Pool(jobs) as pool:
        for name, folders in _FOLDERS.items():
            games = [game for folder in folders for game in corpus(folder) if _counts(game, _SEEDS.get(name))]
            found = [each for each in pool.map(course, games) if each[0] and each[1] in (0, 1)]
            every += found
            shuffled += found if name != _STACKED else []
            yield _row(name, found)
    yield _row("all with shuffled piles", shuffled)
    yield _row("all", every)


def _row(name: str, found: list[Course]) -> str:
    quality = judged("third edition", found)
    random = np.random.default_rng(1)
    draws = (random.integers(0, len(found), len(found)) for _ in range(_DRAWS))
    slopes = [judged("third edition", [found[index] for index in draw]).slope for draw in draws]
    numbers = (
        f"{quality.slope:.2f} ± {np.std(slopes):.2f} | {quality.off:.1%} | {quality.loss:.4f} | {quality.equal:.4f}"
    )
    return f"| {name} | {len(found)} | {numbers} |"


@click.command()
@click.option("-j", "--jobs", type=int, default=2, show_default=True, help="Processes.")
def command(jobs: int) -> None:
    """Hold win curves against the results of recorded games."""
    for line in table(jobs):
        click.echo(line)


if __name__ == "__main__":
    command()
