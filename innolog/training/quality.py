"""How true chances are: ``python -m innolog.training.quality`` holds them against the results of many games.

Those of win curves, which are for players of any strength, in games of all bots. Those of reviews, which are for good
players, in games of the strong bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from innolog.conversion.simulated import as_replay
from innolog.results.result import Replay
from innolog.reviewing import levels
from innolog.reviewing.levels import seen
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import simulate
from innolog.strategy.network import normal, rows_of, shares, shipped
from innolog.training.ladder import GROUPS, printing

#: The smallest chance that is told from none.
_LEAST = 1e-4


class Quality(NamedTuple):
    """Chances after each action against results, each game with the same weight.

    ``slope`` is that of a logistic regression of the results on the chances (1 is right, less is too sure), ``off`` the
    largest difference in any tenth of the chances, ``loss`` the log loss, and ``equal`` that of equal chances.
    """

    slope: float
    off: float
    loss: float
    equal: float


def watched(
    number: int, group: str, bot: str, curve: Callable[[Replay], list[list[float]]] = levels
) -> tuple[list[float], float]:
    """The chances of the first seat in one game until it ends, and its share in the win."""
    rules = GROUPS[group]
    bots = Seats([BOTS[bot](number * 16 + seat) for seat in range(rules.players)])
    replay = as_replay(simulate(rules, 7_000_000 + number, bots, digests=False))
    if not replay.winners:
        return [], 0.0
    *chances, result = curve(replay)
    return [each[0] for each in chances], result[0]


def values(replay: Replay) -> list[list[float]]:
    """For each action, the chance of each seat after it (0 to 1) from the network of reviews. Raises as ``levels``."""
    return [
        normal(game, shipped().chances(rows_of(game))) if numbers is not None else shares(game) or []
        for game, numbers in seen(replay)
    ]


def measure(
    group: str, bot: str, games: int, jobs: int, curve: Callable[[Replay], list[list[float]]] = levels
) -> Quality:
    """The quality of the chances in games of one bot."""
    with get_context("spawn").Pool(jobs) as pool:
        return judged(group, pool.map(partial(watched, group=group, bot=bot, curve=curve), range(games), chunksize=8))


def judged(group: str, played: Sequence[tuple[list[float], float]]) -> Quality:
    """The quality of what :func:`watched` found in games of a group of rules."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss

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
    """The lines of a table in Markdown: curves of the base set for two with each bot, and of every group with one; and
    reviews of every group.
    """
    yield "| chances of | rules | games of | slope | worst tenth off by | log loss | of equal chances |"
    yield "|---|---|---|---|---|---|---|"
    rows = [("curves", "third edition", bot) for bot in sorted(BOTS)]
    rows += [("curves", group, "sensible") for group in GROUPS if group != "third edition"]
    rows += [("reviews", group, "strong-fast") for group in GROUPS]
    for of, group, bot in rows:
        found = measure(group, bot, games, jobs, values if of == "reviews" else levels)
        numbers = f"{found.slope:.2f} | {found.off:.0%} | {found.loss:.3f} | {found.equal:.3f}"
        yield f"| {of} | {group} | {bot} | {numbers} |"


#: Prints how true the chances are.
command = printing(table, 300)

if __name__ == "__main__":
    command()
