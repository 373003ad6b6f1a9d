"""The words of the newer generation of Board Game Arena's code, beside those of :mod:`parsers.bga.notifications`.

The generation (January 2024) plays the fourth edition, and the third with deviations. Its notifications name the
keyword of a move in an argument and not in the text. Cards that go to the junk together have one notification each.
There are messages for the fourth edition alone. Templates are in the third person and without their markup.
"""

from __future__ import annotations

from typing import Final

from innolog.log import Place
from parsers.bga import notifications as older

#: A card that moves together with others; else like the older notification, but without text.
BULK: Final = "transferedCardNoDelay"
#: The types of notification that move a card.
TRANSFERS = frozenset({older.TRANSFER, BULK})

#: An argument that only this generation sends, with every card that moves.
GENERATION: Final = "achieve_keyword"
#: An argument of a move of one player's card, except in the fourth edition. Moves between two players do not have it.
COUNTERS: Final = "monument_counters"
OTHER_PLAYER: Final = "opponent_id"

#: The verb for a card's move, and the words for its places.
ACTION: Final = "action"
FROM_SOMEWHERE: Final = "from_somewhere"
TO_SOMEWHERE: Final = "to_somewhere"

#: Arguments of the state that asks for an action.
CLAIMABLE: Final = "claimable_standard_achievement_values"
SECRETS: Final = "claimable_secret_values"

#: Messages about a distant player who pays, declines or has no card: the purpose, and which of the three.
PARLEYS: dict[str, tuple[str, str]] = {
    f"${{player_name}} {template} {end}.": (what, how)
    for what, end, able in (
        ("share", "in order to share the effect", "share the effect"),
        ("avoid", "in order to avoid the demand", "avoid the demand"),
    )
    for template, end, how in (
        ("returned a card from his hand", end, "pays"),
        ("chooses not to return a card from his hand", end, "declines"),
        (f"did not have any cards in his hand so he could not {able}", "", "cannot"),
    )
}
PARLEYS = {template.replace(" .", "."): meaning for template, meaning in PARLEYS.items()}

CHAIN: Final = "${player_name} receives a Chain Achievement."
DECK_JUNKED: Final = "The ${age} deck, which contained ${n} card(s), was junked."
NO_DECK_TO_JUNK: Final = "No cards were left in the ${age} deck to junk."
ALL_JUNKED: Final = "Each player's non-achievement cards are junked."
#: The third edition has this instead.
ALL_REMOVED: Final = "All hands, boards and score piles are removed from the game."
REVEALS_NOTHING: Final = "${player_name} reveals an empty ${location}."
REVEALS_ALL: Final = "${player_name} reveals his ${location}:"
REVEALS_SOME: Final = "${player_name} reveals ${card_list} from his ${location}."
#: The places that a message can name in an argument.
LOCATIONS = {"hand": Place.HAND, "score pile": Place.SCORE}
#: Numbers that messages write as words.
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
#: A card executes itself, or another one.
SELF_EXECUTES = "${player_name} self-executes the non-demand effect(s) of ${card}."
#: The beginnings of the words for a place, and the words for common places.
FROM, TO = " from ", " to "
AVAILABLE_ACHIEVEMENTS, THE_JUNK = "the available achievements", "the junk"
#: The words for a player's places. Cards that are shown or drawn come from no such place.
PLACES = {
    Place.HAND: "hand",
    Place.BOARD: "board",
    Place.SCORE: "score pile",
    Place.ACHIEVEMENTS: "achievements",
    Place.FORECAST: "forecast",
}
#: The names of the cards for which the log records named values and icons. For other cards it does not.
TOLD_NAMES = frozenset({"Mass Media", "Climatology"})
#: The one among them that names icons.
NAMES_ICONS = "Climatology"
#: Cards for which the log does not record an answer of yes or no.
UNTOLD_ANSWERS = frozenset({"Ecology", "Suburbia"})
#: A card that has a special message for the cards that it takes from a hand.
SHOWS_WHAT_IT_JUNKS = "Escapism"


def verb_of_others(verb: str) -> str:
    """The verb for a card's move as others read it, from the verb that the player reads."""
    first, _, second = verb.partition(" and ")
    # The site has "draw and melds".
    first += "" if second in ("meld", "tuck") else "s"
    return f"{first} and {second}s" if second else first
