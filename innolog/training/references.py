"""How wrong the values of positions are: ``python -m innolog.training.references`` plays positions on.

The positions are choices in games of different bots. Some answers to each are valued as in a review, and played on by
the strong bot in many deals, to the end or for some actions. The mean results, or the mean values after these actions,
are the reference. It has errors of its own, which are taken out of what is told. Where one answer may lose much against
another one, both are played on in other and more deals, so that chance does not choose what counts as a blunder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np
from scipy.stats import bootstrap

from innolog.engine.choices import Choice
from innolog.engine.game import Game
from innolog.engine.ruleset import Ruleset
from innolog.reviewing.ahead import Ahead
from innolog.reviewing.second_look import AT_ONCE, Question, SecondLook, Seen
from innolog.reviewing.time import Time
from innolog.simulate.bots import BOTS, Seats
from innolog.simulate.games import LONGEST, simulate
from innolog.strategy.lookout import Lookout, Tried, Unplayable
from innolog.strategy.moments import Course
from innolog.strategy.network import shipped

#: Deals in which the answers are valued, as many as in a review.
_DEALS = 16
#: How many answers to a choice are played to the end at most: the given one, the best one, and another one.
_ANSWERS = 3
#: A game is stopped at one of its first choices, which is looked at; the last of them has this number.
_CHOICES = 120
#: A loss in the reference from which on it should be marked (0 to 1).
_BLUNDER = 0.25
#: If an answer seems to lose this much (0 to 1), it and the best answer are played again.
_SUSPECTED = 0.1
#: The second time, there are this many times as many deals.
_AGAIN = 8


class Plan(NamedTuple):
    """Actions played on in second looks, games for each answer of the reference, and actions after which these end."""

    ahead: int
    rollouts: int
    actions: int


class Referred(NamedTuple):
    """A choice: the values of some answers and their results, each ``[deal, answer]``, 0 to 1.

    ``level``: the mean value of these answers as a review tells it, and the standard error that its deals leave.
    ``marked``: whether a review would mark the answer with the worst results, had it been given. ``again`` are later
    results of the best and the worst answer, ``[deal, 2]``, if much seemed to be lost.
    """

    values: Any
    results: Any
    level: tuple[float, float]
    marked: bool
    again: Any = None

    def ends(self) -> tuple[int, int]:
        """The answers with the best and the worst results."""
        means = self.results.mean(axis=0)
        return int(means.argmax()), int(means.argmin())

    def loss(self) -> float:
        """What the worst answer loses against the best in the reference."""
        ends = self.results[:, self.ends()] if self.again is None else self.again
        best, worst = ends.mean(axis=0)
        return float(best - worst)


class _Found(Exception):
    """The choice was looked at; the game need not go on."""


class _Looking:
    """Bots that play until one choice, which is looked at."""

    def __init__(self, bots: Seats, number: int, plan: Plan) -> None:
        self._bots, self._number, self._plan = bots, number, plan
        self._left = Random(number).randrange(_CHOICES)
        self._game: Game
        self._course: Course
        self.found: Referred | None = None

    def attach(self, game: Game) -> None:
        self._game = game
        self._course = Course(game)
        self._bots.attach(game)

    def receive(self, event: Any) -> None:
        self._course.receive(event)
        self._bots.receive(event)

    def decided(self, choice: Choice, answer: Any) -> None:
        self._course.decided(choice, answer)
        self._bots.decided(choice, answer)

    def choose(self, choice: Choice) -> Any:
        answer = self._bots.choose(choice)
        self._left -= 1
        if self._left < 0 <= self._game.turn and len(choice.answers()) > 1:
            self._look(choice, answer)
            raise _Found
        return answer

    def _look(self, choice: Choice, answer: Any) -> None:
        game, moment, seed, plan = self._game, self._course.moment(choice.player), self._number, self._plan
        again = SecondLook(game, shipped(), seed, plan.ahead, Time()) if plan.ahead else None

        def looked_at(tried: Tried) -> Seen:
            return Seen(tried, AT_ONCE) if again is None else again.at(Question(moment, choice), tried, _DEALS)

        try:
            at_once = Lookout(game, shipped(), seed).try_all(moment, choice, _DEALS, answer)
            indices = _some(at_once.means(), seed)
            only = [at_once.answers[index] for index in indices]
            lookout = Lookout(game, shipped(), seed + 1, Ahead(plan.actions))
            results = np.array(lookout.try_all(moment, choice, plan.rollouts, only=only).chances)
            seen = looked_at(at_once)
            values = np.array(seen.tried.chances)[:, indices]
            if min(len(indices), len(values), len(results)) < 2:
                return
            chance, error = seen.chance(*indices)
            found = Referred(values, results, (chance, error or 0.0), False)
            best, worst = found.ends()
            found = found._replace(marked=looked_at(as_if_given(at_once, indices[worst])).marked())
            if found.loss() >= _SUSPECTED:
                ends = lookout.try_all(moment, choice, _AGAIN * plan.rollouts, only=[only[best], only[worst]])
                found = found._replace(again=np.array(ends.chances))
            self.found = found
        except Unplayable:
            return


def _some(means: Sequence[float], seed: int) -> list[int]:
    """The given answer, which is the first, the best one, and others by chance."""
    best = means.index(max(means))
    rest = [index for index in range(1, len(means)) if index != best]
    Random(seed).shuffle(rest)
    return [*dict.fromkeys((0, best, *rest))][:_ANSWERS]


def as_if_given(tried: Tried, given: int) -> Tried:
    """What was tried, as if another answer had been given."""
    order = [given, *(index for index in range(len(tried.answers)) if index != given)]
    return Tried(
        [tried.answers[index] for index in order],
        [[chances[index] for index in order] for chances in tried.chances],
        [[after[index] for index in order] for after in tried.after],
    )


def refer(number: int, plan: Plan) -> Referred | None:
    """A choice of one game with its reference; None if the game has no such choice, or no deal leads to it."""
    random = Random(number)
    names = [random.choice(sorted(BOTS)) for _ in range(2)]
    looking = _Looking(Seats([BOTS[name](number * 16 + seat) for seat, name in enumerate(names)]), number, plan)
    with suppress(_Found):
        simulate(Ruleset(), 9_000_000 + number, looking, digests=False)
    return looking.found


def among(found: Sequence[Referred]) -> Any:
    """For each choice the mean squared error of the differences of its answers' values, without that of the deals."""
    return np.array([_of_differences(each.values, each.results) for each in found])


def _of_differences(values: Any, results: Any) -> float:
    # What all answers have in common in a deal is not part of their differences.
    errors = values.mean(axis=0) - results.mean(axis=0)
    noise = [
        (each - each.mean(axis=1, keepdims=True)).var(axis=0, ddof=1).sum() / len(each) for each in (values, results)
    ]
    return float((((errors - errors.mean()) ** 2).sum() - sum(noise)) / (len(errors) - 1))


def level(found: Sequence[Referred], *, deals: bool) -> Any:
    """For each choice the squared error of the mean value of its answers, with or without that of its ``deals``."""
    squares = []
    for each in found:
        results = each.results.mean(axis=1)
        value, error = each.level
        noise = results.var(ddof=1) / len(results) + (0.0 if deals else error**2)
        squares.append((value - results.mean()) ** 2 - noise)
    return np.array(squares)


def root(squares: Any) -> float:
    """The root of a mean of squares, from which noise was taken out."""
    return float(max(0.0, np.mean(squares)) ** 0.5)


def lines(found: Sequence[Referred]) -> Iterator[str]:
    """What the references show, as text."""
    of_values = {
        "among the answers": among(found),
        "in level": level(found, deals=False),
        "in level with that of the deals": level(found, deals=True),
    }
    for what, squares in of_values.items():
        interval = bootstrap((squares,), np.mean, random_state=1, n_resamples=2000).confidence_interval
        low, high = (100 * max(0.0, float(end)) ** 0.5 for end in interval)
        yield f"error {what}: {100 * root(squares):.1f} points (95 % interval {low:.1f} to {high:.1f})"
    losses = [(each.loss(), each.marked) for each in found]
    for low, high in ((_BLUNDER, 1.0), (0.15, _BLUNDER), (0.0, 0.05)):
        marked = [mark for loss, mark in losses if low <= loss < high]
        yield f"of answers that lose {100 * low:.0f} to {100 * high:.0f} points: {sum(marked)} of {len(marked)} marked"


@click.command()
@click.option("--positions", type=int, default=200, show_default=True)
@click.option("--rollouts", type=int, default=1000, show_default=True, help="Games for each answer.")
@click.option("--first", type=int, default=0, show_default=True, help="The number of the first position.")
@click.option(
    "--ahead", type=int, default=8, show_default=True, help="Actions played on in second looks, as in a review."
)
@click.option(
    "--actions", type=int, default=2 * LONGEST, help="Value the games after this many.  [default: their ends]"
)
@click.option("-j", "--jobs", type=int, default=2, show_default=True)
def command(positions: int, rollouts: int, first: int, ahead: int, actions: int, jobs: int) -> None:
    """Measure how wrong the values of positions are."""
    with get_context("spawn").Pool(jobs) as pool:
        asked = pool.imap(partial(refer, plan=Plan(ahead, rollouts, actions)), range(first, first + positions))
        found = [each for each in asked if each is not None]
    click.echo(f"{len(found)} positions, {rollouts} games for each answer")
    for line in lines(found):
        click.echo(line)


if __name__ == "__main__":
    command()
