"""Arguments of notifications in words that a player understands, for messages about contradictions in a log."""

from __future__ import annotations

from typing import Any

from innolog.cards.facts import CardSet, Color, Direction, Icon, card_table
from innolog.cards.generations import NEWEST
from parsers.bga.fields_2024 import tables
from parsers.bga.values import flag, icon_in, plain, short, to_int
from parsers.fields import Kind
from parsers.text import json_text, shorten

_ICON_COUNTS = "new_ressource_counts"
_ICONS = frozenset({"icon", "dogma_icon", "resource_icon", *(f"spot_{number}" for number in range(1, 7))})
_FLAGS = frozenset(
    name
    for fields in tables(NEWEST).notifications.values()
    for name, field in fields.items()
    if field.kind is Kind.FLAG
)
#: Number of characters shown before the place where two long texts differ.
_BEFORE = 20
#: The site's value for the direction of something that is not a pile on a board.
_NO_DIRECTION = "NULL"
#: Arguments with unclear names, and the words for them. The markup around a card's text holds its set and its id.
_LABELS = {
    "<": "the card's set in the markup",
    "<<": "the card in the markup",
    "log": "the text of the message",
    "monument_counters": "the player of the field monument_counters",
}


def label(key: str) -> str:
    """The words for an argument in a message."""
    return _LABELS.get(key) or f"the field {key}"


def both(key: str, one: object, other: object) -> tuple[str, str]:
    """Two values of an argument in words. Of two objects, which can be long, only the parts that differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        one, other = _apart(one, other)
    first, second = said(key, one), said(key, other)
    return (first, second) if _read(first) != _read(second) else _parting(json_text(one), json_text(other))


def _read(text: str) -> str:
    """A text without differences in capitals and spaces, which a reader may not notice."""
    return " ".join(text.split()).casefold()


def _parting(one: str, other: str) -> tuple[str, str]:
    """Two long texts, cut to start shortly before they differ, with the position and the character there."""
    at = next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - _BEFORE)
    first, second = [
        f"{'…' if start else ''}{shorten(text[start:])} (character {at + 1}: {_character(text[at : at + 1])})"
        for text in (one, other)
    ]
    return first, second


def _character(text: str) -> str:
    return f"U+{ord(text):04X}" if text else "none"


def said(key: str, value: object) -> str:
    """The value of an argument: icons, colors, cards and the like by name, everything else as in JSON."""
    if key.startswith(_ICON_COUNTS) and isinstance(value, dict):
        return ", ".join(f"{said('icon', icon)} {said('', count)}" for icon, count in value.items()) or "no icons"
    if key == "card_ids" and isinstance(value, list):
        return ", ".join(said("id", card) for card in value) or "no card"
    if key in _FLAGS and (yes := flag(value)) is not None:
        return "yes" if yes else "no"
    number = to_int(value)
    if key.startswith("splay_direction"):
        if value == _NO_DIRECTION:
            return "no pile"
        return "not splayed" if number == Direction.NONE else _named(Direction, number, value)
    if key in _ICONS:
        return _named(Icon, icon_in(value) if number is None else number, value)
    if key == "color":
        return _named(Color, number, value)
    if key in ("type", "<"):
        return _named(CardSet, number, value)
    if key in ("id", "<<"):
        name = card_table().name[number] if number is not None and 0 <= number < len(card_table().name) else ""
        return name or short(value)
    return short(value) if number is None or isinstance(value, bool) else str(number)


def _named(names: Any, number: int | None, value: object) -> str:
    return str(names(number).name.lower()) if number in list(names) else short(value)


def _apart(one: dict[str, Any], other: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two objects without the entries on which they agree."""
    mine, others = {}, {}
    for key in {**one, **other}:
        first, second = one.get(key), other.get(key)
        if isinstance(first, dict) and isinstance(second, dict):
            first, second = _apart(first, second)
        if plain(first) != plain(second):
            if key in one:
                mine[key] = first
            if key in other:
                others[key] = second
    return mine, others
