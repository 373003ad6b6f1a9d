"""Find out from where on a log is not known well enough to call it illegal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from innolog.log import Unread
from parsers.bga import notifications as words
from parsers.bga import notifications_2024 as words_2024

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
