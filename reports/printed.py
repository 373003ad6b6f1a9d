"""What a card has printed on it, for its page: the icons in their places, and what its effects do in keywords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from innolog.cards.deeds import deeds_of
from innolog.cards.editions import Edition, Platform, Printing, texts_of
from innolog.cards.facts import SLOTS, card_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.pages import Group

#: What is printed in a slot, in words, if it is not called so.
_WORDS = {
    "hex": "card image", "hex-note": "card image of a note", "echo": "echo effect", "inspire": "inspire effect",
    "plus": "plus icon", "left": "arrow to the left", "right": "arrow to the right", "up": "arrow up",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a card: where it is, the symbol or the number printed there, and the same in words."""

    place: str
    kind: str
    symbol: str
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class Print:
    """A card as some editions print it; ``does`` has a line for each effect, in keywords."""

    editions: str
    slots: tuple[Slot, ...]
    does: tuple[str, ...]


def prints_of(card: int, groups: Sequence[Group]) -> list[Print]:
    """A card as the editions of some groups of games print it, equal prints once."""
    found: dict[tuple[tuple[Slot, ...], tuple[str, ...]], list[str]] = {}
    for group in groups:
        edition = Edition(group.edition)
        facts = card_table(edition=group.edition).cards.get(card)
        if facts is None:
            continue
        printing = Printing.DELUXE if "figures" in group.sets.split("+") else None
        does = deeds_of(card, texts_of(edition, Platform.TABLE, printing), facts.featured_icon)
        slots = tuple(
            _slot(place, shown) for place, shown in zip(SLOTS, facts.slots, strict=True) if shown not in ("", "none")
        )
        names = found.setdefault((slots, does), [])
        if group.edition not in names:
            names.append(group.edition)
    return [Print(_listed(names), slots, does) for (slots, does), names in found.items()]


def _listed(names: list[str]) -> str:
    """The editions in words: "third edition", "first, third and fourth editions"."""
    ordered = [edition.value for edition in Edition if edition.value in names]
    if len(ordered) == 1:
        return f"{ordered[0]} edition"
    return f"{', '.join(ordered[:-1])} and {ordered[-1]} editions"


def _slot(place: str, shown: str) -> Slot:
    kind, _, more = shown.partition("-")
    where = place.replace("_", " ")
    if kind == "bonus":
        return Slot(place, "bonus", "", more, f"{where}: bonus of {more}")
    if kind == "search":
        return Slot(place, "i-search", "lens", "", f"{where}: search icon of {more}")
    return Slot(place, f"i-{shown}", shown, "", f"{where}: {_WORDS.get(shown, shown)}")
