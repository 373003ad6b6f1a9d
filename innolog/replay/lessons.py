"""The outcome of trying to explain one action: refinements of the belief state before it, and omissions."""

from __future__ import annotations

from typing import NamedTuple

from innolog.beliefs.refinements import Refinement
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness


class Interchangeable(NamedTuple):
    """Cards that may be exchanged for one another from the choice number ``since`` of an action on."""

    cards: tuple[int, ...]
    since: int


class Abandoned(Exception):
    """The present way is abandoned: its continuations were tried on another way, or contradict the log."""


class NeedsLesson(Exception):
    """The action can be explained further only with one of the lessons of the present trial."""


class Trial:
    """What one trial of an action found out and left out.

    ``lessons`` are refinements of the belief state at the start of the action that allow further explanations, each
    with the cursor at which it was first learned. ``soundness`` has the reasons to try the action again with more care.
    ``way`` has the reasons that count only if the present way fails.
    """

    def __init__(self) -> None:
        self.lessons: dict[Refinement, int] = {}
        self.soundness: Soundness = EXHAUSTIVE
        self.way: Soundness = EXHAUSTIVE

    def note(self, lesson: Refinement, cursor: int) -> None:
        """Keep a lesson."""
        self.lessons[lesson] = min(cursor, self.lessons.get(lesson, cursor))

    def omit(self, reason: Incomplete) -> None:
        """Note that the trial leaves something out, for a reason that more care removes."""
        self.soundness = self.soundness.but(reason)

    def doubt(self, reason: Incomplete) -> None:
        """Note that the present way leaves something out, which counts if it fails."""
        self.way = self.way.but(reason)

    def failed(self) -> None:
        """The present way failed: its omissions are omissions of the trial."""
        self.soundness = self.soundness.joined(self.way)


class Agenda:
    """The combinations of lessons with which an action is still to be tried, each of them once.

    ``learnt_at`` has the cursor at which each lesson was learned.
    """

    def __init__(self) -> None:
        self.pending: list[tuple[Refinement, ...]] = [()]
        self.learnt_at: dict[Refinement, int] = {}
        self._known: set[frozenset[Refinement]] = set()

    def add(self, lessons: tuple[Refinement, ...], learnt: dict[Refinement, int]) -> None:
        """Add what a trial with ``lessons`` has learned. What was learned at the furthest place is tried first."""
        for lesson in sorted(learnt, key=lambda each: (learnt[each], sorted(each.cards), each.card or 0)):
            self.learnt_at[lesson] = min(learnt[lesson], self.learnt_at.get(lesson, learnt[lesson]))
            further = (*lessons, lesson)
            if frozenset(further) not in self._known:
                self._known.add(frozenset(further))
                self.pending.append(further)
