"""What innolog compares the fields of a format with: the words of the tables in which each source lists its own.

Such a table lists what a file of the format says. ``innolog formats --fields`` prints it, and forgeries of every field
that is compared are made of it (:mod:`tests.tampering`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from innolog.cards.generations import USUAL, Generation


class Basis(Enum):
    """What the value of a field is compared with."""

    #: Compared with an event or the state of the engine.
    ENGINE = "engine"
    #: Must agree with other fields of the file.
    WITHIN = "within"
    #: Not compared: it states no fact of the game, or no known game proves its meaning. If ``copied`` is set, all
    #: copies must still have the same value.
    EXPLAINS = "explains"


class Kind(Enum):
    """The type of a field's values."""

    NUMBER = "number"
    PLAYER = "player"
    PLACE = "place"
    FLAG = "flag"
    COLOR = "color"
    WORD = "word"
    NAME = "name"
    COUNTS = "counts"
    CARDS = "cards"
    TEXT = "text"
    #: A text, or an object of a text and its arguments, as the site writes what its pages translate.
    MESSAGE = "message"


class Field(NamedTuple):
    """One field.

    ``copied``: True when all copies of a notification must have the same value. ``why`` is a remark. ``since`` and
    ``until`` are the first and the last generation of the site's code that writes it (of those before the newest).
    """

    basis: Basis
    kind: Kind = Kind.TEXT
    copied: bool = False
    why: str = ""
    since: Generation = Generation.G1
    until: Generation = USUAL


#: The fields of a format: in each part of a file, by name.
Fields = dict[str, dict[str, Field]]


def engine(kind: Kind, why: str = "", *, copied: bool = False) -> Field:
    """A field that is compared with the engine."""
    return Field(Basis.ENGINE, kind, copied, why)


def within(kind: Kind, why: str, *, copied: bool = False) -> Field:
    """A field that must agree with others of the file."""
    return Field(Basis.WITHIN, kind, copied, why)


def explains(why: str, kind: Kind = Kind.TEXT, *, copied: bool = False) -> Field:
    """A field that is not compared."""
    return Field(Basis.EXPLAINS, kind, copied, why)


def each(fields: Fields) -> Iterator[tuple[str, str, Field]]:
    """Every field in order: the part of the file, the name, and the field."""
    for part, names in fields.items():
        for name, field in names.items():
            yield part, name, field
