"""The vocabulary of card modules, gathered from the facts, the registry and the engine."""

from innolog.cards.facts import BASIC_ICONS, COLORS, CardSet, Color, Direction, Icon
from innolog.cards.karmas import Who, decree, each, first, instead, issues, when_melded
from innolog.cards.registry import Splaying, Trait, card_named, compel, demand, dogma, echo, inspire, no_effect, payment
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
    meets_condition,
)
from innolog.engine.actions import alphabetical
from innolog.engine.choices import (
    being,
    featuring,
    having,
    having_any,
    lacking,
    of_color,
    with_bonus,
    with_icon_numbers_of,
    with_icons_of,
)
from innolog.engine.dogma import carry_out_now, echo_of
from innolog.engine.events import NO_CARD
from innolog.engine.figures import TUCKED_GREEN, inspire_effects, is_figure, plain_inspires, top_figures
from innolog.engine.game import DogmaComplete
from innolog.engine.karma import is_successful
from innolog.engine.operations import (
    BY_SHARING,
    Achieve,
    ActionKind,
    Activate,
    Claim,
    Demand,
    Draw,
    End,
    EndUnshared,
    Fade,
    Foreshadow,
    Meld,
    Remove,
    Return,
    Score,
    Splay,
    TakeAction,
    Transfer,
    Tuck,
)
from innolog.engine.parley import AVOID
from innolog.engine.state import Player
from innolog.engine.zones import NOBODY, Keyword, Zone

BLUE, RED, GREEN, YELLOW, PURPLE = Color
HEX, CROWN, LEAF, LIGHTBULB, CASTLE, FACTORY, CLOCK, AVATAR = Icon
#: All icons but the card image.
ICONS = tuple(icon for icon in Icon if icon != Icon.HEX)
LEFT, RIGHT, UP, ASLANT = Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.ASLANT
HAND, BOARD, SCORE, FORECAST = Zone.HAND, Zone.BOARD, Zone.SCORE, Zone.FORECAST
REVEALED = Zone.REVEALED
ACHIEVEMENTS, DECK = Zone.ACHIEVEMENTS, Zone.DECK
UNSPLAYED = Direction.NONE
RETURN, REVEAL = Keyword.RETURN, Keyword.REVEAL
AVAILABLE = Zone.AVAILABLE
ANYBODY, ME, OPPONENT, OTHER = Who.ANYBODY, Who.ME, Who.OPPONENT, Who.OTHER

__all__ = [
    "ACHIEVEMENTS",
    "ANYBODY",
    "ASLANT",
    "AVAILABLE",
    "AVATAR",
    "AVOID",
    "BASIC_ICONS",
    "BLUE",
    "BOARD",
    "BY_SHARING",
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
    "ME",
    "MONUMENT",
    "NOBODY",
    "NO_CARD",
    "OPPONENT",
    "OTHER",
    "PURPLE",
    "RED",
    "RETURN",
    "REVEAL",
    "REVEALED",
    "RIGHT",
    "SCORE",
    "SUPREMACY",
    "TUCKED_GREEN",
    "UNIVERSE",
    "UNSPLAYED",
    "UP",
    "WEALTH",
    "WONDER",
    "WORLD",
    "YELLOW",
    "Achieve",
    "ActionKind",
    "Activate",
    "CardSet",
    "Claim",
    "Color",
    "Demand",
    "DogmaComplete",
    "Draw",
    "End",
    "EndUnshared",
    "Fade",
    "Foreshadow",
    "Keyword",
    "Meld",
    "Player",
    "Remove",
    "Return",
    "Score",
    "Splay",
    "Splaying",
    "TakeAction",
    "Trait",
    "Transfer",
    "Tuck",
    "Who",
    "alphabetical",
    "being",
    "card_named",
    "carry_out_now",
    "compel",
    "decree",
    "demand",
    "dogma",
    "each",
    "echo",
    "echo_of",
    "featuring",
    "first",
    "having",
    "having_any",
    "inspire",
    "inspire_effects",
    "instead",
    "is_figure",
    "is_successful",
    "issues",
    "lacking",
    "meets_condition",
    "no_effect",
    "of_color",
    "payment",
    "plain_inspires",
    "top_figures",
    "when_melded",
    "with_bonus",
    "with_icon_numbers_of",
    "with_icons_of",
]
