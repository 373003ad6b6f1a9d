"""Which generation of the site's code wrote a log, told by what is in it.

The newer code sends other arguments with every card that moves, has other messages, and plays some cards of the third
edition in another way; the fourth edition is played by it alone. What a log has tells both, from the first card that
moves on and on every channel. No edition and no version of the code is named anywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.log import At
from parsers.bga import notifications as words
from parsers.bga.envelope import Envelope
from parsers.bga.values import to_int

#: An argument of every card that moves, and only in the newer code.
_NEWER = "achieve_keyword"
#: What a move of one player's card states, except in the fourth edition; moves between two players don't.
_COUNTERS = "monument_counters"
_ANOTHER_PLAYER = "opponent_id"


class Newer(NamedTuple):
    """A log of the newer generation: where it first shows, and whether it is of the fourth edition."""

    at: At
    fourth_edition: bool


def newer_generation(envelope: Envelope) -> Newer | None:
    """Whether the newer generation of the site's code wrote a log; None for the older one, or if nothing tells.

    The first card that moves tells the generation, the first of one player alone the edition.
    """
    first: At | None = None
    for index, packet in enumerate(envelope.packets):
        for position, event in enumerate(packet["data"]):
            args: Any = event.get("args")
            if not event["type"].startswith(words.TRANSFER) or not isinstance(args, dict):
                continue
            if first is None:
                if _NEWER not in args:
                    return None
                first = At(to_int(packet.get("move_id")), index, position)
            if _ANOTHER_PLAYER not in args:
                return Newer(first, args.get(_COUNTERS) is None)
    return None if first is None else Newer(first, False)
