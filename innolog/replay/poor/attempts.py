"""The attempts at a poor record, one after the other. They differ in which orders of silent piles are tried."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from innolog.beliefs.foresight import Sight
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay.nodes import Node
from innolog.replay.outcome import Outcome
from innolog.replay.piles import Orders
from innolog.replay.poor.layers import Layers, Reached
from innolog.replay.poor.mending import in_another_order, with_other_choices
from innolog.results.soundness import Incomplete, Soundness


class Way(NamedTuple):
    """The orders of silent piles to try, the way to correct a wrong one, and the steps for two players and for more.

    Steps are events and choices, over all rules tried. With more players silent choices multiply. More steps decide
    more logs and take longer for undecided ones.
    """

    orders: Orders
    mend: Callable[[Layers, list[Node]], tuple[list[Node], Reached]] | None
    steps: tuple[int, int]


#: The first way decides almost every log. It alone can prove that a log is illegal; the others prove that one is legal.
#: All together take about ten seconds, compiled: who waits longer can ask for more effort.
WAYS = (
    Way(Orders.OPEN, None, (780_000, 1_000_000)),
    Way(Orders.LIKELY, in_another_order, (170_000, 170_000)),
    Way(Orders.ALL_OF_SMALL, in_another_order, (136_000, 136_000)),
    Way(Orders.LIKELY, with_other_choices, (204_000, 204_000)),
)
#: The share (0 to 1) of the remaining steps that one set of rules may take, so that other rules have some, too.
SHARE_OF_RULES = 0.85

#: Guesses about hidden cards. A second search makes other ones.
_GUESSED_CARDS = frozenset({Incomplete.HIDDEN_AGAIN, Incomplete.FACES})
_FORESIGHT_ALONE = Soundness(frozenset({Incomplete.FORESIGHT}))


class Attempt:
    """A search for explanations of a log in one way, under several sets of rules within one budget of steps."""

    def __init__(self, log: GameLog, way: Way, effort: float) -> None:
        self.log = log
        self.way = way
        self.effort = effort
        self.left = int(effort * way.steps[len(log.seats) > 2])

    def search(self, rules: Ruleset, *, record: bool = False) -> Outcome:
        """Search for explanations under given rules."""
        started = time.perf_counter()
        steps = int(SHARE_OF_RULES * self.left)
        search = self._search(rules, steps, record, Sight.FAR)
        outcome = search.run()
        self.left -= search.spent
        if not search.remaining and outcome.soundness == _FORESIGHT_ALONE:
            # Looking far ahead also rules out very unusual games, so it alone is no accusation.
            search = self._search(rules, int(SHARE_OF_RULES * self.left), record, Sight.NEAR)
            outcome = search.run()
            self.left -= search.spent
        elif not search.remaining and not outcome.soundness.reasons.isdisjoint(_GUESSED_CARDS):
            # Other guesses may explain the log.
            second = self._search(rules, int(SHARE_OF_RULES * self.left), record, Sight.FAR)
            second.guide.hidden.guesses_otherwise = True
            of_second = second.run()
            self.left -= second.spent
            if second.remaining:
                search, outcome = second, of_second
        outcome.effort, outcome.seconds = self.effort, time.perf_counter() - started
        outcome.open_to_more = self._may_find_more(search, outcome)
        return outcome

    def _may_find_more(self, search: Layers, outcome: Outcome) -> bool:
        """Whether another attempt may explain the log."""
        gave_up = not (outcome.explained or outcome.refuted)
        if self.way is WAYS[0]:
            return gave_up and search.guide.covered.opened
        if self.way is WAYS[1]:
            # The ways after it differ in the orders that they try.
            gave_up = False
        orders = gave_up or outcome.soundness.has(Incomplete.ORDERS)
        return not search.remaining and search.guide.silent.silent_orders and orders

    def _search(self, rules: Ruleset, steps: int, record: bool, sight: Sight) -> Layers:
        search = Layers(self.log, rules, steps, self.way.orders, record=record, sight=sight)
        search.mend = self.way.mend
        return search


def attempts(log: GameLog, effort: float = 1) -> list[Attempt]:
    """All attempts to explain a log that leaves facts open, in their order. ``effort`` multiplies their steps."""
    return [Attempt(log, way, effort) for way in WAYS]
