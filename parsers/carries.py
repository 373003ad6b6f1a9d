"""How reliable the fields of a poor record are: some always have a default value, or use one word for two things.

Each such format has a table ``CARRIES``: for each of its generations or sites and each field, what its values prove.
The reader leaves a field open if the value proves nothing, so that the search does not rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Carries(Enum):
    """What the value of a field proves."""

    FACT = "a fact, whatever it is"
    IF_TRUE = "a fact if it is true; false is also the default value"
    IF_FALSE = "a fact if it is false; the word for true is used for both"
    IF_GIVEN = "a fact if it is present; a missing value says nothing"
    IF_PLACED = "a fact if the line says where the card was; otherwise the word is used for both"
    FROM_HAND = "a fact for cards from a hand; for others one word is used for both"
    NOT_DRAWN = "a fact for cards that are not drawn; for drawn cards it is always false"
    UNLESS_MOVED = "a fact, except of a card that “moves” between places of players; then it is who acts"
    OF_THE_CARD = "only what is printed on the card"
    NOTHING = "nothing"


#: What the fields of one generation of a format, or of one site, prove.
Table = Mapping[str, Carries]
