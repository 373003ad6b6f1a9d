"""What has to be known otherwise from the start of an action on, for it to go on as the log tells."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from innolog.replay.soundness import EXHAUSTIVE, Incomplete, Soundness


class Lesson(NamedTuple):
    """Hidden cards were others: a card is ``card``, or (None) cards are alike."""

    cards: frozenset[int]
    card: int | None


class Found(NamedTuple):
    """Of ``cards`` that lie in no known order in a pile, ``card`` is the uppermost one, or the lowest."""

    cards: frozenset[int]
    card: int
    lowest: bool


class Ranked(NamedTuple):
    """The ``cards``, some of those that lie in no known order in a pile, lie in this order, bottom to top."""

    cards: tuple[int, ...]
    card: None = None


#: Whatever can have to be known otherwise.
Insight: TypeAlias = Lesson | Found | Ranked


class Interchangeable(NamedTuple):
    """Cards that may be any of one another from the choice number ``since`` of an action on."""

    cards: tuple[int, ...]
    since: int


class NeedsLesson(Exception):
    """The action can be explained further only with one of the lessons of the present trial."""


class Trial:
    """What trying to explain one action found out and left out.

    ``lessons`` are for explanations of the action that were not tried, because what is known of the cards at its start
    has to be another for them; with each is the index of the log at which it was learnt first. ``soundness`` has the
    reasons for which the action may be tried again with more care, ``way`` those that count only if the present way of
    the action fails.
    """

    def __init__(self) -> None:
        self.lessons: dict[Insight, int] = {}
        self.soundness: Soundness = EXHAUSTIVE
        self.way: Soundness = EXHAUSTIVE

    def note(self, lesson: Insight, cursor: int) -> None:
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
