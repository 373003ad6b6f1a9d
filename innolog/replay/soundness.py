"""Soundness of a search: whether a failure proves that nothing explains the log.

A search that tried everything is *exhaustive*: if its frontier is empty, the log is illegal. One that left something
out is *incomplete*, and says why; its failure proves nothing. An explanation that it finds is one all the same.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Incomplete(Enum):
    """Why a search is incomplete, in a sentence each. The set is closed: nothing else withdraws *illegal*."""

    STEPS = "the budget of steps was spent before everything was tried"
    RETURNS = "too many ways to explain the log"
    BEAM = "more worlds explain the log than are carried from one action to the next"
    ORDERS = "a pile was put in an order that the log does not record, and not every order was tried"
    FACES = "a choice rests on what several hidden cards are, and not every combination was tried"
    HIDDEN_AGAIN = "one of several cards was hidden again, and which one it was is a guess"
    ALIKE = "one of several hidden cards was taken for any of them"
    TOLD_APART = "hidden cards that were taken for any of one another are told apart by the log"
    FORESIGHT = "a way was given up because a board can't show what the log records of it later"
    WORDS = "words before the place could not be read"
    UNSEEN = "cards went between places of nobody, of which a log of what one player was told has nothing"
    VIEWERS = "the log has what several players were told and not what all were, which is too little to judge it"
    ABSENCE = "the site plays for a player who left, and how it does that is not known"
    STRANGE = "the log names something whose rules are not known"
    UNSTATED = "the difference between log and rules can't be stated"


class Soundness(NamedTuple):
    """The soundness of what was tried: *exhaustive* without ``reasons``, else *incomplete*."""

    reasons: frozenset[Incomplete] = frozenset()

    @property
    def exhaustive(self) -> bool:
        """True when everything was tried, so that a failure proves that there is no explanation."""
        return not self.reasons

    @property
    def guessed(self) -> bool:
        """True when what happened may not be among the explanations found.

        Some reasons rule out no explanation of an honest log; they only withdraw the proof.
        """
        return bool(self.reasons - _NO_GUESS)

    def has(self, reason: Incomplete) -> bool:
        """Whether a reason is among those for which it is incomplete."""
        return reason in self.reasons

    def but(self, reason: Incomplete) -> Soundness:
        """The soundness if something else was left out, for a reason."""
        return self if reason in self.reasons else Soundness(self.reasons | {reason})

    def without(self, reason: Incomplete) -> Soundness:
        """The soundness once what was left out for a reason is tried."""
        return Soundness(self.reasons - {reason}) if reason in self.reasons else self

    def joined(self, other: Soundness) -> Soundness:
        """The soundness of two things tried, taken together."""
        return self if other.reasons <= self.reasons else Soundness(self.reasons | other.reasons)


_NO_GUESS = frozenset({Incomplete.FORESIGHT, Incomplete.WORDS, Incomplete.UNSEEN})
EXHAUSTIVE = Soundness()
