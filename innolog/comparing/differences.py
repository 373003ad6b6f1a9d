"""Describe in words how two logs of one game differ."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE, CardSet, Color, Direction, Icon
from innolog.comparing.words import Speaker
from innolog.log import Check, Difference, Transfer

#: Each field of an observation in words, as the object of "the logs differ in".
_FIELDS = {
    "card": "which card it is",
    "card_set": "the set of the card",
    "age": "the age of the card",
    "relic": "whether the card is a relic",
    "from_owner": "whose card it was before the move",
    "from_place": "the place that the card comes from",
    "from_position": "the position that the card comes from",
    "to_owner": "whose card it is after the move",
    "to_place": "the place that the card goes to",
    "to_position": "the position that the card goes to",
    "bottom": "whether the card goes to the bottom",
    "meld": "whether the card is melded",
    "score": "whether the card is scored",
    "color": "the color",
    "checks": "scores and icon counts",
    "owner": "whose pile it is",
    "direction": "the direction of the splay",
    "swaps": "the new order of the pile",
    "order": "the new order of the pile",
    "highest_top": "the highest top card",
    "player": "which player it is",
    "number": "the number",
    "age_to_draw": "the age to draw",
    "set_to_draw": "the set of the card to draw",
    "claimable": "the achievements that can be claimed",
    "icon": "the icon",
    "endorsed": "whether the card is endorsed",
    "count": "the number of icons",
    "kind": "the kind of effect",
    "again": "whether the effect is repeated",
    "on": "the card on which the effects are executed",
    "place": "the place",
    "cards": "the cards",
    "yes": "the answer",
    "value": "the value",
    "colors": "the colors",
    "seat": "the player named",
    "card_name": "the name of the card",
    "how": "how the game ends",
    "winners": "who wins",
    "achievements": "the number of achievements",
    "above": "the age above which a draw ends the game",
    "alone": "whether all others have lost",
    "of": "what the player declines",
    "what": "what a card is returned for",
    "paid": "whether a card is returned",
    "able": "whether there is a card to return",
    "some": "whether other cards are not shown",
}
_STATED = {
    "score": "score {}",
    "icons": "icons {}",
    "highest_top": "highest top card {}",
    "tucked": "{} tucked",
    "scored": "{} scored",
}
_PLAYERS = frozenset({"from_owner", "to_owner", "owner", "player", "seat"})


def in_words(difference: Difference, names: Sequence[str]) -> tuple[str, str, str]:
    """The field in which two logs differ, and what each of them says. ``names`` are the players' names by seat."""
    speaker = Speaker(names)
    one, other = difference.one, difference.other
    if difference.field is None:
        return "what happens", speaker.observation(one), speaker.observation(other)
    what = _FIELDS.get(difference.field, difference.field.replace("_", " "))
    mine, its = getattr(one, difference.field), getattr(other, difference.field)
    if difference.field == "checks":
        return what, *_checks(speaker, mine, its)
    told = speaker.observation(one), speaker.observation(other)
    if told[0] != told[1] and isinstance(one, Transfer):
        return what, *told
    return what, _value(speaker, difference.field, mine), _value(speaker, difference.field, its)


def _checks(speaker: Speaker, one: tuple[Check, ...], other: tuple[Check, ...]) -> tuple[str, str]:
    """The first statement about a player that differs."""
    for mine, its in ((mine, its) for mine in one for its in other if mine.player == its.player):
        for name in _STATED:
            if getattr(mine, name) != getattr(its, name) and None not in (getattr(mine, name), getattr(its, name)):
                return _stated(speaker, mine, name), _stated(speaker, its, name)
    return _whose(speaker, one), _whose(speaker, other)


def _stated(speaker: Speaker, check: Check, name: str) -> str:
    value = getattr(check, name)
    text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"{speaker.player(check.player)}: {_STATED[name].format(text)}"


def _whose(speaker: Speaker, checks: tuple[Check, ...]) -> str:
    return " and ".join(speaker.player(check.player) for check in checks) or "nobody's"


def _value(speaker: Speaker, name: str, value: Any) -> str:
    """One field of an observation."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ", ".join(_value(speaker, _SINGULAR.get(name, name), part) for part in value) or "none"
    if not isinstance(value, int):
        return str(value)
    if name in _PLAYERS:
        return speaker.player(value)
    if name in ("card", "on"):
        return speaker.card(value) if value < UNKNOWN_BASE else f"card {value}"
    named: type[Enum] | None = _NAMED.get(name)
    try:
        return str(value) if named is None else str(named(value).name.lower())
    except ValueError:
        return str(value)


_SINGULAR = {"cards": "card", "order": "card", "colors": "color", "winners": "player"}
_NAMED: dict[str, type[Enum]] = {
    "color": Color,
    "direction": Direction,
    "icon": Icon,
    "card_set": CardSet,
    "set_to_draw": CardSet,
}
