"""Where cards can be, and the keywords that move them."""

from __future__ import annotations

from enum import IntEnum

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
