"""What has to be known otherwise from the start of an action on, for it to go on as the log tells."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


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


class Learnt(Exception):
    """The story can go on only with one of ``lessons`` of the guide that raises it."""
