"""Everything in a tracker's file beside the cards that move, and what innolog compares it with.

What the keys of a moving card prove is in :data:`parsers.tracker.specification.CARRIES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parsers.fields import Field, Fields, Kind, each, engine, explains, within
from parsers.lines import fields as lines
from parsers.lines.keys import KEYS, MOVEMENTS
from parsers.tracker import specification as words

_LISTED: Final = "the trackers deduced the list; it is used if each action begins with an entry of its kind"

FIELDS: Final[Fields] = {
    "file": {
        words.PLAYERS: within(Kind.NAME, "names by id; entries must name these players and no others"),
        words.VIEWPOINT: within(Kind.PLAYER, "if cards that are drawn are shown, they are those of this player"),
        "myHand": within(
            Kind.CARDS, "also as my_hand; each card once; if the file has the end of the game, cards that came there"
        ),
        words.GAME_NAME: within(Kind.NAME, "the game must be Innovation"),
        words.ENTRIES: explains("the entries; listed below"),
        words.ACTIONS: explains(_LISTED),
        words.EXPANSIONS: explains("what the tracker was set to; the cards show which sets were played"),
        words.TOTAL: within(Kind.NUMBER, "how many entries there are; fewer, if the file was cut, but not more"),
    },
    "entry": {
        words.TYPE: explains("a card that moves, or a message; of unknown types, only the end of the game is compared"),
        words.MOVE: within(Kind.NUMBER, "numbers must not decrease"),
        words.TIME: within(Kind.NUMBER, "seconds since 1970; must not decrease"),
        words.MESSAGE: explains("listed below for each statement"),
    },
    "special achievement that moves": {
        "cardSet": explains("also as card_set: its name says its set, and what trackers write beside it is not known"),
    },
    "action": {
        words.ACTION_PLAYER: explains(_LISTED),
        words.ACTION_NUMBER: engine(Kind.NUMBER, "if the list is used"),
        words.ACTION_ENTRY: explains(_LISTED),
        words.ACTION_PARTS: explains(_LISTED),
        words.TIME: within(Kind.NUMBER, "seconds since 1970; must not decrease, and be that of its entries"),
    },
}

#: The statements of messages that trackers do not record completely, so that none is compared.
_INCOMPLETE: Final = ("splay", "unsplay", "agree", "decline", "name_", "parley", "chain", "deck_junked", "rearrange")
_NOT_READ: Final = explains("trackers do not record all of these messages")


def field_of(key: str, placeholder: str) -> Field:
    """What a placeholder of a message is compared with."""
    return _NOT_READ if key.startswith(_INCOMPLETE) else lines.field_of(key, placeholder)


def described() -> Iterator[tuple[str, str, Field]]:
    """Every field in order: the part of the file or the statement of a message, the name, and the field."""
    yield from each(FIELDS)
    for key, names in KEYS.items():
        if key.partition(".")[0] not in MOVEMENTS and key != "move":
            for name in names:
                yield f"message {key}", name, field_of(key, name)
