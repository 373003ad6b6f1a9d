"""All explanations of a poor record, with all ways that lead to each."""

from __future__ import annotations

from itertools import product

from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import GameLog
from innolog.replay.layers import Layers, attempts
from innolog.replay.nodes import Node
from innolog.replay.piles import Orders


def explain(log: GameLog, rules: Ruleset, *, merges: bool = False) -> tuple[Setup, list[Node]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    Where ``merges``, ways of telling one action that come to the same are told once. A log that tells when players pass
    is taken to tell it always, if it can be explained so.
    """
    # A story needs its piles in some order.
    ordered = [attempt for attempt in attempts(log) if attempt.orders is not Orders.OPEN]
    for attempt, strict in product(ordered, (True, False)):
        search = Layers(log, rules, attempt.left, attempt.orders)
        search.keep = search.guide.keep_events = True
        search.guide.merges = merges
        search.guide.strict = strict
        search.run()
        if search.remaining or (attempt.orders is not Orders.LIKELY and not search.guide.silent.silent_orders):
            break
    return search.expander.setup, search.remaining
