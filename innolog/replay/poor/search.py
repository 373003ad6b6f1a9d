"""The search for explanations of a poor record, under several sets of rules within one budget of steps."""

from __future__ import annotations

import time

from innolog.beliefs.foresight import Sight
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay.outcome import Outcome
from innolog.replay.poor.layers import Layers
from innolog.results.soundness import Incomplete, Soundness

#: The largest number of events and choices over all rules tried, for two players and for more. With more players silent
#: choices multiply. More steps decide more logs and take longer for undecided ones. With those for guesses they take
#: less than ten seconds, compiled: who waits longer can ask for more effort.
STEPS = (780_000, 1_000_000)
#: The steps for searches that guess orders of piles. The logs that these explained took at most a quarter of them.
FOR_ORDERS = 170_000
#: The share (0 to 1) of the remaining steps that one set of rules may take, so that other rules have some, too.
SHARE_OF_RULES = 0.85

#: Guesses about hidden cards. A second search makes other ones.
_GUESSED_CARDS = frozenset({Incomplete.HIDDEN_AGAIN, Incomplete.FACES})
_FORESIGHT_ALONE = Soundness(frozenset({Incomplete.FORESIGHT}))


def steps_for(log: GameLog, effort: float) -> int:
    """The number of steps for a log. ``effort`` multiplies it."""
    return int(effort * STEPS[len(log.seats) > 2])


class PoorSearch:
    """The search for explanations of a log."""

    def __init__(self, log: GameLog, effort: float = 1) -> None:
        self.log = log
        self.effort = effort
        self.left = steps_for(log, effort)
        self.for_orders = int(effort * FOR_ORDERS)

    def under(self, rules: Ruleset, *, record: bool = False) -> Outcome:
        """Search under given rules."""
        started = time.perf_counter()
        steps = int(SHARE_OF_RULES * self.left)
        search = Layers(self.log, rules, steps, record=record)
        outcome = search.run()
        self.left -= search.spent
        if not outcome.explained and outcome.soundness == _FORESIGHT_ALONE:
            # Looking far ahead also rules out very unusual games, so it alone is no accusation.
            search = Layers(self.log, rules, int(SHARE_OF_RULES * self.left), record=record, sight=Sight.NEAR)
            outcome = search.run()
            self.left -= search.spent
        elif not (outcome.explained or outcome.soundness.reasons.isdisjoint(_GUESSED_CARDS)):
            # Other guesses may explain the log.
            second = Layers(self.log, rules, int(SHARE_OF_RULES * self.left), record=record)
            second.guide.hidden.guesses_otherwise = True
            of_second = second.run()
            self.left -= second.spent
            outcome = of_second if of_second.explained else outcome
        if not (outcome.explained or outcome.refuted) and search.guide.covered.opened:
            # Too many explanations remained. One with likely orders of piles also proves that the log is legal.
            likely = Layers(self.log, rules, int(SHARE_OF_RULES * self.for_orders), record=record)
            likely.guide.covered.guesses = True
            of_likely = likely.run()
            self.for_orders -= likely.spent
            outcome = of_likely if of_likely.explained else outcome
        outcome.effort, outcome.seconds = self.effort, time.perf_counter() - started
        return outcome
