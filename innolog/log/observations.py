"""The observations of a recorded game.

The search compares every event with one of them, and a reader makes one of nearly every notification. So this module is
compiled. The most frequent kinds have an ``__init__`` of their own: the one that dataclasses generate is not compiled,
and takes nine times as long.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(slots=True, order=True, unsafe_hash=True, init=False)
class At:
    """Where an observation stands in its source.

    ``move`` is the source's own move number, ``packet`` and ``index`` count from 0 the packets of the file and the
    notifications in the packet. In a source of lines (a copied text, a page, a list of entries) ``packet`` is the
    number of the line, from 1, and ``index`` the place in it. ``unit`` is the source's word for a line. ``position`` is
    the place in a file with lines of its own (a page); it does not count when places are compared.
    """

    move: int | None
    packet: int
    index: int
    unit: str = ""
    position: str = field(default="", compare=False)

    def __init__(
        self,
        move: int | None,
        packet: int,
        index: int,
        unit: str = "",
        position: str = "",
    ) -> None:
        self.move = move
        self.packet = packet
        self.index = index
        self.unit = unit
        self.position = position

    def __str__(self) -> str:
        move = "?" if self.move is None else str(self.move)
        if self.unit:
            position = f" ({self.position})" if self.position else ""
            return f"move {move}, {self.unit} {self.packet}{position}"
        return f"move {move}, packet {self.packet}, notification {self.index}"


class Place(Enum):
    """Places of cards as logs name them."""

    DECK = "deck"
    HAND = "hand"
    BOARD = "board"
    SCORE = "score"
    ACHIEVEMENTS = "achievements"
    REVEALED = "revealed"
    DISPLAY = "display"
    FORECAST = "forecast"
    RELICS = "relics"
    FLAGS = "flags"
    FOUNTAINS = "fountains"
    REMOVED = "removed"
    JUNK = "junk"


class _Statement:
    """Compares and shows what dataclasses hold.

    The methods that dataclasses generate for each class take half of the time of loading this module. That is a tenth
    of the time for a verdict on a small log.
    """

    __slots__: tuple[str, ...] = ()

    def _fields(self) -> tuple[str, ...]:
        """The names of the fields. Compiled classes have no ``__slots__``."""
        return type(self).__match_args__  # type: ignore[attr-defined, no-any-return]

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields())})"


@dataclass(slots=True, eq=False, repr=False, init=False)
class Check(_Statement):
    """A source's statement about one player at a moment; the replay is checked against it.

    ``icons`` are the basic icons from crown to clock, or to avatar in a source that has these, too.
    """

    player: int
    score: int | None = None
    icons: tuple[int, ...] | None = None
    highest_top: int | None = None
    tucked: int | None = None
    scored: int | None = None

    def __init__(
        self,
        player: int,
        score: int | None = None,
        icons: tuple[int, ...] | None = None,
        highest_top: int | None = None,
        tucked: int | None = None,
        scored: int | None = None,
    ) -> None:
        self.player = player
        self.score = score
        self.icons = icons
        self.highest_top = highest_top
        self.tucked = tucked
        self.scored = scored


@dataclass(slots=True, eq=False, repr=False, init=False)
class Transfer(_Statement):
    """A card moved. ``bottom``: True when it went under a pile.

    Positions count as in :class:`innolog.engine.events.Transfer`. Only a record without positions may have
    :data:`ANYBODY` as an owner. ``age`` and ``card_set`` are those of the back (None for a special achievement, or if
    not recorded). ``relic`` says whether it is a relic's (None if not recorded).
    """

    at: At
    card: int | None
    card_set: int | None
    age: int | None
    relic: bool | None
    from_owner: int
    from_place: Place
    from_position: int | None
    to_owner: int
    to_place: Place
    to_position: int | None
    bottom: bool | None = None
    meld: bool | None = None
    score: bool | None = None
    color: int | None = None
    checks: tuple[Check, ...] = ()

    def __init__(
        self,
        at: At,
        card: int | None,
        card_set: int | None,
        age: int | None,
        relic: bool | None,
        from_owner: int,
        from_place: Place,
        from_position: int | None,
        to_owner: int,
        to_place: Place,
        to_position: int | None,
        bottom: bool | None = None,
        meld: bool | None = None,
        score: bool | None = None,
        color: int | None = None,
        checks: tuple[Check, ...] = (),
    ) -> None:
        self.at = at
        self.card = card
        self.card_set = card_set
        self.age = age
        self.relic = relic
        self.from_owner = from_owner
        self.from_place = from_place
        self.from_position = from_position
        self.to_owner = to_owner
        self.to_place = to_place
        self.to_position = to_position
        self.bottom = bottom
        self.meld = meld
        self.score = score
        self.color = color
        self.checks = checks

    @property
    def back(self) -> int | None:
        """The back of the card as one number (see :func:`innolog.cards.facts.back_of`), or None if not recorded."""
        if self.age is None or self.card_set is None or self.relic is None:
            return None
        return (128 if self.relic else 0) + self.card_set * 16 + self.age


@dataclass(slots=True, eq=False, repr=False, init=False)
class Splay(_Statement):
    """A pile of ``owner`` was splayed; direction 0 takes the splay away."""

    at: At
    owner: int
    color: int
    direction: int
    checks: tuple[Check, ...] = ()

    def __init__(
        self,
        at: At,
        owner: int,
        color: int,
        direction: int,
        checks: tuple[Check, ...] = (),
    ) -> None:
        self.at = at
        self.owner = owner
        self.color = color
        self.direction = direction
        self.checks = checks


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


@dataclass(slots=True, eq=False, repr=False, init=False)
class ActionBegan(_Statement):
    """A player is asked for an action. ``claimable`` are the ages of the standard achievements offered.

    ``age_to_draw`` and ``set_to_draw`` are those of the card that a Draw action would take.
    """

    at: At
    player: int
    number: int | None = None
    age_to_draw: int | None = None
    claimable: tuple[int, ...] | None = None
    set_to_draw: int | None = None

    def __init__(
        self,
        at: At,
        player: int,
        number: int | None = None,
        age_to_draw: int | None = None,
        claimable: tuple[int, ...] | None = None,
        set_to_draw: int | None = None,
    ) -> None:
        self.at = at
        self.player = player
        self.number = number
        self.age_to_draw = age_to_draw
        self.claimable = claimable
        self.set_to_draw = set_to_draw


@dataclass(slots=True, eq=False, repr=False, init=False)
class DogmaStarted(_Statement):
    """A card was activated; ``endorsed``: True for an Endorse action, None if not recorded."""

    at: At
    player: int
    card: int
    icon: int | None = None
    endorsed: bool | None = None

    def __init__(
        self,
        at: At,
        player: int,
        card: int,
        icon: int | None = None,
        endorsed: bool | None = None,
    ) -> None:
        self.at = at
        self.player = player
        self.card = card
        self.icon = icon
        self.endorsed = endorsed


@dataclass(slots=True, eq=False, repr=False, init=False)
class IconCounted(_Statement):
    """One player's count of the featured icon."""

    at: At
    player: int
    icon: int | None
    count: int

    def __init__(
        self,
        at: At,
        player: int,
        icon: int | None,
        count: int,
    ) -> None:
        self.at = at
        self.player = player
        self.icon = icon
        self.count = count


@dataclass(slots=True, eq=False, repr=False, init=False)
class EffectStarted(_Statement):
    """A player starts to carry out an effect of ``card``: the ``number``-th of its ``kind``."""

    at: At
    player: int
    kind: str | None = None
    number: int | None = None
    again: bool | None = None
    card: int | None = None

    def __init__(
        self,
        at: At,
        player: int,
        kind: str | None = None,
        number: int | None = None,
        again: bool | None = None,
        card: int | None = None,
    ) -> None:
        self.at = at
        self.player = player
        self.kind = kind
        self.number = number
        self.again = again
        self.card = card


@dataclass(slots=True, eq=False, repr=False)
class NestedStarted(_Statement):
    """A player executes effects of another card; ``on`` is the card on which they count as printed, if any."""

    at: At
    player: int
    card: int
    on: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class NestedEnded(_Statement):
    """The execution of another card is over."""

    at: At
    card: int


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


@dataclass(slots=True, eq=False, repr=False, init=False)
class TurnEnded(_Statement):
    """A turn is over."""

    at: At

    def __init__(
        self,
        at: At,
    ) -> None:
        self.at = at


@dataclass(slots=True, eq=False, repr=False)
class Revealed(_Statement):
    """A player showed cards without moving them."""

    at: At
    player: int
    place: Place
    cards: tuple[int, ...]


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

    ``winners`` are the seats of the players whom it names as having the most achievements. ``card`` is the card whose
    effect ended the game, if recorded.
    """

    at: At
    how: str
    player: int | None = None
    achievements: int | None = None
    winners: tuple[int, ...] = ()
    card: int | None = None


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
    | Asked
    | Passed
    | Agreed
    | Named
    | FirstPlayer
    | Ended
)


def unnamed(observations: list[Observation]) -> Transfer | None:
    """The first move of a card on a board whose face is not recorded; None if there is none.

    Everybody sees the cards on boards, so such a record is damaged.
    """
    for observation in observations:
        if (
            isinstance(observation, Transfer)
            and observation.card is None
            and (observation.to_place is Place.BOARD or observation.from_place is Place.BOARD)
        ):
            return observation
    return None
