"""Detect which generation of the site's code wrote a log.

The newer code sends different arguments with every card that moves, has different messages, and plays some cards of the
third edition differently. Only the newer code plays the fourth edition. A log names neither the edition nor the version
of the code. Its arguments reveal both, from the first card that moves, on every channel.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from innolog.log import At
from parsers.bga import notifications as words
from parsers.bga.envelope import Envelope
from parsers.bga.notifications_2024 import COUNTERS, GENERATION, OTHER_PLAYER
from parsers.bga.values import to_int

#: How many cards must move without revealing the newer generation.
_ENOUGH = 8
#: The lead, in moves of cards, with which an edition is decided. Without it, going through the whole log takes a
#: twentieth of the time of reading it.
_LEAD = 40


class Newer(NamedTuple):
    """A log of the newer generation: the place that reveals it, and whether it is of the fourth edition."""

    at: At
    fourth_edition: bool


def newer_generation(envelope: Envelope) -> Newer | None:
    """Detect a log of the newer generation of the site's code; None for the older generation, or if it is unknown.

    One of the first cards that move reveals the generation. Most of the first cards that move within one player's
    places reveal the edition: values can be missing here and there.
    """
    first: At | None = None
    counted = without = older = 0
    for index, packet in enumerate(envelope.packets):
        for position, event in enumerate(packet["data"]):
            args: Any = event.get("args")
            if not event["type"].startswith(words.TRANSFER) or not isinstance(args, dict):
                continue
            if first is None:
                if GENERATION not in args:
                    older += 1
                    if older == _ENOUGH:
                        return None
                    continue
                first = At(to_int(packet.get("move_id")), index, position)
            if OTHER_PLAYER not in args:
                if args.get(COUNTERS) is None:
                    without += 1
                else:
                    counted += 1
                if abs(without - counted) == _LEAD:
                    return Newer(first, without > counted)
    return None if first is None else Newer(first, without > counted)
