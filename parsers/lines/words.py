"""Normalize words of a log, and find the cards they name."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from innolog.cards.facts import Icon, card_table, every_card

#: Characters that look alike and mean the same in a log.
_ALIKE = str.maketrans("\u2010\u2011\u2012\u2013\u2212\u2019\u2018\u02bc`\u201c\u201d", "-----''''\"\"")

#: In a line, facts from the markup about a card, a value or an icon stand between these two characters.
OPEN, CLOSE = "\ue000", "\ue001"
#: Characters without width that programs add when a text is copied: between words, and to set the direction of writing.
#: The joiners (U+200C, U+200D) belong to names.
_WITHOUT_WIDTH = "\u00ad\u200b\u2060\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_STRIPPED = str.maketrans(dict.fromkeys((OPEN, CLOSE, *_WITHOUT_WIDTH)))


def plain(text: str) -> str:
    """Composed text with one kind of hyphen, apostrophe and white space, and without invisible characters."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_STRIPPED).translate(_ALIKE).split())


def visible(text: str) -> str:
    """Text as it stands there, without invisible characters."""
    return text.translate(_STRIPPED)


def spelling(text: str) -> str:
    """Text without invisible characters, with its own kinds of hyphens and apostrophes and all its spaces."""
    return visible(unicodedata.normalize("NFC", text)).replace("\u00a0", " ").strip()


def letters(name: str) -> str:
    """The letters and digits of a name, without accents and case. They differ for all cards."""
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())


def card_mark(card: int) -> str:
    """The mark of a card whose id is in the markup."""
    return f"{OPEN}c{card}{CLOSE}"


def value_mark(value: int, card_set: int | None) -> str:
    """The mark of a value whose set is in the markup."""
    return f"{OPEN}v{value}.{'' if card_set is None else card_set}{CLOSE}"


def icon_mark(icon: int) -> str:
    """The mark of an icon that is an image."""
    return f"{OPEN}i{icon}{CLOSE}"


_MARK = re.compile(f"{OPEN}([civ])(\\d+)(?:\\.\\d?)?{CLOSE}")


def spoken(text: str) -> str:
    """A line with words in the place of its marks, for people to read."""
    table = card_table()

    def word(mark: re.Match[str]) -> str:
        number = int(mark[2])
        if mark[1] == "v":
            return f"[{number}]"
        known = (table.name[number] if number < len(table.name) else "") if mark[1] == "c" else _ICON_NAMES.get(number)
        return known or f"[{number}]"

    return plain(_MARK.sub(word, text))


_ICON_NAMES = {int(icon): f"[{icon.name.lower()}]" for icon in Icon}
#: Names on printed figures: that of the box of 2013 for another figure in this place, and shorter or other spellings.
_ON_FIGURES = {
    899: ("Bi Sheng",),
    919: ("C. Columbus",),
    925: ("Christian Huygens",),
    930: ("S. de Champlain",),
    931: ("A. van Leeuwenhoek",),
    942: ("John L. McAdam",),
    944: ("L. van Beethoven",),
    984: ("Martin Scorcese",),
}
#: Names under which sites know cards beside the printed ones, by id.
_OTHER_NAMES = {361: ("Deoderant",), **_ON_FIGURES}


@cache
def cards_by_name() -> dict[str, tuple[int, ...]]:
    """The cards (of all editions) and special achievements of a name, by its :func:`letters`."""
    table = card_table()
    found: dict[str, list[int]] = {}
    for card in (*every_card(), *table.achievements):
        for name in {*map(letters, (table.name[card], table.slug[card], *_OTHER_NAMES.get(card, ())))}:
            found.setdefault(name, []).append(card)
    return {name: tuple(cards) for name, cards in found.items()}


def find_card(name: str, value: int | None = None, card_set: int | None = None) -> int | None:
    """The card of a name. If several have it, the only one with the given value and set."""
    table = card_table()
    found = cards_by_name().get(letters(name), ())
    if len(found) > 1 and value is not None:
        found = tuple(card for card in found if table.age[card] == value)
    if len(found) > 1 and card_set is not None:
        found = tuple(card for card in found if table.set[card] == card_set)
    return found[0] if len(found) == 1 else None


#: A value before the name of a card.
_VALUE_BEFORE = re.compile(r"\A\[?\d{1,2}\]? ?(?=\D)")


def other_cards(card: int, text: str) -> list[int]:
    """The cards other than ``card`` that a text refers to, by its marks or by a name (possibly after a value).

    An unknown name, such as a translation, refers to no card. If ``card`` is unknown, there are no other cards.
    """
    table = card_table()
    if card not in every_card() and card not in table.achievements:
        return []
    others = [int(mark[2]) for mark in _MARK.finditer(text) if mark[1] == "c"]
    name, known = _MARK.sub("", text).strip(), cards_by_name()
    named = known.get(letters(name)) or known.get(letters(_VALUE_BEFORE.sub("", name)), (card,))
    return [other for other in (*others, *(() if card in named else named[:1])) if other != card]
