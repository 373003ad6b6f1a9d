"""Where cards can be, and the keywords that move them."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

#: The owner of the supply piles, the available achievements and all other common zones.
NOBODY = -1


class Zone(IntEnum):
    """A place for cards. All but ``DECK``, ``AVAILABLE``, ``RELICS``, ``REMOVED`` and ``JUNK`` belong to a player."""

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


class Faces(IntEnum):
    """Who sees the faces of the cards in a zone."""

    #: They lie face down for everybody, though some can be known.
    OF_NOBODY = 0
    OF_THE_OWNER = 1
    OPEN = 2


class ZoneFacts(NamedTuple):
    """What is so of a zone.

    One row of it drives saving, digests, invariants, the keys of worlds, elimination, positions, snapshots, columns of
    datasets and pages.

    - ``name``: in digests, in positions of the conformance suite, and in the native format.
    - ``column``: in views, datasets and the data of pages; ``words``: in texts.
    - ``stacked``: whether cards are told apart by their back and order of arrival.
    - ``always``: whether every game has it, so that it is listed even if it is empty.
    - ``counts``: whether it is in a digest even if it is empty, as all places are that the first digests had.
    """

    zone: Zone
    name: str
    column: str
    words: str
    faces: Faces
    stacked: bool
    always: bool = False
    counts: bool = True

    @property
    def hidden(self) -> bool:
        """Whether cards can lie there face down."""
        return self.faces is not Faces.OPEN

    @property
    def backs(self) -> str:
        """The name of the column of the backs."""
        return f"{self.name}_backs"


#: The zones of a player in the order of a digest. The board has colors, and is apart.
OF_A_PLAYER: Final = (
    ZoneFacts(Zone.HAND, "hand", "hand", "hand", Faces.OF_THE_OWNER, stacked=True, always=True),
    ZoneFacts(Zone.SCORE, "score", "score_pile", "score pile", Faces.OF_THE_OWNER, stacked=True, always=True),
    ZoneFacts(Zone.REVEALED, "revealed", "revealed", "revealed", Faces.OPEN, stacked=False),
    ZoneFacts(Zone.FORECAST, "forecast", "forecast", "forecast", Faces.OF_THE_OWNER, stacked=True),
    ZoneFacts(Zone.DISPLAY, "display", "display", "on display", Faces.OPEN, stacked=False),
    ZoneFacts(
        Zone.ACHIEVEMENTS, "achievements", "achievements", "achievements", Faces.OF_NOBODY, stacked=False, always=True
    ),
)
#: The zones of nobody in the order of a digest. The supply piles have backs, and are apart.
OF_NOBODY: Final = (
    ZoneFacts(Zone.AVAILABLE, "available", "available", "available achievements", Faces.OF_NOBODY, stacked=True),
    ZoneFacts(Zone.RELICS, "relics", "relics", "relics", Faces.OPEN, stacked=True),
    ZoneFacts(Zone.REMOVED, "removed", "removed", "removed cards", Faces.OF_NOBODY, stacked=False),
    ZoneFacts(Zone.JUNK, "junk", "junk", "junk", Faces.OF_NOBODY, stacked=True, counts=False),
)
#: The zones of a player in which somebody sees the cards, in the order of tables and columns.
SEEN: Final = tuple([place for place in sorted(OF_A_PLAYER) if place.faces is not Faces.OF_NOBODY])
#: The zones of a player that lie still between two actions, in the order of tables and columns.
AT_REST: Final = tuple([place for place in sorted(OF_A_PLAYER) if place.zone is not Zone.REVEALED])
#: The zones in which only their owner sees the cards.
OWN: Final = frozenset([place.zone for place in OF_A_PLAYER if place.faces is Faces.OF_THE_OWNER])
#: The zones of a player in which everybody sees the cards, and all such zones.
FACE_UP: Final = frozenset([Zone.BOARD, *[place.zone for place in OF_A_PLAYER if not place.hidden]])
OPEN: Final = FACE_UP | {Zone.CITY_ICONS, *[place.zone for place in OF_NOBODY if not place.hidden]}
#: The zones in which cards are told apart by their back and order of arrival.
STACKED: Final = frozenset([place.zone for place in (*OF_A_PLAYER, *OF_NOBODY) if place.stacked])


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
