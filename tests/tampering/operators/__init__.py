"""Operators that turn a legal export into one that no game can have produced.

Each operator gets a :class:`~tests.tampering.story.Story` and a seeded random source, changes the story in place and
returns the numbers of the moves at which a report is right (the first is the tampered one), or None where the game
offers no place for it. The forger is careful: he changes every copy of a notification (or, as a variant, one copy
only) and the counts that follow from it wherever he can work them out.

What the rules could explain after all must not be produced. Those exclusions are argued at each operator.
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
    editions,
    within,
)

# isort: on
from tests.tampering.operators.fields import FIELDS
from tests.tampering.operators.registry import OPERATORS, WHOLE

#: Kinds of forgery that only games with Echoes, Artifacts or relics offer a place for.
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
    "EXPANSION_KINDS",
    "FIELDS",
    "OPERATORS",
    "WHOLE",
    "achievements",
    "any_game",
    "cards",
    "dogma",
    "editions",
    "faces",
    "statements",
    "turns",
    "within",
]
