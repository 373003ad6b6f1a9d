"""Infer the order of seats from a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

_Player = TypeVar("_Player")


def in_turn_order(everybody: Sequence[_Player], counted: Sequence[_Player], acting: Iterable[_Player]) -> list[_Player]:
    """All players in the order of their seats.

    ``counted`` are the players in the first count of icons, in order. A count starts with the first seat, and the log
    may end in the middle of it. ``acting`` are the players who took turns, in order. Players who have not acted yet
    come after them.
    """
    turns = list(dict.fromkeys([*acting, *everybody]))
    start = turns.index(counted[0]) if counted else 0
    return list(dict.fromkeys([*counted, *turns[start:], *turns[:start]]))
