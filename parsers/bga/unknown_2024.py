"""Find out from where on a log of the newer generation is not known well enough to call it illegal."""

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


def unknown_of_newer(of_expansions: Sequence[At], unread: Iterable[Unread]) -> Unread | None:
    """The first place from which the site's code is not known well enough, and the reason.

    ``of_expansions`` are the places at which cards of expansions move in a game of the third edition; ``unread`` are
    the fields that innolog does not know. If one of them can record a fact, newer code wrote the log.
    """
    found = [
        Unread(field.at, f"newer than the code innolog knows: field {field.text}")
        for field in unread
        if field.text.startswith(_FACTUAL)
    ]
    if len(of_expansions) > _RARE:
        # It is not known how that code plays each card of the expansions.
        text = (
            "expansions played by a newer generation of the site's code, whose rules innolog does not know well enough"
        )
        found.append(Unread(of_expansions[0], text))
    return min(found, key=lambda each: (each.at.packet, each.at.index), default=None)
