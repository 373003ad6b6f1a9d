"""The list of actions that a tracker deduced, and the entries with which they begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from innolog import log as seen
from innolog.log import Place
from parsers.tracker import specification as words
from parsers.tracker.values import number


def begins(action: dict[str, Any], player: int, first: seen.Observation | None, last: bool) -> bool:
    """Whether the first observation of an action is one with which such an action begins."""
    parts = action.get(words.ACTION_PARTS)
    part = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], dict) else {}
    kind = part.get(words.ACTION_KIND)
    if kind == words.PENDING or first is None:
        return last and first is None
    if isinstance(first, seen.DogmaStarted):
        return first.player == player and kind == ("endorse" if first.endorsed else "dogma")
    if not isinstance(first, seen.Transfer) or first.to_owner != player:
        return kind == "draw" and isinstance(first, seen.Ended)
    ways = {
        (Place.DECK, Place.HAND): "draw",
        (Place.HAND, Place.BOARD): "meld",
        (Place.ACHIEVEMENTS, Place.ACHIEVEMENTS): "achieve",
    }
    return kind == ways.get((first.from_place, first.to_place))


def begun(actions: object, count: int) -> Iterator[tuple[int, object]]:
    """The first entry of each action, if it is one of the ``count`` entries, and the time of the action as written."""
    for action in actions if isinstance(actions, list) else ():
        entry = number(action.get(words.ACTION_ENTRY)) if isinstance(action, dict) else None
        if entry is not None and 0 <= entry < count:
            yield entry, action.get(words.TIME)
