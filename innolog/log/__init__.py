"""The vocabulary of a recorded game: who played, and the observations a source made, in order.

Parsers make a :class:`GameLog`, the replay explains it. Nothing here knows a site's field names or the engine's state.
Players are *seats* (0 = first in turn order at the table), :data:`NOBODY` is the table. Every field that a source may
leave out is optional: ``None`` means "not recorded", never "zero" or "no".
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple

from innolog.log.observations import (
    ActionBegan,
    At,
    Check,
    EffectStarted,
    IconCounted,
    Place,
    Transfer,
    TurnEnded,
    Unworded,
    same,
    shown,
)
from innolog.support.errors import InnologError

#: What is used from :mod:`innolog.log.observations`.
__all__ = ["ActionBegan", "At", "Check", "EffectStarted", "IconCounted", "Place", "Transfer", "TurnEnded", "Unworded"]

NOBODY = -1
#: The owner of a player's place, if a poor record does not say which player.
ANYBODY = -2

#: How play can stop before the game is over, with the words for it.
STOPPED = {"conceded": "a player conceded", "closed": "the table was closed before the game was over"}


class _Statement:
    """Compares and shows what dataclasses hold.

    The methods that dataclasses generate for each class take half of the time of loading this module. That is a tenth
    of the time for a verdict on a small log.
    """

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return same(self, other)

    def __repr__(self) -> str:
        return shown(self)


@dataclass(slots=True, eq=False, repr=False)
class Splay(_Statement):
    """A pile of ``owner`` was splayed; direction 0 takes the splay away."""

    at: At
    owner: int
    color: int
    direction: int
    checks: tuple[Check, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Rearranged(_Statement):
    """A pile was put in a new order, recorded as successive swaps of positions ``(p, p + delta)`` or as its cards.

    ``order`` are the cards bottom to top. It is empty if the record has only swaps, and None if it has neither.
    """

    at: At
    owner: int
    color: int
    swaps: tuple[tuple[int, int], ...]
    highest_top: int | None = None
    order: tuple[int, ...] | None = ()


@dataclass(slots=True, eq=False, repr=False)
class Wiped(_Statement):
    """All hands, boards and score piles left the game."""

    at: At


@dataclass(slots=True, eq=False, repr=False)
class Eliminated(_Statement):
    """A player lost and left the game with all cards."""

    at: At
    player: int


@dataclass(slots=True, eq=False, repr=False)
class TopsAndHandsRemoved(_Statement):
    """All top cards and all hands left the game. ``cards`` are the top cards, by id, if recorded."""

    at: At
    checks: tuple[Check, ...] = ()
    cards: tuple[int, ...] | None = None


@dataclass(slots=True, eq=False, repr=False)
class FreeActionBegan(_Statement):
    """A player may use the Artifact on display."""

    at: At
    player: int


@dataclass(slots=True, eq=False, repr=False)
class DogmaStarted(_Statement):
    """A card was activated; ``endorsed``: True for an Endorse action, None if not recorded."""

    at: At
    player: int
    card: int
    icon: int | None = None
    endorsed: bool | None = None


@dataclass(slots=True, eq=False, repr=False)
class NestedStarted(_Statement):
    """A player executes effects of another card; ``on`` is the card on which they count as printed, if any.

    ``card`` is None if the source does not name it.
    """

    at: At
    player: int
    card: int | None
    on: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class NestedEnded(_Statement):
    """The execution of another card is over; ``card`` is None if the source does not name it."""

    at: At
    card: int | None


@dataclass(slots=True, eq=False, repr=False)
class Parley(_Statement):
    """A distant player could pay to ``share`` or to ``avoid`` a demand (fourth edition).

    ``paid`` says whether the player did, ``able`` whether the player had a card to pay with.
    """

    at: At
    player: int
    what: str
    paid: bool
    able: bool


@dataclass(slots=True, eq=False, repr=False)
class Chained(_Statement):
    """A player gets a Chain Achievement (fourth edition)."""

    at: At
    player: int


@dataclass(slots=True, eq=False, repr=False)
class DeckJunked(_Statement):
    """A supply pile of base cards was junked (fourth edition); ``count`` cards were in it."""

    at: At
    age: int | None
    count: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class SharingBonus(_Statement):
    """The free draw for sharing is announced."""

    at: At


@dataclass(slots=True, eq=False, repr=False)
class Revealed(_Statement):
    """A player showed cards without moving them: all of a place, or only ``some``."""

    at: At
    player: int
    place: Place
    cards: tuple[int, ...]
    some: bool = False


@dataclass(slots=True, eq=False, repr=False)
class IconsStated(_Statement):
    """The source says how many icons a player has, as it does within some effects."""

    at: At
    player: int
    icon: int | None
    count: int


@dataclass(slots=True, eq=False, repr=False)
class Asked(_Statement):
    """The source waits for a player's choice within an effect that another player carries out."""

    at: At
    player: int


@dataclass(slots=True, eq=False, repr=False)
class Passed(_Statement):
    """A player declined something optional.

    ``of`` names a case for which a source has special words: the free action with an Artifact on display ("display"), a
    relic, a promotion. It is empty for anything else, and None if not recorded.
    """

    at: At
    player: int
    of: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Agreed(_Statement):
    """A player answered yes or no to something optional as a whole.

    ``of`` names a case for which a source has special words: the free Dogma action with a promoted card ("promotion").
    It is empty for anything else, and None if not recorded.
    """

    at: At
    player: int
    yes: bool
    of: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Named(_Statement):
    """A player named a number (a value, an icon's number ...), colors or another player's ``seat``.

    ``place`` is the destination of the card drawn of this value, if the record names it, too.
    """

    at: At
    player: int
    value: int | None = None
    colors: tuple[int, ...] = ()
    seat: int | None = None
    place: Place | None = None


@dataclass(slots=True, eq=False, repr=False)
class FirstPlayer(_Statement):
    """The source says who plays first."""

    at: At
    player: int | None
    card_name: str | None = None


@dataclass(slots=True, eq=False, repr=False)
class Ended(_Statement):
    """The source says how the game ended: achievements, score or dogma, or how play stopped (:data:`STOPPED`).

    ``how`` is empty if the source says only that it ended, or in unknown words.

    ``winners`` are the seats of the players whom it names as having the most achievements. ``card`` is the card whose
    effect ended the game, if recorded. ``above`` is the age above which a card had to be drawn, at an end by score.
    ``alone`` is True if the source says that all others have lost. Other reasons are not read.
    """

    at: At
    how: str
    player: int | None = None
    achievements: int | None = None
    winners: tuple[int, ...] = ()
    card: int | None = None
    above: int | None = None
    alone: bool | None = None


Observation = (
    Transfer
    | Splay
    | Rearranged
    | Wiped
    | Eliminated
    | TopsAndHandsRemoved
    | FreeActionBegan
    | ActionBegan
    | DogmaStarted
    | IconCounted
    | EffectStarted
    | NestedStarted
    | NestedEnded
    | Parley
    | Chained
    | DeckJunked
    | SharingBonus
    | TurnEnded
    | Revealed
    | IconsStated
    | Asked
    | Passed
    | Agreed
    | Named
    | FirstPlayer
    | Ended
)


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
    FREE_ACTIONS = "where free actions begin"
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
    """A player as the source names them.

    ``addressed``: True when the source does not name its viewer, and says "You". Records of the game do not have this.
    """

    id: str
    name: str
    addressed: bool = field(default=False, compare=False)


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


#: Seconds since 1970 that can be the time of a move. Other numbers, such as 0 or milliseconds, record no time.
SECONDS = range(1, 1 << 33)
#: In seconds. Times of one move that are further apart contradict each other in any time zone.
DAY = 24 * 60 * 60


class Times(NamedTuple):
    """When a game was played, in seconds since 1970 (UTC), each in :data:`SECONDS`.

    ``start`` is the time of the first move that has one, ``end`` that of the last move; None if that is not recorded.
    ``moves`` are the times of moves by the source's number, as far as they are recorded: when a choice arrived.
    """

    start: int
    end: int | None
    moves: dict[int, int]


def iso_date(seconds: int) -> str:
    """Seconds since 1970 as a date and time in ISO 8601, such as ``2026-03-31T20:15:00Z``."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


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


class Ranked(NamedTuple):
    """A result that the source adds to a game: ranks and points by seat. It may lack some of the players.

    ``source`` is the name of the log that has it, if that is not the one of whose places ``at`` is.
    """

    at: At
    ranks: dict[int, int]
    scores: dict[int, int]
    source: str = ""

    @property
    def first(self) -> list[int]:
        """The seats that come first, in order."""
        return sorted(seat for seat, rank in self.ranks.items() if rank == 1)

    def fits(self, winners: Collection[int], scales: Sequence[Sequence[int]], gone: Collection[int]) -> bool:
        """Whether these can be the ranks and points after these players have won.

        Points are those of one of the scales (by seat; none if it is not known what points count), and nobody has a
        better rank than a seat with more of them. Without points, the winners come before all others, together or one
        after the other. ``gone`` are the seats of players who were out of the game or away at its end. They may have
        any rank, and no or negative points instead of their own. So may others with negative points, who left unseen.
        """
        away = {*gone, *(seat for seat, score in self.scores.items() if score < 0)}
        ranks = [(rank, seat) for seat, rank in self.ranks.items() if seat not in away]
        if not self.scores:
            last = max([rank for rank, seat in ranks if seat in winners], default=0)
            return last <= len({*winners, *gone}) and all(rank > last for rank, seat in ranks if seat not in winners)
        return not scales or any(
            all(score == scale[seat] or (score <= 0 and seat in away) for seat, score in self.scores.items())
            and not any(rank < other and scale[seat] < scale[more] for rank, seat in ranks for other, more in ranks)
            for scale in scales
        )


@dataclass(slots=True, repr=False)
class GameLog:
    """One recorded game.

    ``seats`` are in turn order as far as the log tells. ``unseated`` are the seats of players who never acted: the log
    does not tell their order. ``viewpoint`` is the seat whose hidden cards are shown (None for a spectator).
    ``records`` are the kinds of fact the source records at all. ``team_game`` is None if not recorded. ``unknown``
    counts the parts of unknown kinds that the parser ignored. ``inconsistencies`` are contradictions found while
    reading, in order. ``gaps`` are the places before which the source's numbering leaves out moves (in itself no
    contradiction). ``unread`` are parts that the parser can't read. ``stated`` are rules that the source states
    (``edition``, ``sets``, ``relics`` ...), as in the rules of a verdict. ``moves`` are the places where the source's
    moves begin. ``absences`` are stretches in which the site may have played for a player who had left. ``strange`` is
    the first sign that innolog does not know this form of log well, with its place. From there on the log can be
    explained, but not judged illegal. ``stopped`` is the place from which nothing was read, because innolog does not
    know what the log says there: what is before it can be illegal, but not legal. ``tells_questions`` is True if the
    source records every question to a player who does not carry out the effect. ``generations`` are the names of the
    generations of the site's code that may have written the log, the likeliest first; empty if the source does not
    reveal them. ``places_of`` is the source to which the places belong, if the log was merged from several. ``times``
    is None if the source records no times. ``ranked`` are the results that the source adds to the game. ``partners`` is
    the partner of each seat, as far as the source names them. ``private`` is the number of messages to single players
    that were compared with those to the whole table. ``unworded`` are the sentences that may record, in unknown words,
    what nothing else does. ``of_one`` is True if the log has only messages to single players, and none to the whole
    table: then it lacks the states of the table and the moves of cards between common places. ``in_older_words`` is
    True if its words are those of Board Game Arena's code until 2023.
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
    stopped: Unread | None = None
    tells_questions: bool = False
    generations: tuple[str, ...] = ()
    places_of: str = ""
    times: Times | None = None
    ranked: tuple[Ranked, ...] = ()
    partners: dict[int, int] = field(default_factory=dict)
    private: int = 0
    unseated: tuple[int, ...] = ()
    unworded: tuple[Unworded, ...] = ()
    of_one: bool = False
    in_older_words: bool = False

    def __repr__(self) -> str:
        """One line: a log has thousands of observations."""
        names = ", ".join(seat.name for seat in self.seats)
        return f"<GameLog {self.source!r}: {names!r}, {len(self.observations)} observations>"

    def before(self, at: At) -> GameLog:
        """The log up to a place."""
        place = at.place
        return replace(self, observations=[told for told in self.observations if told.at.place < place])

    def may_record(self, kind: type, player: int, after: At | None, before: At | None) -> bool:
        """Whether a sentence in unknown words between two places may record a fact of a kind about a player."""
        place = attrgetter("at.place")
        first = bisect_right(self.unworded, after.place, key=place) if after else 0
        last = bisect_left(self.unworded, before.place, key=place) if before else None
        return any(each.player == player and kind in each.kinds for each in self.unworded[first:last])

    @property
    def away(self) -> list[int]:
        """The seats of players for whom the site may have played up to the end."""
        return [absence.seat for absence in self.absences if absence.end is None]

    @property
    def not_recorded(self) -> list[Fact]:
        """The kinds of fact without which a replay has to leave the state open; empty for a full record."""
        if {Fact.POSITIONS, Fact.SPLAYS} <= self.records:
            return []
        return [fact for fact in Fact if fact not in self.records]


class UnreadableLog(InnologError):
    """The input is no game log that innolog can read: malformed, truncated, or something else.

    ``place`` says where (a line, a byte, a packet), ``expected`` and ``found`` what was wrong there. ``str()`` is one
    line.
    """

    def __init__(self, source: str, place: str, expected: str, found: str) -> None:
        where = f"{source}: {place}" if place else source
        super().__init__(f"{where}: expected {expected}, found {found}")
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


class UnsupportedLog(InnologError):
    """A game log whose rules or format innolog does not support. ``str()`` is one line."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason

    def __reduce__(self) -> tuple[type[UnsupportedLog], tuple[str, str]]:
        return type(self), (self.source, self.reason)


def shown_as_proof(told: Observation) -> Revealed | None:
    """A card that is revealed, as one that is only shown where it lies; None for anything else.

    At a table, whoever may be doubted shows the cards that matter (fourth edition, Verification), which moves none.
    """
    if not isinstance(told, Transfer) or told.card is None or told.to_place is not Place.REVEALED:
        return None
    if told.from_place not in (Place.HAND, Place.SCORE):
        return None
    return Revealed(told.at, told.from_owner, told.from_place, (told.card,), some=True)


def unnamed(observations: list[Observation]) -> Transfer | None:
    """The first move of a card on a board whose face is not recorded; None if there is none.

    Everybody sees the cards on boards, so such a record is damaged.
    """
    hidden = (told for told in observations if type(told) is Transfer and told.card is None)
    return next((move for move in hidden if Place.BOARD in (move.from_place, move.to_place)), None)
