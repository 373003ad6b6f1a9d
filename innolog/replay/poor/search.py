"""The search for explanations of a poor record, under several sets of rules within one budget of steps."""

from __future__ import annotations

import time

from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay.outcome import Outcome
from innolog.replay.poor.foresight import Sight
from innolog.replay.poor.layers import Layers
from innolog.results.soundness import Incomplete, Soundness

#: The largest number of events and choices over all rules tried, for two players and for more. With more players silent
#: choices multiply. More steps decide more logs and take longer for undecided ones. With those for guesses they take
#: less than ten seconds, compiled. A user who accepts a longer wait can raise the effort.
STEPS = (780_000, 1_000_000)
#: The steps for searches that guess orders of piles. No log that these explained took more than a quarter of them.
FOR_ORDERS = 170_000
#: The share (0 to 1) of the remaining steps that one search may take, so that later ones have some, too.
SHARE_OF_SEARCH = 0.85

#: Guesses about hidden cards. A second search makes other ones.
_GUESSED_CARDS = frozenset({Incomplete.HIDDEN_AGAIN, Incomplete.FACES})
_FORESIGHT_ALONE = Soundness(frozenset({Incomplete.FORESIGHT}))


def steps_for(log: GameLog, effort: float) -> int:
    """The number of steps for a log. ``effort`` multiplies it."""
    return int(effort * STEPS[len(log.seats) > 2])


class PoorSearch:
    """The search for explanations of a log; ``proofs`` as for :class:`~innolog.replay.poor.layers.Layers`."""

    def __init__(self, log: GameLog, effort: float = 1, *, proofs: bool = False) -> None:
        self.log = log
        self.proofs = proofs
        self.effort = effort
        self.left = steps_for(log, effort)
        self.for_orders = int(effort * FOR_ORDERS)

    def under(self, rules: Ruleset, *, record: bool = False) -> Outcome:
        """Search under given rules; if need be with other guesses about cards, too, and with likely orders of piles."""
        started = time.perf_counter()
        searches: list[Layers] = []

        def search(left: int, sight: Sight = Sight.FAR) -> Layers:
            steps = int(SHARE_OF_SEARCH * left)
            searches.append(Layers(self.log, rules, steps, record=record, sight=sight, proofs=self.proofs))
            return searches[-1]

        first = search(self.left)
        outcome = first.run()
        self.left -= first.spent
        if not outcome.explained and outcome.soundness == _FORESIGHT_ALONE:
            # Looking far ahead also rules out very unusual games, so it alone is no accusation.
            nearer = search(self.left, Sight.NEAR)
            outcome = nearer.run()
            self.left -= nearer.spent
        elif not (outcome.explained or outcome.soundness.reasons.isdisjoint(_GUESSED_CARDS)):
            # Other guesses may explain the log.
            second = search(self.left)
            second.guide.hidden.guesses_otherwise = True
            outcome = _the_better(outcome, second.run())
            self.left -= second.spent
        if not (outcome.explained or outcome.refuted) and any(each.guide.covered.opened for each in searches):
            # Nothing was proved. An explanation with likely orders of piles still proves that the log is legal.
            likely = search(self.for_orders)
            likely.guide.covered.guesses = True
            outcome = _the_better(outcome, likely.run())
            self.for_orders -= likely.spent
        if not outcome.explained:
            # A later search may have come to a card whose text differs.
            outcome.editions_differ = any(each.guide.editions_differ for each in searches)
        outcome.effort, outcome.seconds = self.effort, time.perf_counter() - started
        return outcome


def _the_better(first: Outcome, second: Outcome) -> Outcome:
    return second if second.explained else first
