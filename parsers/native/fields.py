"""Every field of the native format, and what innolog compares it with (:mod:`parsers.fields`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parsers.fields import Field, Fields, Kind, each, engine, explains, within

_DEALT = "the deal must be one of the rules, and the decisions must be possible with it"
_RULES = "believed: the decisions must be possible by these rules, but may be possible by others, too"

FIELDS: Final[Fields] = {
    "header": {
        "innolog": explains("the version of the format; a newer one is not read"),
        "site": explains("where the game was played, as its source says"),
        "game_id": explains("the number of the game, as its source says; other files of the game are held against it"),
        "sources": explains("the names of the files that the record was made from"),
        "players": explains("ids and names, as the source says; no two players have the same id or name"),
        "time": explains("when the game began and ended; the end must not be before the beginning"),
        "settled": explains("which facts the sources left open"),
    },
    "rules": {
        **dict.fromkeys(("edition", "platform", "generation", "teams"), explains(_RULES)),
        "sets": engine(Kind.CARDS, "the deal must have their cards, and no others"),
        "players": within(Kind.NUMBER, "the number of players"),
        "options": explains(_RULES),
    },
    "setup": {
        **dict.fromkeys(("decks", "hands", "achievements", "specials", "relics"), engine(Kind.CARDS, _DEALT)),
        "unknown": engine(Kind.CARDS, "backs of hidden cards, and the faces that they can have; " + _DEALT),
    },
    "decision": {
        "player": engine(Kind.PLAYER),
        "choice": engine(Kind.WORD),
        "answer": engine(Kind.TEXT, "must be possible; if the cards are known, a digest shows what it led to"),
        "move": within(Kind.NUMBER, "the number of the move in the source; numbers must not decrease"),
        "digest": engine(Kind.TEXT, "of the state after the action"),
    },
    "end": {
        "end": engine(Kind.WORD),
        "winners": engine(Kind.PLAYER),
        "decisions": within(Kind.NUMBER, "how many there are"),
        "digest": engine(Kind.TEXT, "of the last state"),
    },
}


def described() -> Iterator[tuple[str, str, Field]]:
    """Every field in order: the part of the file, the name, and the field."""
    yield from each(FIELDS)
