"""Whether a log has the opening of its game."""

from __future__ import annotations

from collections.abc import Sequence

from innolog import log as seen
from innolog.log import Place, UnsupportedLog
from parsers.bga.envelope import Envelope
from parsers.bga.values import to_int


def check_beginning(envelope: Envelope, source: str, observations: Sequence[seen.Observation], seats: int) -> None:
    """Reject a log that starts late: without the opening, nothing later can be judged.

    Raises :class:`~innolog.log.UnsupportedLog`.
    """
    first = next((number for packet in envelope.packets if (number := to_int(packet.get("move_id")))), None)
    if first == 1:
        return
    opened: set[int] = set()
    for observation in observations:
        if isinstance(observation, seen.Transfer):
            if (observation.from_place, observation.to_place) != (Place.HAND, Place.BOARD):
                break
            opened.add(observation.from_owner)
        elif not isinstance(observation, seen.Passed | seen.Named | seen.Agreed):
            break
    # A log that ends during the opening is too short to decide this.
    told = any(isinstance(observation, seen.ActionBegan | seen.Transfer) for observation in observations)
    if told and len(opened) < seats:
        begins = "without move numbers" if first is None else f"at move {first}"
        raise UnsupportedLog(source, f"the log begins {begins} and does not contain the opening of the game")
