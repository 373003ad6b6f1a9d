"""Board Game Arena's notification vocabulary: types, argument names, and the few message keys that matter.

Facts are read from arguments wherever possible; a message template is consulted only where nothing else tells two
notifications apart. Templates are compared without their markup.
"""

from __future__ import annotations

import re

from innolog.log import Fact, Place

#: Suffix of the public copy of a notification that players also receive privately.
PUBLIC_SUFFIX = "_spectator"

TRANSFER = "transferedCard"
SPLAY = "splayedPile"
REARRANGE = "rearrangedPile"
LOG = "log"
LOG_WITH_CARDS = "logWithCardTooltips"
TURN_END = "resetMonumentCounters"
WIPE = "removedHandsBoardsAndScores"
GAME_END = "endOfGame"
#: Sent to the starting player in place of the message that says who starts.
OWN_START = "initialCardChosen"
ELIMINATION = "removedPlayer"
TOPS_AND_HANDS_REMOVED = "removedTopCardsAndHands"
STATE = "gameStateChange"

DISPLAY_ICONS = "updateResourcesForArtifactOnDisplay"
#: Notifications without game facts.
IGNORED = frozenset(
    {
        "gameStateMultipleActiveUpdate",
        "updateReflexionTime",
        "wakeupPlayers",
        "simpleNote",
        "simpleNode",
        "initialCardChosen",
        "tableInfosChanged",
        "history_history",
        "playerEliminated",
    }
)

#: A notification of an unknown type may change the table if it has one of these arguments.
FACTS_OF_THE_TABLE = frozenset(
    {"location_from", "location_to", "owner_from", "owner_to", "card_ids", "splay_direction", "rearrangement"}
)

#: The site plays for somebody who left the table.
ABSENT = frozenset({"skipTurnOfPlayer", "zombieModeFail"})
SKIPPED = "The turn of ${player_name} is skipped."

#: State ids of ``gameStateChange``.
STATE_ACTION = 4
STATE_FREE_ACTION = 15
STATE_EFFECT_OF_PLAYER = 8
STATE_CHOICE = 13
STATE_PROMOTED = 20
STATE_ENDING = 98
STATE_GAME_END = 99
#: States without facts, which make up a good part of an export: the steps of an effect and of a selection.
IDLE_STATES = frozenset({3, 5, 6, 7, 9, 10, 11, 12, 14, 17, 18})
#: States in which the site waits for somebody: with one of them, and only so, a move has been told to its end.
STATES_WAITING = frozenset({2, 4, 13, 15, 16, 19, 20, 99})

PLACES = {place.value: place for place in Place}

#: Message keys: what a player did that has no event of its own.
PASSES = "${player_name} passes."
ENDORSES = "${player_name} endorses the dogma of ${card}"
ACTIVATES = "${player_name} activates the dogma of ${card}"
CHOOSES_VALUE = "${player_name} chooses the value ${age}."
CHOOSES_COLOR = "${player_name} chooses ${color}."
CHOOSES_COLORS = "${player_name} chooses ${color_1} and ${color_2}."
CHOOSES_THREE_COLORS = "${player_name} chooses ${color_1}, ${color_2}, and ${color_3}."
CHOOSES_TWO_TOPS = "${player_name} chooses his top ${color_1} and ${color_2} cards."
NAMES_COLORS = frozenset({CHOOSES_COLOR, CHOOSES_COLORS, CHOOSES_THREE_COLORS, CHOOSES_TWO_TOPS})
#: A value that is named for a card to be drawn, and where that comes.
CHOOSES_VALUE_FOR = {
    "${player_name} chooses to draw a ${age}.": Place.HAND,
    "${player_name} chooses to draw and meld a ${age}.": Place.BOARD,
    "${player_name} chooses to draw and foreshadow a ${age}.": Place.FORECAST,
    "${player_name} chooses to foreshadow a ${age}.": Place.FORECAST,
}
CHOOSES_NUMBER = "${player_name} chooses the number ${n}."
CHOOSES_ICON = "${player_name} chooses ${icon}."
CHOOSES_PLAYER = "${player_name} chooses the player ${player_choice}."
MAKES_AVAILABLE = "${player_name} chooses to transfer a ${age} to the available achievements."
LEAVES_UNAVAILABLE = (
    "${player_name} chooses not to transfer a ${age} to the available achievements.",
    "${player_name} chooses to not transfer a ${age} to the available achievements.",
)
#: Sunglasses: which of two things.
SPLAYS_PURPLE = "${player_name} chooses to splay his purple cards."
SPLAYS_ANOTHER = "${player_name} chooses to splay a non-purple pile ${splay_direction}."
AGREES = "${player_name} decides to "
DECLINES = ("${player_name} decides not to ", "${player_name} chooses not to ")
#: Declining the free action with an Artifact on display, a relic, a promotion.
DECLINED = {
    "${player_name} chooses not to return or dogma his Artifact on display.": "display",
    "${player_name} chooses not to seize the relic.": "relic",
    "${player_name} chooses not to promote a card from his forecast.": "promotion",
}
PROMOTED_DOGMA = "${player_name} chooses to dogma his promoted card."
NO_PROMOTED_DOGMA = "${player_name} chooses not to dogma his promoted card."
REVEALS_SCORE = "${player_name} reveals his score pile"
REVEALS_HAND = "${player_name} reveals his hand"
ENDORSED_AGAIN = "again because it was endorsed"
HAS_TO_EXECUTE = "${player_name} has to execute the ${qualified_effect}"
#: A hand or score pile that is shown and has no cards.
REVEALS_NOTHING = {
    "${player_name} reveals an empty hand.": Place.HAND,
    "${player_name} reveals an empty score pile.": Place.SCORE,
}
SHARING_BONUS = "Sharing bonus."
END_PREFIX = "END OF GAME BY "

COLOR_WORDS = {"blue": 0, "red": 1, "green": 2, "yellow": 3, "purple": 4}
END_KINDS = {"achievements": "achievements", "score": "score", "dogma": "dogma"}

#: What every export with the public channel records; a kind that is missing altogether was taken out.
PUBLIC_FACTS = frozenset(Fact) - {Fact.PASSES}
#: What one player is told: all but the states of the table, which say where actions begin.
FACTS_OF_ONE = PUBLIC_FACTS - {Fact.ACTIONS}
#: What is believed of the messages of several players, of which the public ones are missing.
PRIVATE_FACTS = frozenset({Fact.POSITIONS, Fact.SPLAYS, Fact.REMOVALS, Fact.TURNS, Fact.ENDING, Fact.ACTIVATIONS})
_ADDRESSED = re.compile(r"\$\{You\} (\w+)")
_YOUR = re.compile(r"\$\{your\}|\byour\b")
_INFLECTED = {"have": "has", "pass": "passes"}


def third_person(template: str) -> str:
    """The template of a message that others read, of the one that the player reads whom it is about."""
    if "${You}" not in template:
        return template
    told = _ADDRESSED.sub(lambda verb: "${player_name} " + _INFLECTED.get(verb[1], verb[1] + "s"), template)
    return _YOUR.sub("his", told)
