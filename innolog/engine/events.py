"""What the engine did, one record per operation. The order of the records is part of the rules.

Players are seat indices (0 = first in turn order of the table); :data:`~innolog.engine.zones.NOBODY` stands for the
table. Cards are card ids, or ids from :data:`~innolog.cards.facts.UNKNOWN_BASE` on where only the back is known.
"""

from __future__ import annotations

from typing import NamedTuple

from innolog.engine.zones import Keyword, Zone


class Transfer(NamedTuple):
    """A card moved.

    Positions count from 0. In a supply pile and on a board they count from the bottom of the pile; in hands, score
    piles and forecasts among the cards with the same back, in order of arrival; elsewhere in order of arrival.
    """

    card: int
    from_owner: int
    from_zone: Zone
    from_position: int
    to_owner: int
    to_zone: Zone
    to_position: int
    bottom: bool
    keyword: Keyword


class Splay(NamedTuple):
    """A pile got a new direction. ``lost``: True when it was reduced to one card and so lost its splay."""

    owner: int
    color: int
    direction: int
    lost: bool


class Rearranged(NamedTuple):
    """A player put one pile in a new order, given bottom to top."""

    owner: int
    color: int
    cards: tuple[int, ...]


class Wiped(NamedTuple):
    """All hands, boards and score piles left the game."""


class Eliminated(NamedTuple):
    """A player lost and left the game with all cards."""

    player: int


class TopsAndHandsRemoved(NamedTuple):
    """All top cards (``cards``) and all hands left the game."""

    cards: tuple[int, ...] = ()


class FreeActionBegan(NamedTuple):
    """A player may use the Artifact on display before the first action of the turn."""

    player: int


class ActionBegan(NamedTuple):
    """A player is about to take an action: the ``number``-th (1 or 2) of the ``of`` actions of the turn."""

    player: int
    number: int
    of: int


class DogmaStarted(NamedTuple):
    """A card was activated with a Dogma or an Endorse action."""

    player: int
    card: int
    endorsed: bool


class IconsCounted(NamedTuple):
    """The featured icon was counted, once for the whole action; one count per seat."""

    icon: int
    counts: tuple[int, ...]


class EffectStarted(NamedTuple):
    """A player carries out one effect. ``again``: True the second time, if the card was endorsed."""

    player: int
    card: int
    kind: str
    number: int
    again: bool


class EffectSkipped(NamedTuple):
    """Nobody is vulnerable to a demand."""

    card: int
    kind: str
    number: int


class NestedStarted(NamedTuple):
    """A player executes effects of another card: its non-demand effects, or all of them as if on card ``on``."""

    player: int
    card: int
    on: int | None = None


class NestedEnded(NamedTuple):
    """The execution of another card's effects is over."""

    card: int


#: In place of the card that was returned: the player counts as having paid, but no card moved (a site's deviation).
NO_CARD = -1


class Parley(NamedTuple):
    """A distant player was asked to pay for ``what`` (fourth edition), and returned a card.

    ``paid`` is None if the player did not pay, and :data:`NO_CARD` if no card moved.
    """

    player: int
    what: str
    paid: int | None


class Chained(NamedTuple):
    """A player gets a Chain Achievement (fourth edition)."""

    player: int


class DeckJunked(NamedTuple):
    """The supply pile of a value was junked, card by card (fourth edition); ``number`` cards were in it."""

    age: int
    number: int


class SharingBonus(NamedTuple):
    """The player gets a free Draw action because an opponent shared."""

    player: int


class TurnEnded(NamedTuple):
    """A player's turn is over; the counts for Monument start anew."""

    player: int


class GameEnded(NamedTuple):
    """The game is over. ``how``: achievements, score or dogma. There are several winners if they share the win."""

    how: str
    winners: tuple[int, ...]
    #: The player who tried to draw above the last age, or who met a card's condition.
    by: int
    #: True when the winners are the only ones who have not lost.
    alone: bool = False


Event = (
    Transfer
    | Splay
    | Rearranged
    | Wiped
    | Eliminated
    | TopsAndHandsRemoved
    | FreeActionBegan
    | ActionBegan
    | DogmaStarted
    | IconsCounted
    | EffectStarted
    | EffectSkipped
    | NestedStarted
    | NestedEnded
    | Parley
    | Chained
    | DeckJunked
    | SharingBonus
    | TurnEnded
    | GameEnded
)
