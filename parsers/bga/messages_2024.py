"""Read the messages that only the newer generation sends."""

from __future__ import annotations

import re

from innolog import log as seen
from innolog.log import At, Place
from parsers.bga import notifications_2024 as words
from parsers.bga.values import Args, bare, to_int

#: What becomes of a supply pile that is junked; all are told the same.
DECKS = frozenset({words.DECK_JUNKED, words.NO_DECK_TO_JUNK})


def told_of_all(at: At, template: str, args: Args) -> seen.DeckJunked | seen.Wiped | None:
    """The fact of the table that a message states, without naming a player; None for any other message."""
    if template in DECKS:
        age = to_int(bare(str(args.get("age"))))
        count = number(args.get("n")) if template == words.DECK_JUNKED else 0
        return seen.DeckJunked(at, age, count)
    wiped = template == words.ALL_JUNKED or template.startswith(words.ALL_REMOVED)
    return seen.Wiped(at) if wiped else None


def told_of(at: At, template: str, args: Args, player: int) -> seen.Parley | seen.Chained | seen.Revealed | None:
    """The fact about a player that a message states; None for any other message."""
    meaning = words.PARLEYS.get(template)
    if meaning is not None:
        return seen.Parley(at, player, meaning[0], meaning[1] == "pays", meaning[1] != "cannot")
    if template == words.CHAIN:
        return seen.Chained(at, player)
    if template == words.REVEALS_NOTHING:
        return seen.Revealed(at, player, place_in(args), ())
    return None


def number(raw: object) -> int | None:
    """A number that a message may write as a word."""
    found = words.NUMBERS.get(raw) if isinstance(raw, str) else None
    return to_int(raw) if found is None else found


def place_in(args: Args) -> Place:
    """The place that a message names, where cards are shown."""
    return words.LOCATIONS.get(str(args.get("location")), Place.REVEALED)


_PAST = re.compile(r"\$\{You\} (returned|did not)\b")
_SUBJECT = re.compile(r"\$\{player_name\} ([\w-]+)")
_OWN_VERBS = {"has": "have", "passes": "pass", "returned": "returned", "did": "did"}


def third_person(template: str) -> str:
    """A template addressed to a player, with its verbs in the past tense as others read them. The rest is unchanged."""
    return (
        _PAST.sub(r"${player_name} \1", template)
        .replace("so you could", "so he could")
        .replace("your hand", "his hand")
    )


def first_person(template: str) -> str:
    """A template about a player as that player reads it: the inverse of :func:`third_person` and of the older one."""
    found = _SUBJECT.match(template)
    if found is None:
        return template
    verb, rest = _OWN_VERBS.get(found[1], found[1].removesuffix("s")), template[found.end() :]
    return f"${{You}} {verb}{rest}".replace(" his ", " your ").replace("so he could", "so you could")
