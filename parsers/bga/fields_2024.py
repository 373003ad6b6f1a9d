"""The fields that notifications of the newer generation have beside, or instead of, those in :mod:`parsers.bga.fields`.

Only the differences are listed; :func:`tables` has all fields of a generation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from innolog.cards.generations import NEWEST, USUAL, Generation
from parsers.bga import fields as older
from parsers.bga import notifications_2024 as words
from parsers.fields import Basis, Field, Kind

_RESULT = Field(
    Basis.EXPLAINS, Kind.TEXT, True, "a number that explains the result of an effect; what the effect does is compared"
)
_WORDING = Field(Basis.EXPLAINS, Kind.TEXT, False, "an icon or a value in the text of a message")
_ASKS = Field(Basis.EXPLAINS, Kind.TEXT, True, "what was offered; the choice is compared")
_KEYWORD = "must match where the card goes and comes from"

_TRANSFER = {
    words.ACTION: Field(Basis.WITHIN, Kind.WORD, False, "the word for what happens to the card"),
    words.FROM_SOMEWHERE: Field(Basis.WITHIN, Kind.TEXT, False, "the place from which the card comes, in words"),
    words.TO_SOMEWHERE: Field(Basis.WITHIN, Kind.TEXT, False, "the place to which the card goes, in words"),
    "meld_keyword": Field(Basis.ENGINE, Kind.FLAG, True),
    "achieve_keyword": Field(Basis.WITHIN, Kind.FLAG, True, _KEYWORD),
    "draw_keyword": Field(Basis.WITHIN, Kind.FLAG, True, _KEYWORD),
    "foreshadow_keyword": Field(Basis.WITHIN, Kind.FLAG, True, _KEYWORD),
    "safeguard_keyword": Field(Basis.WITHIN, Kind.FLAG, True, "no card of the sets that are read is safeguarded"),
    "return_keyword": Field(
        Basis.EXPLAINS, Kind.FLAG, True, "set for some of the returns alone, by the code of the card"
    ),
    "bulk_transfer": Field(Basis.WITHIN, Kind.FLAG, True, "whether it is a notification of cards that move together"),
    "last_card_of_bulk_transfer": Field(
        Basis.EXPLAINS, Kind.FLAG, True, "which of the cards that move together is the last; some have none"
    ),
}
_LOG = {
    **dict.fromkeys(("age10", "age11", "age_11"), _WORDING),
    "location": Field(Basis.ENGINE, Kind.WORD, False, "the empty place that is shown"),
    "icon_7": _WORDING,
    "card": Field(Basis.EXPLAINS, Kind.NAME, False, "a card that explains the result of an effect"),
}
_LOG_WITH_CARDS = {
    "location": Field(Basis.ENGINE, Kind.WORD, False, "where the cards are that are shown"),
}
_CHOICE = {
    **dict.fromkeys(("available_special_achievements", "junked_special_achievements"), _ASKS),
}
_ACTION = {
    words.CLAIMABLE: Field(Basis.ENGINE, Kind.CARDS, True),
    words.SECRETS: Field(Basis.WITHIN, Kind.CARDS, True, "achievements of a set that is not read; there are none"),
}

#: The fields of the generation before.
_BEFORE = older.tables(USUAL)
_NOTIFICATIONS: dict[str, dict[str, Field]] = {
    **_BEFORE.notifications,
    "transferedCard": {**_BEFORE.notifications["transferedCard"], **_TRANSFER},
    words.BULK: {**_BEFORE.notifications["transferedCard"], **_TRANSFER},
    "log": {**_BEFORE.notifications["log"], **_LOG},
    "logWithCardTooltips": {**_BEFORE.notifications["logWithCardTooltips"], **_LOG_WITH_CARDS},
}
_STATES: dict[int, dict[str, Field]] = {
    **_BEFORE.states,
    4: {**{name: field for name, field in _BEFORE.states[4].items() if name != "claimable_ages"}, **_ACTION},
    19: {
        **_BEFORE.states[19],
        **dict.fromkeys(
            ("message_for_player", "message_for_others"), Field(Basis.EXPLAINS, Kind.TEXT, False, "the question")
        ),
    },
    13: {**_BEFORE.states[13], **_CHOICE},
}
NEWER = older.Tables(_NOTIFICATIONS, _STATES)


def tables(generation: Generation) -> older.Tables:
    """The fields of the notifications of a generation."""
    return NEWER if generation is NEWEST else older.tables(generation)


def described() -> Iterator[tuple[str, str, Field]]:
    """The fields in which this generation differs: type of notification or state, name, and field."""
    for kind, fields in _NOTIFICATIONS.items():
        yield from (
            (kind, name, field) for name, field in fields.items() if _differs(_BEFORE.notifications, kind, name, field)
        )
    for state, fields in _STATES.items():
        for name, field in fields.items():
            if _differs(_BEFORE.states, state, name, field):
                yield f"state {state}", name, field


def _differs(before: Mapping[Any, Mapping[str, Field]], of: object, name: str, field: Field) -> bool:
    """Whether the older generation has no such field there, or another one."""
    return of not in before or before[of].get(name) != field
