"""Whether losses rank players as their wins do: ``python -m innolog.training.ranking`` prints a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from multiprocessing import get_context
from statistics import fmean

from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.reviewing import Reviewed, review
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import simulate
from innolog.training.ladder import printing, won

#: The first deal, which nothing else uses.
_FIRST = 6_000_000
#: Deals for each decision, and actions played on in second looks, as on the page of a game.
_DEALS, _AHEAD = 4, 4
#: How many games each bot plays against each other one to count its wins. None of them is reviewed.
_COUNTED = 60


def played(number: int, names: tuple[str, str]) -> dict[str, list[Reviewed]]:
    """The decisions of each of two bots in a game."""
    order = names if number % 2 else names[::-1]
    bots = Seats([BOTS[name](number * 16 + seat) for seat, name in enumerate(order)])
    reviewed = review(as_replay(simulate(Ruleset(), _FIRST + number, bots)), worlds=_DEALS, ahead=_AHEAD, draws_ahead=0)
    return {bot: reviewed.of(seat) for seat, bot in enumerate(order)}


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of the table: every bot against every other one. For each pair, a number of games is reviewed."""
    from scipy.stats import spearmanr

    counted = [
        (number, "third edition", one, other) for one, other in permutations(BOTS, 2) for number in range(_COUNTED)
    ]
    pairs = list(combinations(sorted(BOTS), 2))
    asked = [(pair * games + number, names) for pair, names in enumerate(pairs) for number in range(games)]
    with get_context("spawn").Pool(jobs) as pool:
        shares = pool.starmap(won, counted)
        results = pool.starmap(played, asked, chunksize=1)
    rows = []
    for bot in BOTS:
        mine = [each for result in results for each in result.get(bot, ())]
        rows.append(
            (
                fmean(share for share, (*_, one, _) in zip(shares, counted, strict=True) if one == bot),
                100 * fmean(each.loss for each in mine),
                fmean(each.marked for each in mine),
                bot,
            )
        )
    yield "| bot | wins | points lost in a decision | decisions marked |"
    yield "|---|---|---|---|"
    for wins, lost, marked, bot in sorted(rows, reverse=True):
        yield f"| {bot} | {wins:.1%} | {lost:.2f} | {marked:.1%} |"
    yield ""
    order = spearmanr([wins for wins, *_ in rows], [-lost for _, lost, *_ in rows]).statistic
    yield f"{len(results)} games reviewed, {len(shares)} others counted"
    yield f"rank correlation of wins with small losses: {order:.2f}"


#: Prints how losses rank the bots.
command = printing(table, 8)

if __name__ == "__main__":
    command()
