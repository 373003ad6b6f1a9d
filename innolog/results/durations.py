"""How long actions took, from the times of the moves that they consist of."""

from __future__ import annotations

from typing import NamedTuple

from innolog.engine.events import ActionBegan, FreeActionBegan
from innolog.log import Times
from innolog.results.result import ActionRecord

#: The number of the move with which the site sets up the table and asks for the opening cards.
_SET_UP = 1


class Durations(NamedTuple):
    """Seconds that an action took; None if not recorded.

    Both begin when the site asked for the action, in the move before its first one. ``thinking`` ends when the player's
    choice of the action arrived, ``whole`` with the last move of the action: also other players' choices take time.
    """

    whole: int | None = None
    thinking: int | None = None


def durations(action: ActionRecord, times: Times | None) -> Durations:
    """How long an action took. All players choose their opening cards at once, so nobody's thinking is known there."""
    if times is None or not times.moves:
        return Durations()
    moves = times.moves
    done = None if action.last_move is None else moves.get(action.last_move)
    if action.kind == "opening":
        return Durations(_between(moves.get(_SET_UP), done))
    first = next((move for event, move in action.events if not isinstance(event, ActionBegan | FreeActionBegan)), None)
    if first is None:
        return Durations()
    asked = moves.get(first - 1)
    return Durations(_between(asked, done), _between(asked, moves.get(first)))


def _between(start: int | None, end: int | None) -> int | None:
    # A log whose times run backwards is illegal, and its durations mean nothing.
    return None if start is None or end is None or end < start else end - start
