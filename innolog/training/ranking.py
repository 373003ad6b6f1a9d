"""Whether losses rank players as their wins do: ``python -m innolog.training.ranking`` prints a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from multiprocessing import get_context
from statistics import fmean

from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Ruleset
from innolog.reviewing import Reviewed, review
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import SimulatedGame, simulate
from innolog.training.ladder import printing

#: The first deal, which nothing else uses.
_FIRST = 6_000_000
#: Deals for each decision, and actions played on in second looks, as on the page of a game.
_DEALS, _AHEAD = 4, 4
#: One game of so many is reviewed: a result says less of a player than decisions do. The number is odd, so that each
#: bot of a pair has the first seat in half of the reviewed games, too.
_PLAYED = 13


def played(number: int, names: tuple[str, str]) -> dict[str, list[Reviewed]]:
    """The decisions of each of two bots in a game."""
    order, game = _between(number, names)
    reviewed = review(as_replay(game), worlds=_DEALS, ahead=_AHEAD, draws_ahead=0)
    return {bot: reviewed.of(seat) for seat, bot in enumerate(order)}


def win_shares(number: int, names: tuple[str, str]) -> dict[str, float]:
    """The share of each of two bots in the win of a game."""
    order, game = _between(number, names)
    winners = game.ended.winners if game.ended else ()
    return {bot: 1 / len(winners) if seat in winners else 0.0 for seat, bot in enumerate(order)}


def _between(number: int, names: tuple[str, str]) -> tuple[tuple[str, str], SimulatedGame]:
    """A game between two bots, which take turns in having the first seat, and in which order they sit."""
    order = names if number % 2 else names[::-1]
    bots = Seats([BOTS[name](number * 16 + seat) for seat, name in enumerate(order)])
    return order, simulate(Ruleset(), _FIRST + number, bots)


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of the table: every bot against every other one, in a number of games for each pair.

    One of thirteen games is reviewed.
    """
    from scipy.stats import spearmanr

    pairs = list(combinations(sorted(BOTS), 2))
    of_pair = games * _PLAYED
    every = [(pair * of_pair + number, names) for pair, names in enumerate(pairs) for number in range(of_pair)]
    with get_context("spawn").Pool(jobs) as pool:
        wins = pool.starmap(win_shares, every)
        results = pool.starmap(played, every[::_PLAYED], chunksize=1)
    rows = []
    for bot in BOTS:
        mine = [each for result in results for each in result.get(bot, ())]
        rows.append(
            (
                fmean(result[bot] for result in wins if bot in result),
                100 * fmean(each.loss for each in mine),
                fmean(each.marked for each in mine),
                bot,
            )
        )
    yield "| bot | wins | points lost in a decision | decisions marked |"
    yield "|---|---|---|---|"
    for share, lost, marked, bot in sorted(rows, reverse=True):
        yield f"| {bot} | {share:.1%} | {lost:.2f} | {marked:.1%} |"
    yield ""
    order = spearmanr([share for share, *_ in rows], [-lost for _, lost, *_ in rows]).statistic
    yield f"{len(results)} of {len(wins)} games reviewed; rank correlation of wins with small losses: {order:.2f}"


#: Prints how losses rank the bots.
command = printing(table, 8)

if __name__ == "__main__":
    command()
