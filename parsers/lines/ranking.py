"""The ranking beside a log: the rank of each player, and whether it contradicts the log or itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from innolog.log import STOPPED, At, Ended, GameLog, Inconsistency, Ranked, Unread
from parsers.lines.reading import Entry
from parsers.lines.words import spoken
from parsers.text import shorten

_RANK = re.compile(r"(\d{1,2}) ?(?:st|nd|rd|th|\.)? ?(.{1,200})")
#: The form of a row among the lines of a log, and what may follow the name of a player in it. Lines that begin with a
#: number and a dot can be any list of the players.
_ORDINAL = re.compile(r"\d{1,2} ?(?:st|nd|rd|th) (.{1,200})")
_POINTS = re.compile(r"(?:[:,]?\s*[(\u2013-]?\s*\d{1,3}(?:\s+\w+)?\)?)?")
#: What must follow the name of every player below the notes of a table, as ``docs/table.md`` says.
_POINTS_AT_TABLE = re.compile(r": \d{1,3} \w+")
#: What may follow the name of a player in a ranking.
_AFTER_NAME = re.compile(r"\s*(?:[:,(]|\Z)|\s+[\d\u2013-]")


class Row(NamedTuple):
    """One line of a ranking. ``of_player``: True when its markup says that it is that of a player."""

    at: At
    text: str
    of_player: bool


def named_in(rows: Sequence[Row]) -> list[str]:
    """The players of a ranking, if no other line names them."""
    found = [match[2].partition(":")[0].strip() for row in rows if (match := _RANK.fullmatch(row.text))]
    return list(dict.fromkeys(name for name in found if name))


def names_of_the_log(named: Sequence[str], players: Sequence[str]) -> dict[str, str | None]:
    """The names of the players in the log, by those in a result; None for a player whose name there is unknown.

    Between the game and the result, players may have taken other names. More people than players cannot have.
    """
    strangers = [name for name in named if name not in players]
    missing = [player for player in players if player not in named]
    if len(named) > len(players):
        return {name: name for name in named}
    renamed = missing[0] if len(strangers) == len(missing) == 1 else None
    return {name: name if name in players else renamed for name in named}


def rows_below(entries: Sequence[Entry], names: Collection[str], *, at_table: bool) -> list[Row]:
    """The ranking that is copied with a log: lines below the last header that give a player a place, and no more.

    Below the notes of a table, they can be any list of the players, unless each also has points.
    """
    last = takewhile(lambda entry: entry.player is None and entry.header == entries[-1].header, reversed(entries))
    found = [(entry, match[1]) for entry in last if (match := _ORDINAL.fullmatch(entry.text))]
    rows = [
        (entry, told[len(name) :])
        for entry, told in reversed(found)
        if (name := _player(told, names)) and _POINTS.fullmatch(told, len(name))
    ]
    if at_table and not all(_POINTS_AT_TABLE.fullmatch(after) for _, after in rows):
        return []
    return [Row(entry.at, entry.text, of_player=True) for entry, _ in rows]


def without(entries: Sequence[Entry], rows: Iterable[Row]) -> list[Entry]:
    """The entries that are no rows of a ranking."""
    ranked = {row.at for row in rows}
    return [entry for entry in entries if entry.at not in ranked]


def rank(log: GameLog, rows: Sequence[Row], *, one_by_one: bool = False) -> None:
    """Note in a log what its ranking says, and where that contradicts the log or itself.

    ``one_by_one``: whether the source may rank several winners one after the other. The line about the end then names
    no one who must come first, and the verdict compares the ranking with who wins by the rules.
    """
    seats = {seat.name: number for number, seat in enumerate(log.seats)}
    ranks: dict[str, int] = {}
    first: list[str] = []
    begins: At | None = None
    found: list[Inconsistency] = []
    for row in rows:
        match = _RANK.fullmatch(row.text)
        name = None if match is None else _player(match[2], seats)
        if match is None or name is None:
            if any(player in row.text for player in seats):
                log.unread.append(Unread(row.at, shorten(spoken(row.text), 120)))
            elif match is not None and row.of_player:
                message = "the ranking names somebody who does not play"
                found.append(Inconsistency(row.at, message, f"one of {', '.join(seats)}", shorten(match[2])))
            continue
        place, begins = int(match[1]), begins or row.at
        if ranks.setdefault(name, place) != place:
            message = "the ranking gives a player two places"
            found.append(Inconsistency(row.at, message, f"{name} {ranks[name]}", f"{name} {place}"))
        if place == 1:
            first.append(name)
    if begins is not None:
        log.ranked = (Ranked(begins, {seats[name]: place for name, place in ranks.items()}, {}),)
    found += _unlike_the_end(log, ranks, list(dict.fromkeys(first)), one_by_one=one_by_one)
    log.inconsistencies = [*log.inconsistencies, *found]


def _player(text: str, names: Collection[str]) -> str | None:
    """The player with whose name a text begins; None if there is none."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name) and _AFTER_NAME.match(text, len(name)):
            return name
    return None


def _unlike_the_end(
    log: GameLog, ranks: dict[str, int], first: Sequence[str], *, one_by_one: bool
) -> Iterator[Inconsistency]:
    """The contradiction between the ranking and the line that says how the game ended."""
    end = next((told for told in log.observations if isinstance(told, Ended)), None)
    # Who draws beyond the last age need not win. Who loses if somebody gives up depends on the teams.
    if end is None or end.player is None or end.how in ("score", *STOPPED) or one_by_one:
        return
    named = log.seats[end.player].name
    if (first and named not in first) or ranks.get(named, 1) != 1:
        message = "the ranking and the log name different winners"
        yield Inconsistency(end.at, message, named, ", ".join(first) or f"{named} {ranks[named]}")
