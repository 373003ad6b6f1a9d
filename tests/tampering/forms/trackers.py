"""Forgeries of trackers' files: of each key, and of each placeholder of messages."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from innolog.cards.facts import HIGHEST_VALUE, card_table
from parsers.carries import Carries
from parsers.tracker import specification as words
from parsers.tracker.fields import field_of
from parsers.tracker.specification import CARRIES, GENERATIONS, IDS, TEXT, Generation
from tests.tampering.forms.lines import Speech, Spoken, is_compared, is_explained
from tests.tampering.forms.written import TRACKERS, Forged, Written

#: The number of entries that are tried until one can be forged.
_MOST_TRIED = 6
_PLACES = ("hand", "board", "score", "revealed")
_SETS = ("base", "artifacts", "cities", "echoes")
#: Their sets are known from their names, and are not compared.
_SPECIALS = frozenset(card_table().name[card] for card in card_table().achievements)
#: The names that :class:`Generation` has for the owners and places of a card that moves.
_OWNERS, _TARGETS = ("from_owner", "to_owner"), ("from_place", "to_place")

Entry = dict[str, Any]


def forgeries(written: Written, rng: Random) -> Iterator[Forged]:
    """A forgery of each field of a tracker's file."""
    root = json.loads(written.content)
    yield from _messages(written, root, rng)
    keys = GENERATIONS[TRACKERS[written.form]]
    if keys is not TEXT:
        yield from _moves(written, root, keys, rng)
    yield from _beside(written, root, keys, rng)


def _changed(root: Entry, index: int, key: str, value: Any, field: str) -> Forged:
    """A file with another value in an entry."""
    entries = [dict(entry) for entry in root[words.ENTRIES]]
    before, move = entries[index][key], int(entries[index][words.MOVE])
    entries[index][key] = value
    content = json.dumps({**root, words.ENTRIES: entries})
    return Forged(field, (move, move + 1), content, f"entry {index + 1}: {before} -> {value}")


def _messages(written: Written, root: Entry, rng: Random) -> Iterator[Forged]:
    moves, messages = Speech(written), Speech(written, bare=True)
    places: list[Spoken] = []
    fields: dict[str, list[tuple[Spoken, str]]] = defaultdict(list)
    for index, entry in enumerate(root[words.ENTRIES]):
        # The first generation has words for cards that move, too.
        said = (moves if entry[words.TYPE] == words.TRANSFER else messages).said(entry.get(words.MESSAGE) or "")
        if said is None:
            continue
        place = Spoken(index, int(entry[words.MOVE]), "", "", said)
        places.append(place)
        for name in said.values:
            if is_compared(field_of(said.key, name)) and not is_explained(name, said):
                fields[f"message {said.key}: {name}"].append((place, name))
    for field, candidates in fields.items():
        for place, name in rng.sample(candidates, min(len(candidates), _MOST_TRIED)):
            boards = messages.on_boards(places, place.at) if name in ("card", "card2") else {}
            speech = moves if root[words.ENTRIES][place.at][words.TYPE] == words.TRANSFER else messages
            if (line := speech.otherwise(place.said, name, boards, rng)) is not None:
                yield _changed(root, place.at, words.MESSAGE, line, field)
                break


def _moves(written: Written, root: Entry, keys: Generation, rng: Random) -> Iterator[Forged]:
    """Forgeries of the keys of a card that moves, as far as they prove something."""
    boards: list[dict[str, str]] = []
    now: dict[str, str] = {}
    entries = root[words.ENTRIES]
    for entry in entries:
        boards.append(dict(now))
        if entry[words.TYPE] == words.TRANSFER and (card := entry.get(keys.card)):
            now.pop(card, None)
            if entry[keys.to_place] == "board":
                now[card] = entry[keys.to_owner]
    owners = [seat.id if keys is IDS else seat.name for seat in written.told.seats]
    for name, carries in CARRIES[keys.name].items():
        key = getattr(keys, name)
        if carries is Carries.NOTHING:
            continue
        candidates = [
            index
            for index, entry in enumerate(entries)
            if entry[words.TYPE] == words.TRANSFER and _proves(name, entry, keys)
            # Nobody owns a supply pile.
            if entry.get(key) is not None or name in _OWNERS
        ]
        for index in rng.sample(candidates, min(len(candidates), _MOST_TRIED)):
            other = _other(name, entries[index], keys, owners, boards[index], rng)
            if other is not None:
                yield _changed(root, index, key, other, f"transfer: {key}")
                break


def _proves(name: str, entry: Entry, keys: Generation) -> bool:
    """Whether another value of a field would be one that proves something."""
    left, reached = entry[keys.from_place], entry[keys.to_place]
    under = bool(keys.bottom and entry[keys.bottom])
    if name == "melded":
        # A false keyword proves little, and with a tucked card a true one proves nothing.
        return left != "deck" and reached == "board" and not under and not entry[keys.melded]
    if name == "bottom":
        return (left, reached) == ("hand", "board") and under and not (keys.melded and entry[keys.melded])
    if name == "top_of_deck":
        return reached == "deck" and not entry[keys.top_of_deck]
    if name == "card_set":
        return entry[keys.card] not in _SPECIALS
    return True


def _other(name: str, entry: Entry, keys: Generation, owners: list[str], boards: dict[str, str], rng: Random) -> Any:
    value = entry[getattr(keys, name)]
    if isinstance(value, bool):
        return not value
    if name in _OWNERS:
        return rng.choice([owner for owner in owners if owner != value])
    if name in _TARGETS:
        # Cards on boards have names.
        others = [place for place in _PLACES if place != value and (place != "board" or entry[keys.card])]
        return rng.choice(others)
    if name == "card":
        owner = boards.get(value)
        # If the true card lies on a board, an effect may let the player choose another one there.
        cards = [card for card, of in boards.items() if card != value and (owner is None or of != owner)]
        return rng.choice(cards) if cards else None
    if name == "age":
        return value + 1 if value < HIGHEST_VALUE else value - 1
    return rng.choice([card_set for card_set in _SETS if card_set != value])


def _beside(written: Written, root: Entry, keys: Generation, rng: Random) -> Iterator[Forged]:
    """Forgeries of what stands around the entries, and of their numbers and times."""
    entries = root[words.ENTRIES]
    index = rng.randrange(len(entries) // 2, len(entries))
    for key in (words.MOVE, words.TIME):
        if key in entries[index]:
            lower = int(entries[index - 1][key]) - 1
            forged = _changed(root, index, key, type(entries[index][key])(lower), f"entry: {key}")
            yield forged._replace(moves=(lower, *forged.moves))
    if words.GAME_NAME in root:
        yield _of_file(root, words.GAME_NAME, "hanabi")
    if words.PLAYERS in root:
        first = next(iter(root[words.PLAYERS]))
        name = {"id": first, "name": "Zorro"} if keys is IDS else "Zorro"
        yield _of_file(root, words.PLAYERS, {**root[words.PLAYERS], first: name})
    if keys.hand and written.ended and written.viewpoint is not None and root.get(words.VIEWPOINT):
        yield _of_file(root, keys.hand, ["Software", "Robotics", "Databases", "Self Service"])
    if written.viewpoint is not None and root.get(words.VIEWPOINT):
        other = rng.choice([seat.id for seat in written.told.seats if seat.id != root[words.VIEWPOINT]])
        yield _of_file(root, words.VIEWPOINT, other)
    actions = root.get(words.ACTIONS) or []
    if len(actions) > 4 and not any(entry.get(keys.from_place) == "display" for entry in entries):
        index = rng.randrange(len(actions) // 2, len(actions))
        for key in (words.TIME, words.ACTION_NUMBER):
            told = actions[index][key]
            other = type(told)(int(told) - 86_400) if key == words.TIME else 3 - told
            changed = [dict(action) for action in actions]
            changed[index][key] = other
            at = min(actions[index][words.ACTION_ENTRY], len(entries) - 1)
            move = int(entries[at][words.MOVE])
            content = json.dumps({**root, words.ACTIONS: changed})
            yield Forged(f"action: {key}", (move, move + 1), content, f"action {index}: {told} -> {other}")


def _of_file(root: Entry, key: str, value: Any) -> Forged:
    content = json.dumps({**root, key: value})
    return Forged(f"file: {key}", tuple(range(2000)), content, f"{root[key]} -> {value}")
