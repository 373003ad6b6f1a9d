"""Everything that a line of a text or page states, and what innolog compares it with (:mod:`parsers.fields`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parsers.fields import Field, Fields, Kind, each, engine, explains, within
from parsers.lines.keys import KEYS, MOVEMENTS, NAMED

#: What surrounds the lines of the log.
AROUND: Final[Fields] = {
    "title": {
        "table": within(
            Kind.NUMBER, "the number of the game; other titles and other files of the game are held against it"
        ),
        "edition": explains(
            "titles must agree; what happens must be possible by its rules, but may be possible by others, too"
        ),
        "sets": engine(Kind.CARDS, "cards of other sets are not in the game"),
        "options": explains("believed, like the edition; the end of the game must fit"),
    },
    "header of a move": {
        "number": within(
            Kind.NUMBER,
            "numbers must increase, and where they begin again, another log does; at a table, they may be wrong",
        ),
        "player": engine(
            Kind.PLAYER,
            "above opening cards, one of these must be that of this player; pages of Board Game Arena have none there",
        ),
    },
    "page": {
        "time": explains("in the language and time zone of whoever opened the page"),
        "results": within(
            Kind.NAME,
            "winners must come before all others; on Yucata, all must be players; on Board Game Arena, they may have"
            " taken other names",
        ),
        "card in markup": within(
            Kind.NAME, "the name in the text must be that of the card, and the set that in the words"
        ),
    },
}
#: The part for all keys of moving cards.
MOVES: Final = "a card that moves"

_BY_PLACEHOLDER: Final[dict[str, Field]] = {
    "player": engine(Kind.PLAYER, "unless the line also names the owner of a card; then it is the owner"),
    "other": engine(Kind.PLAYER),
    "owner": engine(Kind.PLAYER),
    "card": engine(Kind.NAME),
    "card2": engine(Kind.NAME),
    "cards": engine(Kind.CARDS),
    "value": engine(Kind.NUMBER),
    "set": engine(Kind.WORD),
    "from": engine(Kind.PLACE, "at a table, a revealed card may still be in its hand or score pile"),
    "to": engine(Kind.PLACE),
    "color": engine(Kind.COLOR),
    "direction": engine(Kind.WORD),
    "icon": engine(Kind.WORD),
    "count": engine(Kind.NUMBER),
    "effect": engine(Kind.WORD),
    "alone": engine(Kind.WORD, "that all others have lost; other reasons are not compared"),
    "rest": explains("words without a fact"),
}
_COUNTED: Final = "after an activation; elsewhere only that it is in a Dogma action, in which effects may count icons"
_ICONS: Final[dict[str, Field]] = {
    "player": engine(Kind.PLAYER, _COUNTED),
    "count": engine(Kind.NUMBER, _COUNTED),
    "icon": engine(Kind.WORD, _COUNTED),
}
_CHOSEN: Final = explains("a choice: what follows must be possible after it, and often is after another one, too")
_DECLINED: Final = explains(
    "an answer: its line can be missing, stand there twice or be invented, if what follows is possible after it"
)
_OPENING: Final = explains("that a player chooses a card is said before the cards are shown, and these are compared")

#: The keys for which it is otherwise.
_OTHERWISE: Final[dict[str, Field]] = {
    "choose_card": _OPENING,
    **dict.fromkeys(NAMED, _CHOSEN),
    **dict.fromkeys(("pass", "agree", "decline"), _DECLINED),
}


def field_of(key: str, placeholder: str) -> Field:
    """What a placeholder of a key (of :data:`parsers.lines.keys.KEYS`) is compared with."""
    return _OTHERWISE.get(key) or (_ICONS if key == "icons" else _BY_PLACEHOLDER)[placeholder]


def described() -> Iterator[tuple[str, str, Field]]:
    """Every field in order: the part of the file or the statement, the name, and the field."""
    yield from each(AROUND)
    for name in ("player", "card", "value", "set", "from", "to"):
        yield MOVES, name, _BY_PLACEHOLDER[name]
    for key, names in KEYS.items():
        if key.partition(".")[0] not in MOVEMENTS and key != "move":
            for name in names:
                yield key, name, field_of(key, name)
