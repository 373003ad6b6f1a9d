"""Find out from where on a log is not known well enough to call it illegal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from innolog.log import At, Unread
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024

#: Maximum number of moves of expansion cards that may be a forger's.
_RARE: Final = 2
#: The beginnings of the names of unknown fields that can record a fact.
_FACTUAL: Final = (
    f"{words.TRANSFER}: ",
    f"{words_2024.BULK}: ",
    f"{words.SPLAY}: ",
    f"state {words.STATE_ACTION}: ",
    "icon ",
)


def unknown_field(unread: Iterable[Unread]) -> Unread | None:
    """The first unknown field that can record a fact: newer code wrote the log. ``unread`` are all unknown fields."""
    found = [field for field in unread if field.text.startswith(_FACTUAL)]
    first = min(found, key=lambda field: field.at.place, default=None)
    return None if first is None else Unread(first.at, f"newer than the code innolog knows: field {first.text}")


def newer_expansions(places: Sequence[At]) -> Unread | None:
    """The first place at which the newest generation moves a card of an expansion; None if few or none move.

    It is not known how that code plays each of these cards.
    """
    text = "expansions played by a newer generation of the site's code, whose rules innolog does not know well enough"
    return Unread(places[0], text) if len(places) > _RARE else None
