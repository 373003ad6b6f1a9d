"""Which generation of a tracker wrote a file, and what a file has beside the keys of that generation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from innolog.log import At, Inconsistency, Unread
from parsers.lines.words import plain
from parsers.text import json_text, shorten
from parsers.tracker import specification as words
from parsers.tracker.specification import CAMEL, CARRIES, FROM_TO, GENERATIONS, IDS, SNAKE, TEXT, Generation
from parsers.tracker.values import number

_OWNERS, _PLACES = ("from_owner", "to_owner"), ("from_place", "to_place")


def generation_of(root: dict[str, Any], entries: Sequence[dict[str, Any]]) -> Generation:
    """The generation of a file, from the keys of the first card that moves, otherwise from those of the file."""
    for entry in entries:
        if entry[words.TYPE] != words.TRANSFER:
            continue
        if IDS.from_position in entry or IDS.to_position in entry:
            return IDS
        if CAMEL.from_owner in entry or CAMEL.card in entry or CAMEL.to_owner in entry:
            return CAMEL
        if not _places(SNAKE).isdisjoint(entry):
            return SNAKE
        return TEXT if _places(FROM_TO).isdisjoint(entry) else FROM_TO
    if words.TOTAL in root:
        return TEXT
    return SNAKE if SNAKE.hand in root else CAMEL


def _places(generation: Generation) -> frozenset[str]:
    return frozenset({generation.from_place, generation.to_place})


def said_otherwise(
    entries: Sequence[dict[str, Any]], own: Generation, seats: Mapping[str, int], at: Callable[[int], At]
) -> Iterator[Inconsistency | Unread]:
    """The first entry in which keys of another generation say something else, and the first in which they say more.

    ``seats`` are the players by name and by id. Keys that repeat what those of the own generation say are harmless.
    """
    keys = {
        (name, mine, its)
        for other in GENERATIONS.values()
        for name in CARRIES[other.name]
        if (its := getattr(other, name)) and (mine := getattr(own, name)) and mine != its
    }
    # A key can have another meaning in the own generation.
    others = sorted(key for key in keys if key[2] not in {getattr(own, name) for name in CARRIES[own.name]})
    found: set[type] = set()
    for index, entry in enumerate(entries):
        if entry[words.TYPE] != words.TRANSFER:
            continue
        for name, mine, its in others:
            one, other = _value(name, entry.get(mine), seats), _value(name, entry.get(its), seats)
            if other is None or one == other:
                continue
            told = [f"{key} {shorten(json_text(entry[key]), 30)}" for key in (mine, its) if key in entry]
            report: Inconsistency | Unread
            if one is None:
                report = Unread(at(index), f"a key of another generation of these files: {told[-1]}")
            else:
                message = "keys of two generations of these files say different things"
                report = Inconsistency(at(index), message, told[0], told[-1])
            if type(report) not in found:
                found.add(type(report))
                yield report


def _value(name: str, raw: Any, seats: Mapping[str, int]) -> object:
    """A value such that those of all generations can be compared; None if it says nothing."""
    if isinstance(raw, bool) or raw is None:
        return raw
    text = plain(str(raw))
    if name in _OWNERS:
        return seats.get(text, None if text in ("", "0") else text)
    if name in _PLACES:
        return words.PLACES.get(text, text)
    told = number(raw)
    return text.casefold() if told is None else told
