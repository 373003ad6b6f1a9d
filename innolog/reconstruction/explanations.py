"""All explanations of a poor record, with all ways that lead to each."""

from __future__ import annotations

from itertools import product

from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import GameLog
from innolog.replay.nodes import Node
from innolog.replay.piles import Orders
from innolog.replay.poor.attempts import WAYS
from innolog.replay.poor.layers import Layers

#: A story needs its piles in some order.
_WAYS = [way for way in WAYS if way.orders is not Orders.OPEN]


def explain(log: GameLog, rules: Ruleset, *, merges: bool = False, effort: float = 1) -> tuple[Setup, list[Node]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    With ``merges``, several ways of one action that lead to the same world count as one. A log that records passes is
    assumed to record all of them, if that leaves an explanation. ``effort`` multiplies the steps of the search.
    """
    for number, (way, strict) in enumerate(product(_WAYS, (True, False))):
        search = Layers(log, rules, int(effort * way.steps[len(log.seats) > 2]), way.orders)
        search.mend = way.mend
        search.keep = search.guide.keep_events = True
        search.guide.merges = merges
        search.guide.strict = strict
        search.run()
        # Other attempts differ only in choices that leave no trace.
        if search.remaining or (number > 1 and not search.guide.silent.silent_orders):
            break
    return search.expander.setup, search.remaining
