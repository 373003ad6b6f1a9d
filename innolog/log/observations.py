"""The place of an observation in its source, and the most frequent kinds of observation.

These classes are compiled, because nearly every notification makes one or two of them. So each has an ``__init__`` of
its own: the one that a dataclass generates is never compiled, and takes nine times as long.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple


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
    """Compares, shows and pickles what its subclasses hold."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return same(self, other)

    def __repr__(self) -> str:
        return shown(self)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        # Compiled classes have no state that pickle can find.
        return type(self), tuple([getattr(self, name) for name in _names(self)])


def same(one: object, other: object) -> bool:
    """True when two observations are of one kind and equal."""
    names = _names(one)
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in names)


def shown(value: object) -> str:
    """An observation as Python code."""
    return f"{type(value).__name__}({', '.join([f'{name}={getattr(value, name)!r}' for name in _names(value)])})"


def _names(value: Any) -> tuple[str, ...]:
    """The names of the fields, in order."""
    names: tuple[str, ...] = value.__match_args__
    return names


@dataclass(init=False, eq=False, repr=False)
class At(_Statement):
    """Where an observation stands in its source.

    ``move`` is the source's own move number, ``packet`` and ``index`` count from 0 the packets of the file and the
    notifications in the packet. In a source of lines (a copied text, a page, a list of entries) ``packet`` is the
    number of the line, from 1, and ``index`` the place in it. ``unit`` is the source's word for a line. ``position`` is
    the place in a file with lines of its own (a page); it does not count when places are compared.
    """

    move: int | None
    packet: int
    index: int
    unit: str
    position: str

    def __init__(self, move: int | None, packet: int, index: int, unit: str = "", position: str = "") -> None:
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

    @property
    def place(self) -> tuple[int, int]:
        """What orders the places of one source. A packet can lack the number of its move."""
        return self.packet, self.index

    def _key(self) -> tuple[int | None, int, int, str]:
        return (self.move, self.packet, self.index, self.unit)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, At):
            return NotImplemented
        return self._key() == other._key()

    def __lt__(self, other: At) -> bool:
        return self._key() < other._key()

    def __le__(self, other: At) -> bool:
        return self._key() <= other._key()

    def __gt__(self, other: At) -> bool:
        return self._key() > other._key()

    def __ge__(self, other: At) -> bool:
        return self._key() >= other._key()

    def __hash__(self) -> int:
        return hash(self._key())


@dataclass(init=False, eq=False, repr=False)
class Check(_Statement):
    """A source's statement about one player at a moment; the replay is checked against it.

    ``icons`` are the basic icons from crown to clock, or to avatar in a source that has these, too.
    """

    player: int
    score: int | None
    icons: tuple[int, ...] | None
    highest_top: int | None
    tucked: int | None
    scored: int | None

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


@dataclass(init=False, eq=False, repr=False)
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
    bottom: bool | None
    meld: bool | None
    score: bool | None
    color: int | None
    checks: tuple[Check, ...]

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


@dataclass(init=False, eq=False, repr=False)
class ActionBegan(_Statement):
    """A player is asked for an action. ``claimable`` are the ages of the standard achievements offered.

    ``age_to_draw`` and ``set_to_draw`` are those of the card that a Draw action would take.
    """

    at: At
    player: int
    number: int | None
    age_to_draw: int | None
    claimable: tuple[int, ...] | None
    set_to_draw: int | None

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


@dataclass(init=False, eq=False, repr=False)
class IconCounted(_Statement):
    """One player's count of the featured icon."""

    at: At
    player: int
    icon: int | None
    count: int

    def __init__(self, at: At, player: int, icon: int | None, count: int) -> None:
        self.at = at
        self.player = player
        self.icon = icon
        self.count = count


@dataclass(init=False, eq=False, repr=False)
class EffectStarted(_Statement):
    """A player starts to carry out an effect of ``card``: the ``number``-th of its ``kind``."""

    at: At
    player: int
    kind: str | None
    number: int | None
    again: bool | None
    card: int | None

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


@dataclass(init=False, eq=False, repr=False)
class TurnEnded(_Statement):
    """A turn is over."""

    at: At

    def __init__(self, at: At) -> None:
        self.at = at


class Unworded(NamedTuple):
    """A sentence in words that innolog does not know. It may record one fact of these kinds, as observations have them.

    ``player`` is whom it names, or the table.
    """

    at: At
    player: int
    kinds: frozenset[type]
