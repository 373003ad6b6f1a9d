"""Compare what stands beside the entries of a tracker's file: numbers and times of moves, the viewer, the own hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from innolog.log import (
    SECONDS,
    At,
    Ended,
    Inconsistency,
    Observation,
    Place,
    Seat,
    Transfer,
    iso_date,
)
from parsers.lines.words import find_card
from parsers.tracker import specification as words
from parsers.tracker.actions import begun
from parsers.tracker.values import number

#: The number of cards that each player is dealt.
_DEALT = 2
#: By how many seconds the time of an action may differ from those of its entries.
_SLACK = 60
#: Maximum length of a time as text, and value of one: milliseconds and microseconds are lower.
_LONGEST_TIME, _LATEST = 30, 1e18


def more_than_told(total: object, count: int, at: Callable[[int], At]) -> Iterator[Inconsistency]:
    """The first entry beyond the number that a file states. With fewer, it may have been cut."""
    told = number(total)
    if told is not None and 0 <= told < count:
        yield Inconsistency(at(told), "the file has more entries than it states", f"{told}", f"{count}")


def moves_out_of_order(entries: Sequence[dict[str, Any]], at: Callable[[int], At]) -> Iterator[Inconsistency]:
    """The first entry whose move number, and the first whose time, is lower than that of an entry before."""
    moves = (number(entry.get(words.MOVE)) for entry in entries)
    yield from _backwards(enumerate(moves), "moves are out of order", "move {}".format, at)
    times = (_seconds(entry.get(words.TIME)) for entry in entries)
    yield from _backwards(enumerate(times), "time runs backwards", _moment, at)


def actions_out_of_order(actions: object, at: Callable[[int], At], count: int) -> Iterator[Inconsistency]:
    """The first action whose time is before that of an earlier action. ``count`` is the number of entries."""
    times = ((entry, _seconds(raw)) for entry, raw in begun(actions, count))
    yield from _backwards(times, "the times of the actions run backwards", _moment, at)


def _backwards(
    told: Iterable[tuple[int, float | None]], message: str, words_of: Callable[[float], str], at: Callable[[int], At]
) -> Iterator[Inconsistency]:
    """The first number that is lower than one before. ``told`` are entries, and their numbers, if they have one."""
    last: float | None = None
    for entry, value in told:
        if value is None:
            continue
        if last is not None and value < last:
            yield Inconsistency(at(entry), message, f"not before {words_of(last)}", words_of(value))
            return
        last = value


def actions_at_other_times(
    entries: Sequence[dict[str, Any]], actions: object, at: Callable[[int], At]
) -> Iterator[Inconsistency]:
    """The first action whose time is before that of an entry before it, or after that of its first entry."""
    times = [_date(entry.get(words.TIME)) for entry in entries]
    # For each entry, the last time that an entry before it has, and the first from it on.
    last = [None, *accumulate(times, _other)]
    first = list(accumulate(reversed(times), _other))[::-1]
    for entry, raw in begun(actions, len(entries)):
        asked = _date(raw)
        if asked is None:
            continue
        before, after = last[entry] or asked, first[entry] or asked
        if not before - _SLACK <= asked <= after + _SLACK:
            message = "the time of an action is not that of its entries"
            expected = f"not before {_moment(before)}" if asked < before else f"not after {_moment(after)}"
            yield Inconsistency(at(entry), message, expected, _moment(asked))
            return


def _other(one: float | None, other: float | None) -> float | None:
    return one if other is None else other


def _seconds(raw: object) -> float | None:
    """A time as a number, in whatever unit; None for anything else. Fractions count."""
    if isinstance(raw, str):
        try:
            raw = float(raw) if len(raw) < _LONGEST_TIME else None
        except ValueError:
            return None
    return raw if isinstance(raw, int | float) and not isinstance(raw, bool) and 0 < raw < _LATEST else None


def _date(raw: object) -> float | None:
    """A time in seconds since 1970; None for one in another unit, which cannot be compared with one in seconds."""
    seconds = _seconds(raw)
    return seconds if seconds is not None and int(seconds) in SECONDS else None


def _moment(seconds: float) -> str:
    return iso_date(int(seconds)) if int(seconds) in SECONDS else f"{seconds}"


def wrong_viewer(observations: Sequence[Observation], viewer: int, seats: Sequence[Seat]) -> Iterator[Inconsistency]:
    """The first card that another player than the viewer was shown on drawing it, if the viewer's own are hidden."""
    drawn = [
        move
        for move in observations
        if isinstance(move, Transfer) and (move.from_place, move.to_place) == (Place.DECK, Place.HAND)
    ]
    own = [move for move in drawn if move.to_owner == viewer]
    shown = [move for move in drawn if move.card is not None and 0 <= move.to_owner != viewer]
    if shown and len(own) > 1 and all(move.card is None for move in own):
        message = "the file says who saved it, and shows the cards that another player draws"
        told = seats[shown[0].to_owner].name
        yield Inconsistency(shown[0].at, message, f"the cards of {seats[viewer].name}", f"the cards of {told}")


def twice_in_hand(raw: object, at: At) -> Iterator[Inconsistency]:
    """The first card that the hand in a file has twice: there is one of each."""
    seen: set[int] = set()
    for name in _names(raw):
        card = find_card(name) if isinstance(name, str) else None
        if card in seen:
            yield Inconsistency(at, "the hand that the file states has a card twice", f"one {name}", f"two of {name}")
            return
        if card is not None:
            seen.add(card)


def wrong_hand(observations: Sequence[Observation], viewer: int, raw: object, at: At) -> Iterator[Inconsistency]:
    """The hand that the file states, if it has cards that the player never had.

    Only a file with the end of the game proves that. A tracker does not record that all hands are removed, so cards may
    be missing.
    """
    names = _names(raw)
    if not names or not any(isinstance(told, Ended) for told in observations):
        return
    cards = [find_card(name) if isinstance(name, str) else None for name in names]
    had = _ever_held(observations, viewer)
    if had is None or None in cards:
        return
    known, dealt = had
    if len(set(cards) - known) > dealt:
        message = "the hand that the file states has cards that the player never had"
        yield Inconsistency(at, message, f"one of the {len(known)} cards that came there", ", ".join(map(str, names)))


def _names(raw: object) -> list[Any]:
    """The names in a list of cards, of whatever type."""
    entries = raw if isinstance(raw, list) else []
    return [entry.get("name", entry.get("cardName")) if isinstance(entry, dict) else entry for entry in entries]


def _ever_held(observations: Sequence[Observation], viewer: int) -> tuple[set[int], int] | None:
    """The cards that came to the viewer's hand, and how many of the dealt ones are not known. None if it is unsure."""
    held: set[int] = set()
    known: set[int] = set()
    dealt = 0
    for told in observations:
        if not isinstance(told, Transfer):
            continue
        left = told.from_place is Place.HAND and told.from_owner == viewer
        came = told.to_place is Place.HAND and told.to_owner == viewer
        if left is came:
            continue
        if told.card is None:
            return None
        dealt += left and told.card not in held
        known.add(told.card)
        if came:
            held.add(told.card)
        else:
            held.discard(told.card)
    return (known, _DEALT - dealt) if dealt <= _DEALT else None
