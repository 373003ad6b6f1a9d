"""What trying to explain one action found out: refinements of the belief state before it, and what was left out."""

from __future__ import annotations

from typing import NamedTuple

from innolog.beliefs.refinements import Refinement
from innolog.results.soundness import EXHAUSTIVE, Incomplete, Soundness


class Interchangeable(NamedTuple):
    """Cards that may be any of one another from the choice number ``since`` of an action on."""

    cards: tuple[int, ...]
    since: int


class Abandoned(Exception):
    """The present way is given up: all that can follow was tried on another way, or cannot be what the log records."""


class NeedsLesson(Exception):
    """The action can be explained further only with one of the lessons of the present trial."""


class Trial:
    """What trying to explain one action found out and left out.

    ``lessons`` are refinements of the belief state at the start of the action, with which it has explanations not tried
    yet; with each comes the index of the log at which it was learnt first. ``soundness`` has the reasons for which the
    action may be tried again with more care, ``way`` those that count only if the present way of the action fails.
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
        """The present way failed: what it left out is left out of the trial."""
        self.soundness = self.soundness.joined(self.way)
