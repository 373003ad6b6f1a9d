"""Find the players of a file, which may name them only in its messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from parsers import seating
from parsers.bga.headers import players_in
from parsers.lines.words import plain

_COUNT = re.compile(r"(.+) has \d+ \[\w+\]\.")
_ACTIVATED = re.compile(r".+ (?:activates|endorses) the dogma of .+")
_EXECUTES = " has to execute "


def named(players: object) -> dict[str, str]:
    """Names by id, from an object of names or of objects, or a list of objects; empty if there are none."""
    return {player: name for player, name, _ in players_in(players) if name.strip()}


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
