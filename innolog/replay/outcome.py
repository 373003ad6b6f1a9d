"""What a search for an explanation of a log ends in, under one set of rules. It is no verdict yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from innolog.comparing.matching import Mismatch
from innolog.comparing.rules import by_the_rules
from innolog.engine.game import Saved
from innolog.engine.ruleset import Ruleset
from innolog.log import At, GameLog
from innolog.results.result import Findings, Violation
from innolog.results.soundness import Incomplete


class Fork(NamedTuple):
    """The place up to which a search does not depend on the edition: the game, the cursor, and the effort spent."""

    saved: Saved
    cursor: int
    budget: int
    returns: int


class Passage(NamedTuple):
    """An action that executed a card whose wording differs between editions: the game before and after it.

    ``action`` is its place among the actions. ``sure``: True when nothing before it was explained by a guess. ``saved``
    and ``cursor`` are the game and the cursor after it.
    """

    action: int
    start: Fork
    sure: bool
    saved: Saved
    cursor: int


@dataclass(slots=True)
class Outcome(Findings):
    """The end of a search under one set of rules.

    The log is *explained*, or it is *refuted* (nothing explains it, and everything was tried), or neither: then the
    search gave up. The log may be a beginning of the one that is judged.
    """

    log: GameLog
    #: None if innolog cannot play the rules of the log.
    rules: Ruleset | None
    #: True when an explanation of the whole log was found.
    explained: bool = False
    #: The index of the furthest observation that could not be explained.
    reached: int = 0
    #: The difference between log and rules there.
    difference: Violation | None = None
    #: True when a card was executed whose wording differs between editions.
    editions_differ: bool = False
    #: The last place before such an action, from which another edition can be tried.
    fork: Fork | None = None
    #: All actions that executed such a card, or None if one was not played to its end.
    passages: list[Passage] | None = None
    #: The names, in order, of the cards in a hand or score pile that the log shows, if that statement is doubted.
    lay_there: list[str] = field(default_factory=list)

    @property
    def refuted(self) -> bool:
        """True when nothing explains the log and everything was tried.

        What a full record of one player's messages omits (``UNSEEN``) is judged by itself, at the place of the breach.
        """
        left_out = self.soundness.reasons if self.not_recorded else self.soundness.reasons - {Incomplete.UNSEEN}
        return not self.explained and self.difference is not None and not left_out

    @property
    def violation(self) -> Violation | None:
        """The difference that refutes the rules; None if they are not refuted."""
        return self.difference if self.refuted else None


def violation_of(mismatch: Mismatch, at: At | None) -> Violation:
    """The violation at the place where the furthest explanation of a log ends."""
    message = by_the_rules(mismatch.expected, mismatch.observed)
    return Violation(mismatch.rule, message, at, mismatch.expected, mismatch.observed)
