"""Board Game Arena's notification vocabulary: types, argument names, and the few message keys that matter.

Facts are read from arguments wherever possible; a message template is consulted only where nothing else tells two
notifications apart. Templates are compared without their markup.
"""

from __future__ import annotations

import re
from typing import Final

from innolog.log import Fact, Place

#: Suffix of the public copy of a notification that players also receive privately.
PUBLIC_SUFFIX: Final = "_spectator"

TRANSFER: Final = "transferedCard"
SPLAY: Final = "splayedPile"
REARRANGE: Final = "rearrangedPile"
LOG: Final = "log"
LOG_WITH_CARDS: Final = "logWithCardTooltips"
TURN_END: Final = "resetMonumentCounters"
WIPE: Final = "removedHandsBoardsAndScores"
GAME_END: Final = "endOfGame"
#: Sent to the starting player in place of the message that says who starts.
OWN_START: Final = "initialCardChosen"
ELIMINATION: Final = "removedPlayer"
#: What the site itself says of a player who is out of the game, beside the effect that eliminates.
ELIMINATED: Final = "playerEliminated"
TOPS_AND_HANDS_REMOVED: Final = "removedTopCardsAndHands"
STATE: Final = "gameStateChange"

DISPLAY_ICONS: Final = "updateResourcesForArtifactOnDisplay"
#: Notifications without game facts.
IGNORED = frozenset(
    {
        "gameStateMultipleActiveUpdate",
        "updateReflexionTime",
        "wakeupPlayers",
        "simpleNote",
        "simpleNode",
        OWN_START,
        "tableInfosChanged",
        "history_history",
        ELIMINATED,
    }
)

#: A notification of an unknown type may change the table if it has one of these arguments.
FACTS_OF_THE_TABLE = frozenset(
    {"location_from", "location_to", "owner_from", "owner_to", "card_ids", "splay_direction", "rearrangement"}
)

#: The site plays for somebody who left the table.
FAILED_TO_PLAY: Final = "zombieModeFail"
SKIPS_TURN: Final = "skipTurnOfPlayer"
ABSENT = frozenset({SKIPS_TURN, FAILED_TO_PLAY})
SKIPPED: Final = "The turn of ${player_name} is skipped."

#: State ids of ``gameStateChange``.
STATE_ACTION: Final = 4
STATE_FREE_ACTION: Final = 15
STATE_EFFECT: Final = 6
STATE_EFFECT_OF_PLAYER: Final = 8
STATE_CHOICE: Final = 13
#: After a choice was made.
STATE_CHOSEN: Final = 14
STATE_RELIC: Final = 16
STATE_PROMOTION: Final = 19
STATE_PROMOTED: Final = 20
STATE_ENDING: Final = 98
STATE_GAME_END: Final = 99
#: States without facts, which make up a good part of an export: the steps of an effect and of a selection.
IDLE_STATES = frozenset({3, 5, 7, 9, 10, 11, 12, 14, 17, 18})
#: States in which the site waits for a player. A move is complete only if it ends with one of them.
STATES_WAITING = frozenset({2, 4, 13, 15, 16, 19, 20, 99})

#: The states after a Meld action in which its player seizes a relic, promotes a card, and may use it.
STATES_OF_ACTION = frozenset({STATE_RELIC, STATE_PROMOTION, STATE_PROMOTED})
#: States with a question whose offers are compared, and the notifications that can be an answer.
STATES_ASKING = frozenset({STATE_CHOICE, STATE_RELIC, STATE_PROMOTION})
ANSWERS = frozenset({TRANSFER, SPLAY, REARRANGE, LOG, LOG_WITH_CARDS})

PLACES = {place.value: place for place in Place}

#: Message keys: acts of a player that have no event of their own.
PASSES: Final = "${player_name} passes."
ENDORSES: Final = "${player_name} endorses the dogma of ${card}"
ACTIVATES: Final = "${player_name} activates the dogma of ${card}"
CHOOSES_VALUE: Final = "${player_name} chooses the value ${age}."
CHOOSES_COLOR: Final = "${player_name} chooses ${color}."
CHOOSES_COLORS: Final = "${player_name} chooses ${color_1} and ${color_2}."
CHOOSES_THREE_COLORS: Final = "${player_name} chooses ${color_1}, ${color_2}, and ${color_3}."
CHOOSES_TWO_TOPS: Final = "${player_name} chooses his top ${color_1} and ${color_2} cards."
NAMES_COLORS = frozenset({CHOOSES_COLOR, CHOOSES_COLORS, CHOOSES_THREE_COLORS, CHOOSES_TWO_TOPS})
#: Messages that name the value of a card to be drawn, with its destination.
CHOOSES_VALUE_FOR = {
    "${player_name} chooses to draw a ${age}.": Place.HAND,
    "${player_name} chooses to draw and meld a ${age}.": Place.BOARD,
    "${player_name} chooses to draw and foreshadow a ${age}.": Place.FORECAST,
    "${player_name} chooses to foreshadow a ${age}.": Place.FORECAST,
}
CHOOSES_NUMBER: Final = "${player_name} chooses the number ${n}."
CHOOSES_ICON: Final = "${player_name} chooses ${icon}."
CHOOSES_PLAYER: Final = "${player_name} chooses the player ${player_choice}."
MAKES_AVAILABLE: Final = "${player_name} chooses to transfer a ${age} to the available achievements."
LEAVES_UNAVAILABLE = (
    "${player_name} chooses not to transfer a ${age} to the available achievements.",
    "${player_name} chooses to not transfer a ${age} to the available achievements.",
)
#: Sunglasses: the choice between two things.
SPLAYS_PURPLE: Final = "${player_name} chooses to splay his purple cards."
SPLAYS_ANOTHER: Final = "${player_name} chooses to splay a non-purple pile ${splay_direction}."
AGREES: Final = "${player_name} decides to "
DECLINES = ("${player_name} decides not to ", "${player_name} chooses not to ")
#: Declining the free action with an Artifact on display, a relic, a promotion.
DECLINED = {
    "${player_name} chooses not to return or dogma his Artifact on display.": "display",
    "${player_name} chooses not to seize the relic.": "relic",
    "${player_name} chooses not to promote a card from his forecast.": "promotion",
}
PROMOTED_DOGMA: Final = "${player_name} chooses to dogma his promoted card."
NO_PROMOTED_DOGMA: Final = "${player_name} chooses not to dogma his promoted card."
REVEALS_SCORE: Final = "${player_name} reveals his score pile"
REVEALS_HAND: Final = "${player_name} reveals his hand"
ENDORSED_AGAIN: Final = "again because it was endorsed"
HAS_TO_EXECUTE: Final = "${player_name} has to execute the ${qualified_effect}"
#: The same in the words of earlier generations.
APPLIES: Final = "The ${qualified_effect} applies on ${player_name}"
#: The first generations announce the execution of another card, and its end, without the card.
EXECUTES_THIS: Final = re.compile(r"^\$\{(?:player_name|You)\} executes? the non-demand effects? of this card\.$")
EXECUTED: Final = "Card execution within dogma completed."
NESTED_STARTED: Final = "${player_name} executes the non-demand effects of this card."
OWN_NESTED_STARTED: Final = "${You} execute the non-demand effects of this card."
#: They send the player who rearranges a pile this message alone.
REARRANGES_OWN: Final = "${You} rearrange your ${color} pile."
#: The same in the wording for others.
REARRANGES_OWN_PILE: Final = "rearranges his ${color} pile"
#: What the site called the achievements of ages 1 to 9.
AGE_ACHIEVEMENTS = (
    *("Prehistory", "Classical", "Medieval", "Renaissance", "Exploration"),
    *("Enlightenment", "Romance", "Modern", "Postmodern"),
)
#: The card for which they do not say whether a card that it scores goes to the bottom.
OMITS_THE_BOTTOM: Final = "Skyscrapers"
#: A hand or score pile that is shown and has no cards.
REVEALS_NOTHING = {
    "${player_name} reveals an empty hand.": Place.HAND,
    "${player_name} reveals an empty score pile.": Place.SCORE,
}
SHARING_BONUS: Final = "Sharing bonus."
#: The template of its message, and of no other one.
TEXT_ALONE: Final = "${text}"
END_PREFIX: Final = "END OF GAME BY "
#: Words of the message about an end by an effect that only such an end has: all other players or teams have lost.
ONLY_REMAINING: Final = " the only remaining "

COLOR_WORDS = {"blue": 0, "red": 1, "green": 2, "yellow": 3, "purple": 4}
END_KINDS = {"achievements": "achievements", "score": "score", "dogma": "dogma"}

#: The facts that a state alone records. If an export has no such state, somebody may have removed them as noise.
FACT_OF_STATE = {STATE_ACTION: Fact.ACTIONS, STATE_FREE_ACTION: Fact.FREE_ACTIONS}
#: What every export with the public channel records beside those; a kind that is missing altogether was taken out.
PUBLIC_FACTS = frozenset(Fact) - {Fact.PASSES}
#: The facts in one player's messages, which lack the states of the table.
FACTS_OF_ONE = PUBLIC_FACTS - frozenset(FACT_OF_STATE.values())
#: The facts that are read from several players' private messages if the public ones are missing.
PRIVATE_FACTS = frozenset({Fact.POSITIONS, Fact.SPLAYS, Fact.REMOVALS, Fact.TURNS, Fact.ENDING, Fact.ACTIVATIONS})
_ADDRESSED = re.compile(r"\$\{You\} (\w+)")
_YOUR = re.compile(r"\$\{your\}|\byour\b")
_INFLECTED = {"have": "has", "pass": "passes", "are": "is"}


def third_person(template: str) -> str:
    """The template that others read, from the template that the player concerned reads."""
    if "${You}" not in template:
        return template
    told = _ADDRESSED.sub(lambda verb: "${player_name} " + _INFLECTED.get(verb[1], verb[1] + "s"), template)
    return _YOUR.sub("his", told)
