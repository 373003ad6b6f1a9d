"""The vocabulary of a recorded game: who played, and the observations a source made, in order.

Parsers make a :class:`GameLog`, the replay explains it. Nothing here knows a site's field names or the engine's state.
Players are *seats* (0 = first in turn order at the table), :data:`NOBODY` is the table. Every field that a source may
leave out is optional: ``None`` means "not recorded", never "zero" or "no".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from innolog.log.observations import (
    ActionBegan,
    Agreed,
    Asked,
    At,
    Chained,
    Check,
    DeckJunked,
    DogmaStarted,
    EffectStarted,
    Eliminated,
    Ended,
    FirstPlayer,
    FreeActionBegan,
    IconCounted,
    Named,
    NestedEnded,
    NestedStarted,
    Observation,
    Parley,
    Passed,
    Place,
    Rearranged,
    Revealed,
    SharingBonus,
    Splay,
    TopsAndHandsRemoved,
    Transfer,
    TurnEnded,
    Wiped,
)

NOBODY = -1
#: The owner of a player's place, if a poor record does not say which player.
ANYBODY = -2

#: How play can stop before the game is over, with the words for it.
STOPPED = {"conceded": "a player conceded", "closed": "the table was closed before the game was over"}


class Fact(Enum):
    """Kinds of fact that a source may or may not record.

    A source either has an observation for each fact of a kind, or for none.
    """

    POSITIONS = "positions of cards in hidden piles"
    SPLAYS = "splays"
    REARRANGEMENTS = "new orders of piles"
    REMOVALS = "cards that leave the game all at once"
    CHECKS = "scores and icon counts of players"
    ACTIONS = "where actions begin"
    TURNS = "where turns end"
    EFFECTS = "who carries out which effect"
    ICON_COUNTS = "counts of the featured icon"
    ACTIVATIONS = "which card is activated"
    SHARING_BONUS = "the free draw for sharing"
    NESTED = "the execution of other cards"
    PASSES = "declined options"
    CHOICES = "answers that move no card"
    ENDING = "how the game ended"


@dataclass(slots=True)
class Seat:
    """A player as the source names them."""

    id: str
    name: str


@dataclass(slots=True)
class Unread:
    """A text in a source that matches no known template. It may have recorded anything."""

    at: At
    text: str


class Absence(NamedTuple):
    """The site may play for a player: from a message about it to the player's next action, or to the end (None)."""

    seat: int
    start: At
    end: At | None


@dataclass(slots=True)
class Difference:
    """Two records of one observation that contradict each other.

    ``field`` is the first field that contradicts, or None for observations of different kinds.
    """

    field: str | None
    one: Observation
    other: Observation


@dataclass(slots=True)
class Inconsistency:
    """Two statements of one source (or of two sources of one game) that contradict each other.

    ``between`` is the difference between two sources. Its words need the names of cards, so ``expected`` and
    ``observed`` are empty then, and ``message`` names the sources.
    """

    at: At
    message: str
    expected: str
    observed: str
    between: Difference | None = None


@dataclass(slots=True)
class GameLog:
    """One recorded game.

    ``seats`` are in turn order as far as the log tells. ``viewpoint`` is the seat whose hidden cards are shown (None
    for a spectator). ``records`` are the kinds of fact the source records at all. ``team_game`` is None if not
    recorded. ``unknown`` counts the parts of unknown kinds that the parser ignored. ``inconsistencies`` are
    contradictions found while reading, in order. ``gaps`` are the places before which the source's numbering leaves out
    moves (in itself no contradiction). ``unread`` are parts that the parser can't read. ``stated`` are rules that the
    source states (``edition``, ``sets``, ``relics`` ...), as in the rules of a verdict. ``moves`` are the places where
    the source's moves begin. ``absences`` are stretches in which the site may have played for a player who had left.
    ``strange`` is the first sign that
    innolog does not know this form of log well, with its place. From there on the log can be explained, but not judged
    illegal.
    """

    source: str
    site: str
    game_id: str
    seats: list[Seat]
    observations: list[Observation]
    viewpoint: int | None = None
    records: frozenset[Fact] = frozenset()
    team_game: bool | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    inconsistencies: list[Inconsistency] = field(default_factory=list)
    gaps: tuple[At, ...] = ()
    unread: list[Unread] = field(default_factory=list)
    stated: dict[str, Any] = field(default_factory=dict)
    moves: tuple[At, ...] = ()
    absences: tuple[Absence, ...] = ()
    strange: Unread | None = None

    def before(self, at: At) -> GameLog:
        """The log up to a place."""
        place = (at.packet, at.index)
        earlier = [told for told in self.observations if (told.at.packet, told.at.index) < place]
        return replace(self, observations=earlier)

    @property
    def of_one(self) -> bool:
        """True when the log has only messages to single players, and none to the whole table.

        Such a log lacks the states of the table and the moves of cards between common places.
        """
        return {Fact.POSITIONS, Fact.SPLAYS} <= self.records and Fact.ACTIONS not in self.records

    @property
    def not_recorded(self) -> list[Fact]:
        """The kinds of fact without which a replay has to leave the state open; empty for a full record."""
        if {Fact.POSITIONS, Fact.SPLAYS} <= self.records:
            return []
        return [fact for fact in Fact if fact not in self.records]


class UnreadableLog(Exception):
    """The input is no game log that innolog can read: malformed, truncated, or something else.

    ``place`` says where (a line, a byte, a packet), ``expected`` and ``found`` what was wrong there. ``str()`` is one
    line.
    """

    def __init__(self, source: str, place: str, expected: str, found: str) -> None:
        super().__init__(
            f"{source}: {place}: expected {expected}, found {found}"
            if place
            else f"{source}: expected {expected}, found {found}"
        )
        self.source = source
        self.place = place
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type[UnreadableLog], tuple[str, str, str, str]]:
        # Errors travel between processes; the default would call the class with the message alone.
        return type(self), (self.source, self.place, self.expected, self.found)


def not_known(place: object, what: str) -> str:
    """The reason of an :class:`UnsupportedLog` that names something that innolog does not implement."""
    return f"{place}: innolog does not know the {what}"


class UnsupportedLog(Exception):
    """A game log whose rules or format innolog does not support. ``str()`` is one line."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason

    def __reduce__(self) -> tuple[type[UnsupportedLog], tuple[str, str]]:
        return type(self), (self.source, self.reason)


__all__ = [
    "ANYBODY",
    "NOBODY",
    "STOPPED",
    "ActionBegan",
    "Agreed",
    "Asked",
    "At",
    "Chained",
    "Check",
    "DeckJunked",
    "Difference",
    "DogmaStarted",
    "EffectStarted",
    "Eliminated",
    "Ended",
    "Fact",
    "FirstPlayer",
    "FreeActionBegan",
    "GameLog",
    "IconCounted",
    "Inconsistency",
    "Named",
    "NestedEnded",
    "NestedStarted",
    "Observation",
    "Parley",
    "Passed",
    "Place",
    "Rearranged",
    "Revealed",
    "Seat",
    "SharingBonus",
    "Splay",
    "TopsAndHandsRemoved",
    "Transfer",
    "TurnEnded",
    "Unread",
    "UnreadableLog",
    "UnsupportedLog",
    "Wiped",
    "not_known",
]
