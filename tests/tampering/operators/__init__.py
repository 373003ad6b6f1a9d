"""Operators that turn a legal export into one that no game can have produced.

Each operator gets a :class:`~tests.tampering.story.Story` and a seeded random source, and changes the story in place.
It returns the numbers of the moves at which a report is right (the first is the tampered one), or None if the forgery
is not possible in the game. The forger is careful: every copy of a notification is changed (or, as a variant, only
one), and so are the counts that depend on it, if they can be computed.

A forgery must not be a log that the rules could explain. Each operator gives the reasons for what it excludes.
"""

from __future__ import annotations

# In the order in which they draw from the random source.
# isort: off
from tests.tampering.operators import (
    cards,
    achievements,
    dogma,
    turns,
    faces,
    expansions,
    any_game,
    statements,
    rewording,
    editions,
    within,
    newer,
)

# isort: on
from tests.tampering.operators.fields import EARLIER_FIELDS, FIELDS, NEWER_FIELDS
from tests.tampering.operators.registry import OPERATORS, WHOLE

#: Kinds of forgery that are possible only in logs of the newer generation.
NEWER_KINDS = newer.KINDS
#: Kinds of forgery that are possible only in games with Echoes, Artifacts or relics.
EXPANSION_KINDS = frozenset(kind for kind, forge in OPERATORS.items() if forge.__module__ == expansions.__name__) | {
    "icons of the Artifact on display",
    "icons of an Artifact that is not on display",
    "another place than the one drawn to",
    "another value than the one drawn",
    "first edition in a game with expansions",
    # In the base game, what is done with a color that is named does not show at once.
    "another color where only one could be named",
}

__all__ = [
    "EARLIER_FIELDS",
    "EXPANSION_KINDS",
    "FIELDS",
    "NEWER_FIELDS",
    "NEWER_KINDS",
    "OPERATORS",
    "WHOLE",
    "achievements",
    "any_game",
    "cards",
    "dogma",
    "editions",
    "faces",
    "rewording",
    "statements",
    "turns",
    "within",
]
