"""The trackers' words: the keys of the file and of its entries, and what each generation of the file records.

A file is a JSON object with a list of entries, taken from the packets of a table. An entry moves a card or has a
message of the site in English. Facts that the trackers lost or recorded wrongly are not read:

- splays, new orders of piles, cards that leave the game all at once, ends of turns, scores and icon counts have no
  entries;
- what a field proves, and under which condition, is in :data:`CARRIES`;
- the set "figures" was the name of a wrong number.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from innolog.cards.facts import CardSet
from innolog.log import Fact, Place
from parsers.carries import Carries, Table

# The file.
ENTRIES = "log"
PLAYERS = "players"
VIEWPOINT = "currentPlayerId"
ACTIONS = "actions"
EXPANSIONS = "expansions"
TOTAL = "total_entries"
GAME_NAME = "gameName"

# An entry.
TYPE = "type"
MOVE = "move"
MESSAGE = "msg"
#: Seconds since 1970, of an entry or an action.
TIME = "time"
TRANSFER = "transfer"
LOG = "log"
LOG_WITH_CARDS = "logWithCardTooltips"

# An action: the player, its number in the turn, and its first entry.
ACTION_PLAYER = "player"
ACTION_NUMBER = "actionNumber"
ACTION_ENTRY = "logIndex"
ACTION_PARTS = "actions"
ACTION_KIND = "actionType"
ACTION_CARD = "cardName"
#: The action that a player has yet to take.
PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of the file, and the keys of its transfers (empty for a missing key)."""

    name: str
    from_place: str = ""
    to_place: str = ""
    card: str = ""
    age: str = ""
    card_set: str = ""
    from_owner: str = ""
    to_owner: str = ""
    melded: str = ""
    bottom: str = ""
    top_of_deck: str = ""
    from_position: str = ""
    to_position: str = ""
    hand: str = ""
    records: frozenset[Fact] = field(default=frozenset())


#: What every generation gives if it knows it: the face, the back, and the places.
_GIVEN: Table = dict.fromkeys(
    ("card", "age", "card_set", "from_owner", "from_place", "to_owner", "to_place"), Carries.IF_GIVEN
)

#: What the fields of a transfer prove, by the names that :class:`Generation` has for them; all its keys are here. The
#: first generation has only the words of its messages; files made from these words later (see the reader) have the
#: values of the words. A comparison of two generations of the files of two finished games showed the errors:
#: "bottom_to" is false for every card from a supply pile unless the text "0" made it true, and "melds" is also used for
#: tucked cards.
CARRIES: dict[str, Table] = {
    "text": {
        **_GIVEN,
        "from_owner": Carries.UNLESS_MOVED,  # "X moves C (board -> board)", but "... -> Y's board" names an owner
        "melded": Carries.FROM_HAND,
        "bottom": Carries.NOTHING,
    },
    "from-to": {
        **_GIVEN,
        "bottom": Carries.FROM_HAND,  # and only false
    },
    "snake": {
        **_GIVEN,
        "melded": Carries.IF_TRUE,
        "bottom": Carries.FROM_HAND,  # and only false, or not with "melded"
    },
    "camel": {
        **_GIVEN,
        "melded": Carries.NOT_DRAWN,
        "top_of_deck": Carries.IF_TRUE,
    },
}
CARRIES["ids"] = {
    **CARRIES["camel"],
    # No known file shows what they count.
    "from_position": Carries.NOTHING,
    "to_position": Carries.NOTHING,
}

_MESSAGES = frozenset(
    {
        Fact.ACTIVATIONS,
        Fact.ICON_COUNTS,
        Fact.EFFECTS,
        Fact.SHARING_BONUS,
        Fact.NESTED,
        Fact.PASSES,
        Fact.ENDING,
    }
)

TEXT = Generation("text", records=_MESSAGES)
SNAKE = Generation(
    "snake",
    "source",
    "dest",
    "card_name",
    "card_age",
    "card_set",
    "source_owner",
    "dest_owner",
    "meld_keyword",
    "bottom_to",
    hand="my_hand",
    records=_MESSAGES,
)
#: An early form of the second generation. It has no key for the keyword.
FROM_TO = replace(
    SNAKE, name="from-to", from_place="from", to_place="to", from_owner="from_owner", to_owner="to_owner", melded=""
)
CAMEL = Generation(
    "camel",
    "source",
    "dest",
    "cardName",
    "cardAge",
    "cardSet",
    "sourceOwner",
    "destOwner",
    "meldKeyword",
    "",
    "topOfDeck",
    hand="myHand",
    records=_MESSAGES | {Fact.ACTIONS},
)
#: The third generation as written since 2026: owners are ids, and there may be positions.
IDS = replace(CAMEL, name="ids", from_position="sourcePosition", to_position="destPosition")
GENERATIONS = {generation.name: generation for generation in (TEXT, FROM_TO, SNAKE, CAMEL, IDS)}

#: The keys of a transfer from which it shows that the entry states places.
PLACE_KEYS = frozenset(
    key for generation in GENERATIONS.values() for key in (generation.from_place, generation.to_place) if key
)
#: All keys of the file and of an entry, in any generation. Others are named in the verdict.
FILE_KEYS = frozenset({ENTRIES, PLAYERS, VIEWPOINT, ACTIONS, EXPANSIONS, TOTAL, GAME_NAME}) | {
    generation.hand for generation in GENERATIONS.values()
}
ENTRY_KEYS = frozenset({TYPE, MOVE, TIME, MESSAGE}) | {
    getattr(generation, name) for generation in GENERATIONS.values() for name in CARRIES[generation.name]
}

#: Facts that messages state. A file of an unknown generation counts as recording them if it has at least one of them.
EVIDENT = _MESSAGES - {Fact.PASSES, Fact.ENDING}

PLACES = {place.value: place for place in Place} | {
    "claimed": Place.ACHIEVEMENTS,
    "score pile": Place.SCORE,
}
#: A set that some files name by mistake. It proves nothing.
NO_SET = CardSet.FIGURES.name.lower()
SETS = {card_set.name.lower(): int(card_set) for card_set in CardSet if card_set is not CardSet.FIGURES}
