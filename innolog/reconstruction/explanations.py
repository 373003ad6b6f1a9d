"""All explanations of a poor record, with all ways that lead to each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from innolog.engine.ruleset import Ruleset
from innolog.engine.state import Setup
from innolog.log import GameLog
from innolog.reconstruction.mending import in_another_order, with_other_choices
from innolog.replay.layers import Layers, Reached
from innolog.replay.nodes import Node
from innolog.replay.piles import Orders


class _Attempt(NamedTuple):
    """In which orders piles are tried, how a wrong one is mended, and the steps for two players and for more."""

    orders: Orders
    mend: Callable[[Layers, list[Node]], tuple[list[Node], Reached]]
    steps: tuple[int, int]


#: Of 13 trackers' files with silent rearrangements, the first attempt explained 10, the second 2, the third 1.
_ATTEMPTS = (
    _Attempt(Orders.LIKELY, in_another_order, (170_000, 800_000)),
    _Attempt(Orders.ALL_OF_SMALL, in_another_order, (136_000, 640_000)),
    _Attempt(Orders.LIKELY, with_other_choices, (204_000, 960_000)),
)


def explain(log: GameLog, rules: Ruleset, *, merges: bool = False) -> tuple[Setup, list[Node]]:
    """The deal of a log that leaves facts open, and all explanations that remain of it, with all ways to them.

    With ``merges``, ways of telling one action that lead to the same world are told once. A log that records passes is
    taken to record all of them, if it can be explained so.
    """
    for number, (attempt, strict) in enumerate(product(_ATTEMPTS, (True, False))):
        search = Layers(log, rules, attempt.steps[len(log.seats) > 2], attempt.orders)
        search.mend = attempt.mend
        search.keep = search.guide.keep_events = True
        search.guide.merges = merges
        search.guide.strict = strict
        search.run()
        # Other attempts differ in what leaves no trace alone.
        if search.remaining or (number > 1 and not search.guide.silent.silent_orders):
            break
    return search.expander.setup, search.remaining
