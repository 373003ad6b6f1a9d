"""Who plays: names out of the lines, before they can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from parsers.lines.keys import MOVEMENTS
from parsers.lines.templates import Table
from parsers.lines.words import plain

#: Wordings that only ever begin with a player: what players do, and what is said of all.
ACTIONS = (
    "choose_card",
    "dogma",
    "endorse",
    "pass",
    *(f"{key}.{how}" for key in MOVEMENTS for how in ("open", "hidden")),
)
STATEMENTS = ("icons", "effect", "effect_again")
_ANYTHING = {"player": "", "count": r"\d{1,3}", "icon": ".{0,20}?"}
_LONGEST_NAME = 40
_MOST_PLAYERS = 10


def find_names(table: Table, lines: Iterable[str], keys: Collection[str] = ACTIONS) -> list[str]:
    """The players whom the lines are about, in the order of their first line; none where none is told to act.

    Everybody chooses a card at the beginning; where that is told, it says who plays. Otherwise whoever begins a
    line with one of ``keys`` does.
    """
    patterns = []
    you = {plain(word) for word in table.words.get("you", ())}
    for wording in table.wordings():
        if wording.key in keys and wording.placeholders[:1] == ("player",) and not wording.literals[0]:
            rest = "".join(
                _ANYTHING.get(placeholder, ".{1,80}?") + re.escape(literal)
                for placeholder, literal in zip(wording.placeholders, wording.literals[1:], strict=True)
            )
            opening = plain(wording.literals[1])
            patterns.append((wording.key, opening, re.compile(rf"(.{{1,{_LONGEST_NAME}}}?){rest}")))
    opened: dict[str, None] = {}
    acting: Counter[str] = Counter()
    for line in lines:
        if len(line) > 300:
            continue
        for key, opening, pattern in patterns:
            if opening in line and (match := pattern.fullmatch(line)) and match[1] not in you:
                acting[match[1]] += 1
                if key == "choose_card":
                    opened.setdefault(match[1])
                break
    names = list(opened) if len(opened) > 1 else [*opened, *(name for name in acting if name not in opened)]
    return names[:_MOST_PLAYERS]
