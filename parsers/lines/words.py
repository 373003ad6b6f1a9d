"""Words of strangers made comparable, and the cards they name."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from innolog.cards.facts import Icon, card_table

#: Characters that look alike and mean the same in a log.
_ALIKE = str.maketrans("\u2010\u2011\u2019\u2018\u02bc`\u201c\u201d", "--''''\"\"")

#: In a line, what markup says about a card, a value or an icon stands between these two.
OPEN, CLOSE = "\ue000", "\ue001"
_STRIPPED = str.maketrans({OPEN: None, CLOSE: None})


def plain(text: str) -> str:
    """Text without our own marks, hyphens and apostrophes made alike, white space collapsed, composed characters."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_STRIPPED).translate(_ALIKE).split())


def letters(name: str) -> str:
    """The letters and digits of a name, without accents and case: what tells names of cards apart."""
    return "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())


def card_mark(card: int) -> str:
    """A card of which markup tells the id."""
    return f"{OPEN}c{card}{CLOSE}"


def value_mark(value: int, card_set: int | None) -> str:
    """A value of which markup tells the set."""
    return f"{OPEN}v{value}.{'' if card_set is None else card_set}{CLOSE}"


def icon_mark(icon: int) -> str:
    """An icon that is an image."""
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
#: Names under which sites know cards beside the printed ones, by id.
_OTHER_NAMES = {361: ("Deoderant",)}


@cache
def cards_by_name() -> dict[str, tuple[int, ...]]:
    """The cards and special achievements of a name, by its :func:`letters`."""
    table = card_table()
    found: dict[str, list[int]] = {}
    for card in (*table.cards, *table.achievements):
        for name in {*map(letters, (table.name[card], table.slug[card], *_OTHER_NAMES.get(card, ())))}:
            found.setdefault(name, []).append(card)
    return {name: tuple(cards) for name, cards in found.items()}


def find_card(name: str, value: int | None = None, card_set: int | None = None) -> int | None:
    """The card of a name; of several with one name that of the value and set, if that is one."""
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
    """The cards other than ``card`` that a text stands for: those of its marks, and one that it names.

    A name may follow a value. The own name of a card and one of no table, a translation for instance, are no other
    card, and nothing is another card than one that is not known.
    """
    table = card_table()
    if card not in table.cards and card not in table.achievements:
        return []
    others = [int(mark[2]) for mark in _MARK.finditer(text) if mark[1] == "c"]
    name, known = _MARK.sub("", text).strip(), cards_by_name()
    named = known.get(letters(name)) or known.get(letters(_VALUE_BEFORE.sub("", name)), (card,))
    return [other for other in (*others, *(() if card in named else named[:1])) if other != card]
