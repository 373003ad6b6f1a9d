"""All explanations of a poor record, with all ways that lead to each."""

from __future__ import annotations

from itertools import product

from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import GameLog
from innolog.replay.nodes import Node
from innolog.replay.poor.layers import Layers
from innolog.replay.poor.search import FOR_ORDERS, steps_for
from innolog.results.soundness import Incomplete


def explain(log: GameLog, rules: Ruleset, *, merges: bool = False, effort: float) -> tuple[Setup, list[Node]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    With ``merges``, several ways of one action that lead to the same world count as one. A log that records passes is
    assumed to record all of them, if that leaves an explanation. ``effort`` multiplies the steps of the search.
    """
    opened = False
    for strict, guesses in product((True, False), (False, True)):
        if guesses and not opened:
            continue
        search = Layers(log, rules, int(effort * FOR_ORDERS) if guesses else steps_for(log, effort))
        search.guide.covered.guesses = guesses
        search.keep = search.guide.keep_events = True
        search.guide.merges = merges
        search.guide.strict = strict
        search.run()
        opened = search.guide.covered.opened
        if search.remaining:
            break
    if search.guide.covered.lost:
        # An explanation stands for a game with each order of these piles.
        for node in search.remaining:
            node.soundness = node.soundness.but(Incomplete.ORDERS)
    return search.expander.setup, search.remaining
