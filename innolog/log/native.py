"""A game as innolog itself records it: the setup and every decision, from which the engine plays it again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from innolog.log import Fact, Seat

#: The version of the native format that this innolog writes, and the newest it reads.
FORMAT_VERSION = 1

#: What a decision is, as plain data: a card id, a color, a value, yes or no, a seat; an action as ``[kind, card]``;
#: a pile in its new order; None for declining.
Answer = int | str | bool | None | list[int] | list[int | str | None]


class Decision(NamedTuple):
    """One decision: who made it, what kind of choice it answered, and the answer. ``move`` is the source's number.

    ``digest`` is the digest of the state after the action that ends with this decision; None elsewhere, or if it is not
    recorded.
    """

    player: int
    kind: str
    answer: Answer
    move: int | None = None
    digest: str | None = None


@dataclass(slots=True)
class Dealt:
    """How the cards lay before the first decision.

    ``decks`` maps a back (see :func:`innolog.cards.facts.back_of`) to its cards from bottom to top; ``hands`` are by
    seat. A card of which only the back is known has a number of 2000 or more: ``unknown_backs[i]`` is the back of card
    ``2000 + i``, and ``faces`` says what some of them can only be.
    """

    decks: dict[int, list[int]]
    hands: list[list[int]]
    achievements: list[int]
    specials: list[int]
    relics: list[int] = field(default_factory=list)
    unknown_backs: list[int] = field(default_factory=list)
    faces: dict[int, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class RecordedGame:
    """One game in the native format.

    ``rules`` are those of :meth:`innolog.engine.ruleset.Ruleset.describe`. ``sources`` names the logs from which the
    game was made. ``settled`` are the kinds of fact that these left open: this is one of the games that explain them.
    ``digest`` is the digest of the last state, hexadecimal, and ``ended`` says how the game ended; both are None if not
    recorded. ``time`` is when the game began and ended, in seconds since 1970 (UTC), if that is recorded.
    """

    source: str
    site: str
    game_id: str
    seats: list[Seat]
    rules: dict[str, object]
    dealt: Dealt
    decisions: list[Decision]
    sources: list[str] = field(default_factory=list)
    digest: str | None = None
    ended: str | None = None
    winners: list[int] = field(default_factory=list)
    #: Whether the end is recorded: a recording may have been cut off before.
    finished: bool = False
    unknown: Counter[str] = field(default_factory=Counter)
    viewpoint: int | None = None
    settled: list[Fact] = field(default_factory=list)
    time: tuple[int, int] | None = None
    #: The lines of the source that have the decisions and the end, numbered from 1.
    lines: list[int] = field(default_factory=list, compare=False)

    def line_of(self, index: int) -> int:
        """The line of a decision, or of the end after all decisions. By default there are no empty lines."""
        # The header is line 1.
        return self.lines[index] if index < len(self.lines) else index + 2
