"""How true the chances are: ``python -m innolog.training.quality`` holds them against the results of many games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import click
import numpy as np

from innolog.engine.events import ActionBegan, Event
from innolog.engine.game import Game
from innolog.simulate.bots import BOTS, Bot, Follower, Seats
from innolog.simulate.games import simulate
from innolog.strategy.network import normal, rows_of, shipped
from innolog.training.ladder import GROUPS

#: The smallest chance that is told from none.
_LEAST = 1e-4


class Quality(NamedTuple):
    """Chances before each action against results, each game with the same weight.

    ``slope`` is that of a logistic regression of the results on the chances (1 is right, less is too sure), ``off`` the
    largest difference in any tenth of the chances, ``loss`` the log loss, and ``equal`` that of equal chances.
    """

    slope: float
    off: float
    loss: float
    equal: float


class _Watched:
    """Plays with a bot, and notes the chances of the first seat before each action."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._game: Game
        self.chances: list[float] = []

    def attach(self, game: Game) -> None:
        self._game = game
        self._bot.attach(game)

    def choose(self, choice: Any) -> Any:
        return self._bot.choose(choice)

    def decided(self, choice: Any, answer: Any) -> None:
        if isinstance(self._bot, Follower):
            self._bot.decided(choice, answer)

    def receive(self, event: Event) -> None:
        if isinstance(self._bot, Follower):
            self._bot.receive(event)
        if isinstance(event, ActionBegan):
            game = self._game
            # The engine has counted the action already.
            game.action -= 1
            self.chances.append(float(normal(game, shipped().chances(rows_of(game)))[0]))
            game.action += 1


def watched(number: int, group: str, bot: str) -> tuple[list[float], float]:
    """The chances of the first seat in one game, and its share in the win."""
    rules = GROUPS[group]
    bots = [BOTS[bot](number * 16 + seat) for seat in range(rules.players)]
    watching = _Watched(Seats(bots))
    ended = simulate(rules, 7_000_000 + number, watching, digests=False).ended
    winners = ended.winners if ended else ()
    sides = len({rules.teams[seat] for seat in winners}) if rules.teams else len(winners)
    return watching.chances, 1 / sides if 0 in winners else 0.0


def measure(group: str, bot: str, games: int, jobs: int) -> Quality:
    """The quality of the chances in games of one bot."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss

    with get_context("spawn").Pool(jobs) as pool:
        played = pool.map(partial(watched, group=group, bot=bot), range(games), chunksize=8)
    # A shared win is neither.
    played = [each for each in played if each[0] and each[1] in (0, 1)]
    chances = np.concatenate([np.array(one) for one, _ in played]).clip(_LEAST, 1 - _LEAST)
    results = np.concatenate([np.full(len(one), int(result)) for one, result in played])
    weights = np.concatenate([np.full(len(one), 1 / len(one)) for one, _ in played])
    logits = np.log(chances / (1 - chances)).reshape(-1, 1)
    model = LogisticRegression(C=np.inf).fit(logits, results, weights)
    order = np.argsort(chances)
    tenths = np.array_split(order, 10)
    off = [abs(np.average(chances[i], weights=weights[i]) - np.average(results[i], weights=weights[i])) for i in tenths]
    rules = GROUPS[group]
    fair = 1 / (len(set(rules.teams)) or rules.players)
    return Quality(
        float(model.coef_[0, 0]),
        float(max(off)),
        float(log_loss(results, chances, sample_weight=weights)),
        float(log_loss(results, np.full(len(results), fair), sample_weight=weights)),
    )


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of a table in Markdown: the base set for two with each bot, and every group with one."""
    yield "| rules | games of | slope | worst tenth off by | log loss | of equal chances |"
    yield "|---|---|---|---|---|---|"
    pairs = [("third edition", bot) for bot in sorted(BOTS)]
    pairs += [(group, "sensible") for group in GROUPS if group != "third edition"]
    for group, bot in pairs:
        found = measure(group, bot, games, jobs)
        numbers = f"{found.slope:.2f} | {found.off:.0%} | {found.loss:.3f} | {found.equal:.3f}"
        yield f"| {group} | {bot} | {numbers} |"


@click.command()
@click.option("--games", type=int, default=300, show_default=True, help="Games of each row.")
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(games: int, jobs: int) -> None:
    """Print how true the chances are."""
    for line in table(games, jobs):
        click.echo(line)


if __name__ == "__main__":
    command()
