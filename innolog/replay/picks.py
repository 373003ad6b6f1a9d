"""The answers to a choice that are tried, and the reasons to stop."""

from __future__ import annotations

from typing import Any

from innolog.engine.choices import Choice, ChoiceKind

#: The kinds of answers that a player may name, and the fields of an observation that have them.
NAMED = {
    ChoiceKind.VALUE: "value",
    ChoiceKind.COLOR: "colors",
    ChoiceKind.COLORS: "colors",
    ChoiceKind.PLAYER: "seat",
}

#: A step of an action: the index of the matched observation, and the number of decisions before it.
Step = tuple[int, int]

#: The values of the fields that the player did not name.
NOTHING_NAMED = (None, ())

#: The largest number of events and choices in a replay: a constant, plus a number for each observation. Honest games
#: need one or two for each observation. A proof that a forged game is illegal can need many: if an effect chooses among
#: all top cards without a trace, each is tried with each earlier guess. Such games of four players needed 90,000.
BUDGET, BUDGET_PER_OBSERVATION = 150_000, 40


class OutOfLog(Exception):
    """The log ends here; the game goes on unseen."""


class OutOfBudget(Exception):
    """The search took more steps than any honest log needs."""


class Pick:
    """One choice of the current action: the answers worth trying, best first, and the one being tried.

    ``blind`` is True when nothing in the log distinguishes the answers. ``interchangeable`` are cards of which the
    answer is one by a guess. ``passed`` is True when the log records that the player declined. ``cursor`` is the index
    of the observation that came next.
    """

    __slots__ = ("answers", "blind", "choice", "chosen", "cursor", "interchangeable", "passed")

    def __init__(self, answers: list[Any], blind: bool, interchangeable: frozenset[int] = frozenset()) -> None:
        self.answers = answers
        self.interchangeable = interchangeable
        self.choice: Choice
        self.chosen = 0
        self.blind = blind
        self.passed = False
        self.cursor = 0
