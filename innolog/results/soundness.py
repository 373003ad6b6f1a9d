"""Soundness of a search: whether a failure proves that nothing explains the log.

A search that tried everything is *exhaustive*: if its frontier is empty, the log is illegal. A search that left
something out is *incomplete*, for one or more reasons; its failure proves nothing. The explanations that it finds are
valid.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Incomplete(Enum):
    """Why a search is incomplete, in a sentence each. The set is closed: nothing else withdraws *illegal*."""

    STEPS = "the search used up its budget of steps before it had tried everything"
    RETURNS = "there are too many possible explanations of the log to search"
    BEAM = "more worlds explain the log than the beam width allows"
    ORDERS = "a pile was rearranged, the log does not record the new order, and not every order was tried"
    FACES = "a choice depends on the faces of several hidden cards, and not every combination was tried"
    HIDDEN_AGAIN = "one of several cards was hidden again, and innolog had to guess which one"
    ALIKE = "innolog treated several hidden cards as interchangeable"
    DISTINGUISHED = "innolog treated hidden cards as interchangeable, but the log distinguishes them later"
    FORESIGHT = "innolog abandoned a branch because its board cannot show what the log records later"
    WORDS = "innolog could not read some of the words before this place"
    UNSEEN = "the log has only messages sent to single players, and these omit moves between places of no player"
    VIEWERS = "the log has only messages sent to single players and none sent to everybody, too little to judge it"
    ABSENCE = "the site plays for an absent player, and innolog does not know by which rules"
    KARMAS = "a karma of a figure may have done something that the log does not record as a karma"
    DEPTH = "too many cards are executed within each other, which no rule covers"
    STRANGE = "the log names something whose rules innolog does not know"
    UNSTATED = "innolog cannot state the difference between the log and the rules"


class Soundness(NamedTuple):
    """The soundness of a search: *exhaustive* without ``reasons``, otherwise *incomplete*."""

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
        """Whether a reason is among ``reasons``."""
        return reason in self.reasons

    def but(self, reason: Incomplete) -> Soundness:
        """This soundness with one more reason."""
        return self if reason in self.reasons else Soundness(self.reasons | {reason})

    def without(self, reason: Incomplete) -> Soundness:
        """This soundness without a reason, because that part was tried later."""
        return Soundness(self.reasons - {reason}) if reason in self.reasons else self

    def joined(self, other: Soundness) -> Soundness:
        """The soundness of two searches together."""
        return self if other.reasons <= self.reasons else Soundness(self.reasons | other.reasons)


_NO_GUESS = frozenset({Incomplete.FORESIGHT, Incomplete.WORDS, Incomplete.UNSEEN})
EXHAUSTIVE = Soundness()
