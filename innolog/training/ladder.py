"""How strong the bots are: ``python -m innolog.training.ladder`` prints a table of duels in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import click
from scipy.stats import binomtest

from innolog.cards.editions import Edition, Platform
from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Ruleset
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import simulate

_ALL = frozenset(CardSet) - {CardSet.FIGURES}
#: The groups of rules in which bots meet.
GROUPS = {
    "first edition": Ruleset(edition=Edition.FIRST),
    "third edition": Ruleset(),
    "fourth edition": Ruleset(edition=Edition.FOURTH, platform=Platform.TABLE),
    "third edition, 3 players": Ruleset(players=3),
    "third edition, 4 players": Ruleset(players=4),
    "third edition, 5 players": Ruleset(players=5),
    "third edition, teams": Ruleset(players=4, teams=(0, 1, 0, 1)),
    "Echoes": Ruleset(sets=frozenset({CardSet.BASE, CardSet.ECHOES})),
    "Cities": Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES})),
    "Artifacts": Ruleset(sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS})),
    "Figures": Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES}), platform=Platform.TABLE),
    "all sets but Figures": Ruleset(sets=_ALL),
    "all sets but Figures, 4 players": Ruleset(sets=_ALL, players=4),
}


class Score(NamedTuple):
    """The share of wins of the first bot against the others, with its 95 % interval."""

    games: int
    share: float
    low: float
    high: float


def won(number: int, group: str, one: str, other: str) -> float:
    """The share in the win of a bot (or its team) in one game; each deal is played from every seat."""
    rules = GROUPS[group]
    deal, seat = divmod(number, rules.players)
    mine = [index for index in range(rules.players) if rules.same_side(seat, index)]
    bots = [BOTS[one if index in mine else other](number * 16 + index) for index in range(rules.players)]
    ended = simulate(rules, 5_000_000 + deal, Seats(bots), digests=False).ended
    winners = ended.winners if ended else ()
    return len({*winners}.intersection(mine)) / len(winners) if winners else 0.0


def meet(group: str, one: str, other: str, games: int, jobs: int) -> Score:
    """Let a bot meet another one."""
    with get_context("spawn").Pool(jobs) as pool:
        results = pool.map(partial(won, group=group, one=one, other=other), range(games), chunksize=8)
    return score(results)


def score(results: Sequence[float]) -> Score:
    """The share of wins in some games, with its 95 % interval (Wilson)."""
    games = len(results)
    # A shared win is rare and varies less than a whole one, so that counting it as half of one errs to the safe side.
    interval = binomtest(round(sum(results)), games).proportion_ci(method="wilson")
    return Score(games, sum(results) / games, float(interval.low), float(interval.high))


def table(games: int, jobs: int) -> Iterator[str]:
    """The lines of the table: every bot in the base set for two, and the strong ones in every group."""
    yield "| rules | bot | against | games | wins |"
    yield "|---|---|---|---|---|"
    pairs = [("third edition", bot, "sensible") for bot in sorted(BOTS) if bot != "sensible"]
    pairs.append(("third edition", "strong", "strong-fast"))
    pairs += [(group, "strong-fast", "sensible") for group in GROUPS if group != "third edition"]
    for group, one, other in pairs:
        score = meet(group, one, other, games, jobs)
        wins = f"{score.share:.0%} ({score.low:.0%} to {score.high:.0%})"
        yield f"| {group} | {one} | {other} | {score.games} | {wins} |"


def printing(lines: Callable[[int, int], Iterator[str]], games: int) -> click.Command:
    """A command that prints the lines of a table made from a number of games by a number of processes."""

    @click.command(help=lines.__doc__)
    @click.option("--games", type=int, default=games, show_default=True, help="Games of each row.")
    @click.option("-j", "--jobs", type=int, default=2, show_default=True, help="Processes.")
    def command(games: int, jobs: int) -> None:
        for line in lines(games, jobs):
            click.echo(line)

    return command


#: Prints how strong the bots are.
command = printing(table, 240)

if __name__ == "__main__":
    command()
