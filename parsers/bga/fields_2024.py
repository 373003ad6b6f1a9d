"""The fields that notifications of the newer generation have beside, or instead of, those in :mod:`parsers.bga.fields`.

Only the differences are listed; :func:`tables` has all fields of a generation.
"""

from __future__ import annotations

from collections.abc import Iterator

from innolog.cards.generations import NEWEST, USUAL, Generation
from parsers.bga import fields as older
from parsers.bga import notifications as sent
from parsers.bga import notifications_2024 as words
from parsers.fields import Field, Kind, engine, explains, within

_WORDING = explains("an icon or a value in the text of a message")
_ASKS = explains("what was offered; the choice is compared", copied=True)
_KEYWORD = within(Kind.FLAG, "must match where the card goes and comes from", copied=True)

_TRANSFER = {
    words.ACTION: within(Kind.WORD, "the word for what happens to the card"),
    words.FROM_SOMEWHERE: within(Kind.MESSAGE, "the place from which the card comes, in words"),
    words.TO_SOMEWHERE: within(Kind.MESSAGE, "the place to which the card goes, in words"),
    "meld_keyword": engine(Kind.FLAG, copied=True),
    "achieve_keyword": _KEYWORD,
    "draw_keyword": _KEYWORD,
    "foreshadow_keyword": _KEYWORD,
    "safeguard_keyword": within(Kind.FLAG, "no card of the sets that are read is safeguarded", copied=True),
    "return_keyword": explains("set for some of the returns alone, by the code of the card", Kind.FLAG, copied=True),
    "bulk_transfer": within(Kind.FLAG, "whether it is a notification of cards that move together", copied=True),
    "last_card_of_bulk_transfer": explains(
        "which of the cards that move together is the last; some have none", Kind.FLAG, copied=True
    ),
}
_LOG = {
    **dict.fromkeys(("age10", "age11", "age_11"), _WORDING),
    "location": engine(Kind.WORD, "the empty place that is shown"),
    "icon_7": _WORDING,
    "card": explains("a card that explains the result of an effect", Kind.NAME),
}
_LOG_WITH_CARDS = {
    "location": engine(Kind.WORD, "where the cards are that are shown"),
}
_CHOICE = {
    **dict.fromkeys(("available_special_achievements", "junked_special_achievements"), _ASKS),
}
_ACTION = {
    words.CLAIMABLE: engine(Kind.CARDS, copied=True),
    words.SECRETS: within(Kind.CARDS, "achievements of a set that is not read; there are none", copied=True),
}

#: The fields of the generation before.
_BEFORE = older.tables(USUAL)
_NOTIFICATIONS: dict[str, dict[str, Field]] = {
    **_BEFORE.notifications,
    sent.TRANSFER: {**_BEFORE.notifications[sent.TRANSFER], **_TRANSFER},
    words.BULK: {**_BEFORE.notifications[sent.TRANSFER], **_TRANSFER},
    sent.LOG: {**_BEFORE.notifications[sent.LOG], **_LOG},
    sent.LOG_WITH_CARDS: {**_BEFORE.notifications[sent.LOG_WITH_CARDS], **_LOG_WITH_CARDS},
}
_STATES: dict[int, dict[str, Field]] = {
    **_BEFORE.states,
    4: {**{name: field for name, field in _BEFORE.states[4].items() if name != "claimable_ages"}, **_ACTION},
    19: {
        **_BEFORE.states[19],
        **dict.fromkeys(("message_for_player", "message_for_others"), explains("the question")),
    },
    13: {**_BEFORE.states[13], **_CHOICE},
}
NEWER = older.Tables(_NOTIFICATIONS, _STATES)


def tables(generation: Generation) -> older.Tables:
    """The fields of the notifications of a generation."""
    return NEWER if generation is NEWEST else older.tables(generation)


def described() -> Iterator[tuple[str, str, Field]]:
    """The fields in which this generation differs: type of notification or state, name, and field."""
    before = {(part, name): field for part, name, field in _BEFORE.each()}
    for part, name, field in NEWER.each():
        if before.get((part, name)) != field:
            yield part, name, field
