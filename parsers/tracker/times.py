"""When the moves of a game were made, as a tracker's file records it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from innolog.log import SECONDS, Times
from parsers.tracker import specification as words
from parsers.tracker.actions import begun
from parsers.tracker.values import number


def times_of(entries: list[dict[str, Any]], actions: object) -> Times | None:
    """The times in a file; None if it has none, or if some contradict each other, because then all are doubtful.

    An entry has the time of its move. An action has the time at which the site asked for it. The site does that in the
    move before the first move of the action. Nothing records when the last action ended.
    """
    of_entries = _in_order((number(entry.get(words.MOVE)), entry.get(words.TIME)) for entry in entries)
    if of_entries:
        return Times(min(of_entries.values()), max(of_entries.values()), of_entries)
    asked = _in_order(_asked(entries, actions))
    return Times(min(asked.values()), None, asked) if asked else None


def _asked(entries: list[dict[str, Any]], actions: object) -> Iterable[tuple[int | None, object]]:
    """The moves in which the site asked for actions, and the times of the actions."""
    for entry, time in begun(actions, len(entries)):
        first = number(entries[entry].get(words.MOVE))
        yield (None if first is None else first - 1), time


def _in_order(told: Iterable[tuple[int | None, object]]) -> dict[int, int]:
    """The time of each move; empty if a later one has an earlier time."""
    moves: dict[int, int] = {}
    for move, raw in told:
        seconds = number(raw)
        if move is not None and seconds is not None and seconds in SECONDS:
            moves.setdefault(move, seconds)
    later = [moves[move] for move in sorted(moves)]
    return moves if all(one <= other for one, other in pairwise(later)) else {}
