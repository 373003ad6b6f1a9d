"""Whether losses rank players as their wins do: ``python -m innolog.training.ranking`` prints a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from statistics import fmean

from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.reviewing import review
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import simulate
from innolog.training.ladder import printing

#: The first deal, which nothing else uses.
_FIRST = 6_000_000
#: Deals for each decision, and actions played on in second looks, as on the page of a game.
_DEALS, _AHEAD = 4, 4


def played(number: int, names: tuple[str, str]) -> dict[str, tuple[float, list[float], int]]:
    """Of each of two bots in a game: its share in the win, the losses of its decisions, and how many are marked."""
    order = names if number % 2 else names[::-1]
    bots = Seats([BOTS[name](number * 16 + seat) for seat, name in enumerate(order)])
    found = as_replay(simulate(Ruleset(), _FIRST + number, bots))
    reviewed = review(found, worlds=_DEALS, ahead=_AHEAD, draws_ahead=0)
    winners = found.ended.winners if found.ended else ()
    result = {}
    for seat, bot in enumerate(order):
        mine = reviewed.of(seat)
        share = 1 / len(winners) if seat in winners else 0.0
        result[bot] = (share, [each.loss for each in mine], sum(each.marked for each in mine))
    return result


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of the table: every bot against every other one, in a number of games for each pair."""
    from scipy.stats import spearmanr

    pairs = list(combinations(sorted(BOTS), 2))
    with get_context("spawn").Pool(jobs) as pool:
        asked = [
            pool.apply_async(partial(played, pair * games + number, names))
            for pair, names in enumerate(pairs)
            for number in range(games)
        ]
        results = [each.get() for each in asked]
    rows = []
    for bot in BOTS:
        mine = [result[bot] for result in results if bot in result]
        losses = [loss for _, of_game, _ in mine for loss in of_game]
        rows.append(
            (
                fmean(share for share, _, _ in mine),
                100 * fmean(losses),
                sum(marked for *_, marked in mine) / len(losses),
                bot,
            )
        )
    yield "| bot | wins | points lost in a decision | decisions marked |"
    yield "|---|---|---|---|"
    for wins, lost, marked, bot in sorted(rows, reverse=True):
        yield f"| {bot} | {wins:.0%} | {lost:.1f} | {marked:.1%} |"
    yield ""
    order = spearmanr([wins for wins, *_ in rows], [-lost for _, lost, *_ in rows]).statistic
    yield f"{len(results)} games; rank correlation of wins with small losses: {order:.2f}"


#: Prints how losses rank the bots.
command = printing(table, 8)

if __name__ == "__main__":
    command()
