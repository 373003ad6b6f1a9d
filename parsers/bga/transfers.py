"""Compare the redundant fields of a transfer with its facts.

The site repeats much of a transfer: the printed facts of the card in addition to its id, the card's place after the
move, the names of the players, the text of the message. All of this is compared in every copy. Transfers take most of
the time for reading a log, and nearly all of them are correct, so each check starts with a cheap test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, Final

from innolog.cards.facts import CardSet, CardTable, alphabetical, is_city_icon
from innolog.cards.generations import Generation
from parsers.bga import wording
from parsers.bga.cardrows import printed
from parsers.bga.copies import named
from parsers.bga.statements import achievement_fault, name_faults
from parsers.bga.values import Args, is_null, plain, to_int, truth
from parsers.bga.wording import Fault

#: The arguments that every transfer has, looked up together.
_KEYS: Final[tuple[str, ...]] = (
    "owner_from",
    "location_from",
    "splay_direction_from",
    "owner_to",
    "location_to",
    "position_to",
    "splay_direction_to",
    "bottom_from",
    "bottom_to",
    "score_keyword",
    "meld_keyword",
    "player_id",
    "type",
)
_values_of: Final = itemgetter(*_KEYS)
_ROW: Final[tuple[tuple[str, str], ...]] = (
    ("owner", "owner_to"),
    ("location", "location_to"),
    ("position", "position_to"),
    ("splay_direction", "splay_direction_to"),
)


def faults_of(
    table: CardTable, names: dict[str, str], args: Args, template: str, generation: Generation
) -> list[Fault]:
    """The contradictions in one copy of a transfer: argument, expected and observed value.

    ``names`` maps the players' names to their ids; ``template`` is the text of the message. ``generation`` is that of
    the site's code which wrote it.
    """
    values: tuple[Any, ...]
    try:
        values = _values_of(args)
    except KeyError:
        values = tuple([args.get(key) for key in _KEYS])
    owner_from, start, splay_from, owner_to, end, position_to, splay_to = values[:7]
    bottom_from, bottom_to, score, meld, player, card_set = values[7:]
    opponent, card = args.get("opponent_id"), args.get("id")
    faults: list[Fault] = []
    # The card's place after the move.
    if ("owner" in args or "location" in args or "position" in args or "splay_direction" in args) and (
        args.get("owner") != owner_to
        or args.get("location") != end
        or args.get("position") != position_to
        or args.get("splay_direction") != splay_to
    ):
        faults += _place_faults(args)
    if start != "board" and not is_null(splay_from):
        faults.append(("splay_direction_from", "NULL", splay_from))
    if end != "board" and not is_null(splay_to):
        faults.append(("splay_direction_to", "NULL", splay_to))
    # A true value is never empty or 0.
    if bottom_from and truth(bottom_from) and (start != "deck" or plain(args.get("position_from")) != "0"):
        faults.append(("bottom_from", False, bottom_from))
    if meld and truth(meld) and (end != "board" or truth(bottom_to)):
        faults.append(("meld_keyword", False, meld))
    _check_marks(faults, args, card_set, card)
    counters = args.get("monument_counters")
    if type(counters) is dict and player is not None and (len(counters) != 1 or str(player) not in counters):
        faults.append(("monument_counters", player, ", ".join(counters)))
    if opponent is not None or player != owner_to:
        faults += _party_faults(player, opponent, owner_to, owner_from)
    shown = to_int(card)
    if shown is not None:
        faults += row_faults(table, shown, args, generation)
    if generation <= Generation.G4 and (misnamed := achievement_fault(table, args)) is not None:
        faults.append(misnamed)
    for key, party in (("player_name", player), ("opponent_name", opponent)):
        name = args.get(key)
        if party is not None and type(name) is str and names.get(name) != party:
            faults += name_faults(names, key, name, str(party))
    if template:
        # What "scores" and "transfers" mean has changed.
        vague = generation <= wording.VAGUE_UNTIL
        told_of: tuple[object, ...] = (template, start, end, bottom_to, score, meld, vague)
        if opponent is not None:
            told_of = (*told_of, str(owner_from) == str(player), str(owner_to) == str(player))
        said = wording.transfer_fault(told_of)
        if said is not None:
            faults.append(said)
    return faults


def _place_faults(args: Args) -> list[Fault]:
    """Check the card's place after the move against the place to which it moves."""
    faults: list[Fault] = []
    for key, target in _ROW:
        told, wanted = args.get(key), args.get(target)
        if told is not None and wanted is not None and told != wanted and plain(told) != plain(wanted):
            faults.append((key, wanted, told))
    return faults


def _check_marks(faults: list[Fault], args: Args, card_set: object, card: object) -> None:
    """Check the markup of the set and of the card: it ends its text with their numbers."""
    set_mark = args.get("<")
    if set_mark and type(set_mark) is str and card_set is not None and f"type_{card_set}'" not in set_mark:
        faults.extend(_marked("<", "type_", set_mark, card_set))
    if card is not None:
        card_mark = args.get("<<")
        if card_mark and type(card_mark) is str and f"card_id_{card}'" not in card_mark:
            faults.extend(_marked("<<", "card_id_", card_mark, card))


def _marked(key: str, mark: str, text: str, wanted: object) -> list[Fault]:
    """Check the number after a mark."""
    marked = re.search(rf"\b{mark}(\d+)", text)
    return [] if marked is None or marked[1] == str(wanted) else [(key, wanted, marked[1])]


def _party_faults(player: object, opponent: object, owner_to: object, owner_from: object) -> list[Fault]:
    """Check the players named in a transfer against the players whose cards move."""
    owners = [plain(owner) for owner in (owner_to, owner_from) if owner not in (None, 0, "0")]
    if opponent is not None:
        if plain(opponent) not in owners or plain(opponent) == plain(player):
            wanted = next((owner for owner in owners if owner != plain(player)), None)
            return [("opponent_id", wanted, opponent)]
    elif player is not None and owners and owners[0] != plain(player):
        return [("player_id", owners[0], player)]
    return []


#: Misprints of the site, by card: featured icons, corners and a value. The correct values are accepted, too.
_MISPRINTS: Final = {
    188: {"faceup_age": "11"},
    259: {"dogma_icon": "4"},
    296: {"dogma_icon": "1"},
    309: {"dogma_icon": "5"},
    416: {"spot_2": "2", "spot_3": "3", "spot_4": "0"},
}
#: The same of relics, before the sets came whose icons they have: the generation up to which they had other numbers.
_UNTIL: Final = {
    215: (Generation.G6, {"spot_6": "7"}),
    219: (Generation.G4, {"spot_2": "0"}),
}
_SLOTS: Final = tuple(f"spot_{number}" for number in range(1, 7))
_NOTHING: Final[tuple[str, ...]] = (*_SLOTS, "dogma_icon")
#: For each table and card, the arguments that are printed on it (including missing slots) and their values.
_Row = tuple[Callable[[Args], object], tuple[str, ...], tuple[str | None, ...]]
_rows: Final[dict[CardTable, dict[int, _Row]]] = {}


def _row_of(rows: dict[int, _Row], table: CardTable, card: int) -> _Row:
    """For a card: a function that looks up the printed arguments, their names and their values.

    The values are as the site writes them; None for a missing slot.
    """
    found = rows.get(card)
    if found is None:
        row: dict[str, str | None] = {
            key: str(value) for key, value in printed(table, card).items() if key != "id" and value is not None
        }
        for key in _SLOTS:
            row.setdefault(key, None)
        found = rows[card] = (*_looking_up(tuple(row)), tuple(row.values()))
    return found


@cache
def _looking_up(keys: tuple[str, ...]) -> tuple[Callable[[Args], object], tuple[str, ...]]:
    """A function that looks up some arguments, and their names; many cards share them."""
    return itemgetter(*keys), keys


def _misprint(card: int, key: str, generation: Generation) -> str | None:
    """The value that a generation of the site's code wrote in place of the printed one."""
    last, values = _UNTIL.get(card, (Generation.G1, {}))
    found = values.get(key) if generation <= last else None
    return _MISPRINTS.get(card, {}).get(key) if found is None else found


def _special_faults(table: CardTable, card: int, args: Args) -> list[Fault]:
    """Check what a transfer says of a special achievement, a flag or a fountain: of printed facts they have a set."""
    wanted: dict[str, str | None] = dict.fromkeys(_NOTHING)
    special = table.achievements.get(card)
    if special is not None or is_city_icon(card):
        of_set = CardSet.CITIES if special is None else special.set
        wanted |= {"age": None, "faceup_age": None, "type": str(int(of_set)), "is_relic": "0"}
    told = {key: args[key] for key in wanted if not is_null(args.get(key))}
    return [(key, wanted[key], value) for key, value in told.items() if plain(value) != wanted[key]]


def row_faults(table: CardTable, card: int, args: Args, generation: Generation) -> list[Fault]:
    """Check the printed facts in a transfer against the card's id: argument, printed value, observed value."""
    facts = table.cards.get(card)
    if facts is None:
        return _special_faults(table, card, args)
    rows = _rows.get(table)
    if rows is None:
        rows = _rows[table] = {}
    look_up, keys, values = rows.get(card) or _row_of(rows, table, card)
    try:
        if look_up(args) == values:
            return []
    except KeyError:
        # Some arguments are missing.
        pass
    faults: list[Fault] = []
    extra: list[Fault] = []
    for key, value in zip(keys, values, strict=True):
        told = args.get(key)
        if is_null(told) or key == "name":
            continue
        if value is None:
            # A slot that the card does not have must be empty.
            extra.append((key, None, told))
        elif told != value and plain(told) not in (value, _misprint(card, key, generation)):
            faults.append((key, int(value), told))
    faults += extra
    name = args.get("name")
    if name != facts.name:
        other = named(name)
        if other is not None and other != card and alphabetical(table.name[other]) != alphabetical(facts.name):
            faults.append(("name", facts.name, name))
    return faults
