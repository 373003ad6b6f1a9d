"""Find the players of a file, which may name them only in its messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from parsers import seating
from parsers.lines.words import plain

_COUNT = re.compile(r"(.+) has \d+ \[\w+\]\.")
_ACTIVATED = re.compile(r".+ (?:activates|endorses) the dogma of .+")
_EXECUTES = " has to execute "


def named(players: object) -> dict[str, str]:
    """Names by id, from an object of names or of objects, or a list of objects; empty if there are none."""
    found: dict[str, str] = {}
    if isinstance(players, dict):
        entries: Iterable[tuple[object, object]] = players.items()
    elif isinstance(players, list):
        entries = ((None, entry) for entry in players)
    else:
        return found
    for key, entry in entries:
        player, name = key, entry
        if isinstance(entry, dict):
            player = next((entry[word] for word in ("id", "player_id") if isinstance(entry.get(word), str | int)), key)
            name = next((entry[word] for word in ("name", "player_name") if isinstance(entry.get(word), str)), None)
        if player is not None and isinstance(name, str) and name.strip():
            found[str(player)] = name
    return found


def in_turn_order(names: Sequence[str], messages: Iterable[str], acting: Iterable[str]) -> list[str]:
    """The players in the order of their seats, inferred from the counts of icons, otherwise from their turns."""
    counted: list[str] = []
    counting = False
    by_plain = {plain(name): name for name in names}
    for line in map(plain, messages):
        match = _COUNT.fullmatch(line) if counting else None
        if _ACTIVATED.fullmatch(line):
            counting, counted = True, []
        elif match and match[1] in by_plain and by_plain[match[1]] not in counted:
            counted.append(by_plain[match[1]])
            if len(counted) == len(names):
                return counted
        elif _EXECUTES in line:
            counting = False
    return seating.in_turn_order(names, counted, [name for name in acting if name in names])
