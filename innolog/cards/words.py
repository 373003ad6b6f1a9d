"""The words in which card modules are written, gathered from the facts, the registry and the engine."""

from innolog.cards.facts import COLORS, CardSet, Color, Direction, Icon
from innolog.cards.registry import Splaying, Trait, card_named, compel, demand, dogma, echo, no_effect
from innolog.engine.achievements import (
    DESTINY,
    EMPIRE,
    HERITAGE,
    HISTORY,
    MONUMENT,
    SUPREMACY,
    UNIVERSE,
    WEALTH,
    WONDER,
    WORLD,
)
from innolog.engine.actions import alphabetical
from innolog.engine.choices import (
    having,
    having_any,
    lacking,
    of_color,
    with_bonus,
    with_icon_numbers_of,
    with_icons_of,
)
from innolog.engine.game import DogmaComplete
from innolog.engine.zones import NOBODY, Keyword, Zone

BLUE, RED, GREEN, YELLOW, PURPLE = Color
HEX, CROWN, LEAF, LIGHTBULB, CASTLE, FACTORY, CLOCK, AVATAR = Icon
#: All icons but the card image.
ICONS = tuple(icon for icon in Icon if icon != Icon.HEX)
LEFT, RIGHT, UP, ASLANT = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.ASLANT
HAND, BOARD, SCORE, FORECAST = Zone.HAND, Zone.BOARD, Zone.SCORE, Zone.FORECAST
ACHIEVEMENTS, DECK = Zone.ACHIEVEMENTS, Zone.DECK
UNSPLAYED = Direction.NONE
RETURN = Keyword.RETURN

__all__ = [
    "ACHIEVEMENTS",
    "ASLANT",
    "AVATAR",
    "BLUE",
    "BOARD",
    "CASTLE",
    "CLOCK",
    "COLORS",
    "CROWN",
    "DECK",
    "DESTINY",
    "EMPIRE",
    "FACTORY",
    "FORECAST",
    "GREEN",
    "HAND",
    "HERITAGE",
    "HEX",
    "HISTORY",
    "ICONS",
    "LEAF",
    "LEFT",
    "LIGHTBULB",
    "MONUMENT",
    "NOBODY",
    "PURPLE",
    "RED",
    "RETURN",
    "RIGHT",
    "SCORE",
    "SUPREMACY",
    "UNIVERSE",
    "UNSPLAYED",
    "UP",
    "WEALTH",
    "WONDER",
    "WORLD",
    "YELLOW",
    "CardSet",
    "Color",
    "DogmaComplete",
    "Splaying",
    "Trait",
    "alphabetical",
    "card_named",
    "compel",
    "demand",
    "dogma",
    "echo",
    "having",
    "having_any",
    "lacking",
    "no_effect",
    "of_color",
    "with_bonus",
    "with_icon_numbers_of",
    "with_icons_of",
]
