"""Who sits where: the order of seats out of what a log tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

_Player = TypeVar("_Player")


def in_turn_order(everybody: Sequence[_Player], counted: Sequence[_Player], acting: Iterable[_Player]) -> list[_Player]:
    """All players in the order of their seats.

    ``counted`` are those whose icons were counted first, in order: counts begin with the first seat, and a log may end
    among them. ``acting`` are those who took turns, in order, from whoever began; who has not yet comes after them.
    """
    turns = list(dict.fromkeys([*acting, *everybody]))
    start = turns.index(counted[0]) if counted else 0
    return list(dict.fromkeys([*counted, *turns[start:], *turns[:start]]))
