"""Compare the fields of a transfer that only the newer generation sends with its facts.

The verb is an argument, and so are the words for both places; flags repeat where the card comes from and goes to.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from innolog.cards.facts import CardTable
from innolog.cards.generations import NEWEST
from parsers.bga import notifications_2024 as words
from parsers.bga import transfers, wording
from parsers.bga.statements import name_faults
from parsers.bga.values import Args, truth
from parsers.bga.wording import Fault

#: The arguments with which a notification states a move in words, flags and places, looked up together.
_KEYS: Final[tuple[str, ...]] = (
    words.ACTION,
    "location_from",
    "location_to",
    "bottom_to",
    "score_keyword",
    "meld_keyword",
    "achieve_keyword",
    "draw_keyword",
    "foreshadow_keyword",
    "safeguard_keyword",
)
_values_of: Final = itemgetter(*_KEYS)


def faults_of(table: CardTable, names: dict[str, str], args: Args, kind: str, fourth_edition: bool) -> list[Fault]:
    """The contradictions in one copy of a transfer: argument, expected and observed value.

    ``names`` maps the players' names to their ids; ``kind`` is the type of the notification.
    """
    faults = transfers.faults_of(table, names, args, "", NEWEST)
    values: tuple[Any, ...]
    try:
        values = _values_of(args)
    except KeyError:
        values = tuple([args.get(key) for key in _KEYS])
    # Nearly every combination was checked before.
    told: tuple[Any, ...]
    source, target = _text(args.get(words.FROM_SOMEWHERE)), _text(args.get(words.TO_SOMEWHERE))
    owned = args.get("owner_to") not in (0, "0")
    opponent = args.get("opponent_id")
    for key in (words.FROM_SOMEWHERE, words.TO_SOMEWHERE):
        name = _named(args.get(key))
        if opponent is not None and name is not None and names.get(name) != opponent:
            faults += name_faults(names, key, name, str(opponent))
    if args.get(words.OTHER_PLAYER) is None:
        told = (*values, source, target, True, True, True, owned)
    else:
        player = str(args.get("player_id"))
        sides = str(args.get("owner_from")) == player, str(args.get("owner_to")) == player
        told = (*values, source, target, *sides, False, owned)
    try:
        known = told in _fitting
    except TypeError:
        # A value that is not text, a number or a boolean is rejected elsewhere.
        known = True
    if not known:
        found = _faults(told)
        if not found and len(_fitting) < _MOST_FITTING:
            _fitting.add(told)
        faults += found
    bulk = args.get("bulk_transfer")
    if bulk is not None and truth(bulk) is not (kind == words.BULK):
        faults.append(("bulk_transfer", kind == words.BULK, bulk))
    if fourth_edition and args.get(words.COUNTERS) is not None:
        faults.append((words.COUNTERS, "none", args.get(words.COUNTERS)))
    return faults


#: Combinations that were found to agree. Games repeat a few hundred of them.
_fitting: Final[set[tuple[Any, ...]]] = set()
_MOST_FITTING: Final = 5000


def _text(raw: object) -> object:
    """The words for a place, which come with the names in them if two players are involved."""
    return raw.get("log") if isinstance(raw, dict) else raw


def _named(raw: object) -> str | None:
    """The opponent in the words for a place, if two players are involved."""
    named = raw.get("args") if isinstance(raw, dict) else None
    name = named.get("opponent_name") if isinstance(named, dict) else None
    return name if isinstance(name, str) else None


def _faults(told: tuple[Any, ...]) -> list[Fault]:
    """The contradictions between what a notification says of a move in words and flags, and in numbers and places.

    ``told`` has the values of :data:`_KEYS` and the words for both places, then whether the card comes from, and goes
    to, the player who is named first (both if only one player is involved), whether only one player is involved, and
    whether the card goes to a player.
    """
    action, start, end, bottom, scored, melded, achieved, drawn, foreshadowed, safeguarded = told[: len(_KEYS)]
    start_words, end_words, from_player, to_player, alone, owned = told[len(_KEYS) :]
    move = wording.Move(str(start), str(end), truth(bottom), truth(scored), truth(melded), from_player, to_player)
    faults: list[Fault] = []
    flags = (
        ("achieve_keyword", achieved, move.end == "achievements" and owned),
        ("draw_keyword", drawn, move.start == "deck"),
        ("foreshadow_keyword", foreshadowed, move.end == "forecast"),
        ("safeguard_keyword", safeguarded, False),
    )
    faults += [(key, wanted, raw) for key, raw, wanted in flags if raw is not None and truth(raw) is not wanted]
    if isinstance(action, str):
        verb = " ".join(word.removesuffix("s") for word in action.split())
        wanted_verbs = verbs(move.start, move.end, truth(bottom), move.scored, move.melded, alone)
        if wanted_verbs and verb in _KNOWN and verb not in wanted_verbs:
            faults.append((words.ACTION, " or ".join(wanted_verbs), action))
    for key, text in ((words.FROM_SOMEWHERE, start_words), (words.TO_SOMEWHERE, end_words)):
        if isinstance(text, str) and not wording.places_fit(text, alone, move):
            faults.append((key, f"{move.start} to {move.end}", text))
    return faults


def verbs(start: str, end: str, bottom: bool, scored: bool, melded: bool, alone: bool) -> tuple[str, ...]:
    """The words that the site has for a move, the usual one first. Empty if any word is possible.

    ``alone``: whether only one player is involved.
    """
    if end == "junk":
        return ("junk",)
    if start == "deck":
        if not alone:
            # The sharing bonus, if a demand was executed last: the victim is named as the one who acts.
            return ("transfer",)
        if end == "board":
            return ("draw and tuck" if bottom else "draw and meld",)
        return _DRAWN.get(end, ())
    if end == "deck":
        return ("return",) if bottom else ("place",)
    if end == "achievements":
        return ("transfer",) if start == "junk" else ("achieve", "seize")
    if not alone:
        return ("transfer",) if start != "achievements" and end in ("hand", "score", "board") else ()
    if end == "board":
        return ("tuck",) if bottom else ("meld", "promote") if melded else ()
    if end == "score":
        return ("score",) if scored else ("transfer",)
    return _ALONE.get(end, ())


_DRAWN = {
    "hand": ("draw",),
    "score": ("draw and score",),
    "revealed": ("draw and reveal",),
    "achievements": ("draw and achieve",),
    "forecast": ("draw and foreshadow",),
    "display": ("dig",),
}
_ALONE = {"hand": ("transfer", "seize"), "revealed": ("reveal",), "forecast": ("foreshadow",), "relics": ("return",)}
#: Verbs in the language in which they are compared.
_KNOWN = frozenset(
    {
        *("junk", "return", "place", "transfer", "achieve", "seize", "tuck", "promote", "meld", "score", "reveal"),
        *("foreshadow", "draw and tuck", "draw and meld", *(verb for verbs in _DRAWN.values() for verb in verbs)),
    }
)
