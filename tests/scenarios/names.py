"""Names of the other engine: of cards, sets, icons and directions; and what is raised where it does not agree."""

from __future__ import annotations

import unicodedata

from innolog.cards.facts import (
    CardSet,
    Color,
    Direction,
    Icon,
    card_table,
)
from innolog.engine.actions import Action, ActionKind
from innolog.engine.game import Game
from innolog.engine.ruleset import Edition
from innolog.engine.state import Player

SETS = {"base": CardSet.BASE, "arti": CardSet.ARTIFACTS, "city": CardSet.CITIES, "echo": CardSet.ECHOES}
SETS["figs"] = CardSet.FIGURES
SPLAYS = {"none": Direction.NONE, "left": Direction.LEFT, "right": Direction.RIGHT, "up": Direction.UP}
SPLAYS["aslant"] = Direction.ASLANT
ICONS = {icon.name.lower(): icon for icon in Icon} | {"person": Icon.AVATAR}


class NotApplicable(Exception):
    """The scenario needs something that innolog does not have; the message says what."""


class Mismatch(AssertionError):
    """Our engine would not take the scenario's answers, or came to another position: ``differences`` lists them."""

    def __init__(self, *differences: str) -> None:
        super().__init__(" | ".join(differences))
        self.differences = differences


class OpenRequest(Exception):
    """The scenario stops in the middle of an action, at this choice."""


def plain(name: str) -> str:
    """A card name without case, accents and punctuation."""
    letters = "".join(letter for letter in unicodedata.normalize("NFKD", name).casefold() if letter.isalnum())
    # A name that is misspelled in print.
    return letters.replace("boerhaave", "boerhavve")


_IDS = {plain(name): card for card, name in enumerate(card_table(edition=Edition.FOURTH.value).name) if name}


def card_id(name: str) -> int:
    """The id of a named card. Raises :class:`NotApplicable` for one that innolog does not know."""
    try:
        return _IDS[plain(name)]
    except KeyError:
        raise NotApplicable(f"the card {name} is not in the card table") from None


def is_card(name: str) -> bool:
    """Whether there is a card, or an achievement, of that name."""
    return plain(name) in _IDS


def label_of(game: Game, me: Player, action: Action) -> str:
    """How a scenario names an action."""
    if action.card is None:
        return plain("draw a card")
    if action.kind is ActionKind.ACHIEVE:
        age = game.age[action.card]
        if action.card not in game.available:
            return plain(game.table.name[action.card])
        return f"base{age}" if game.rules.junks else f"age{age}"
    if action.kind in (ActionKind.ENDORSE, ActionKind.INSPIRE):
        return Color(game.color[action.card]).name.lower()
    return plain(game.table.name[action.card])
