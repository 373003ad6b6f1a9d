"""Where cards can be, and the keywords that move them."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

#: The owner of the supply piles, the available achievements and all other common zones.
NOBODY = -1


class Zone(IntEnum):
    """A place for cards. All but ``DECK``, ``AVAILABLE``, ``REMOVED`` and ``JUNK`` belong to a player."""

    DECK = 0
    HAND = 1
    BOARD = 2
    SCORE = 3
    #: A player's claimed achievements.
    ACHIEVEMENTS = 4
    #: The achievements in the middle of the table that nobody has claimed.
    AVAILABLE = 5
    #: Cards shown to everybody in the course of an effect; they count as part of the hand.
    REVEALED = 6
    FORECAST = 7
    DISPLAY = 8
    RELICS = 9
    REMOVED = 10
    #: A visible flag or fountain of a city, while it does not count as an achievement.
    CITY_ICONS = 11
    #: Out of play, from where cards can come back (fourth edition).
    JUNK = 12


class Place(NamedTuple):
    """What is so of all zones: one row of it drives saving, digests, invariants, the keys of worlds and elimination.

    - ``name``: in digests and positions.
    - ``hidden``: whether cards can lie there face down.
    - ``counts``: whether it is in a digest even if it is empty, as all places are that the first digests had.
    """

    zone: Zone
    name: str
    hidden: bool
    counts: bool = True


#: The zones of a player in the order of a digest. The board has colors, and is apart.
OF_A_PLAYER: Final = (
    Place(Zone.HAND, "hand", hidden=True),
    Place(Zone.SCORE, "score", hidden=True),
    Place(Zone.REVEALED, "revealed", hidden=False),
    Place(Zone.FORECAST, "forecast", hidden=True),
    Place(Zone.DISPLAY, "display", hidden=False),
    Place(Zone.ACHIEVEMENTS, "achievements", hidden=True),
)
#: The zones of nobody in the order of a digest. The supply piles have backs, and are apart.
OF_NOBODY: Final = (
    Place(Zone.AVAILABLE, "available", hidden=True),
    Place(Zone.RELICS, "relics", hidden=False),
    Place(Zone.REMOVED, "removed", hidden=True),
    Place(Zone.JUNK, "junk", hidden=True, counts=False),
)


class Keyword(IntEnum):
    """Why a card moved (Deluxe rulebook, "Keywords")."""

    DRAW = 0
    MELD = 1
    TUCK = 2
    SCORE = 3
    RETURN = 4
    TRANSFER = 5
    REVEAL = 6
    ACHIEVE = 7
    REMOVE = 8
    #: From the revealed cards back to the hand.
    KEEP = 9
    FORESHADOW = 10
    #: From the supply onto the display (Artifacts).
    DIG = 11
    #: Out of play (fourth edition).
    JUNK = 12
