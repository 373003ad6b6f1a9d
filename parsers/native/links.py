"""A record of the native format as a short text, which links to a game carry.

The text is the number of the packing, a dot, and letters of URLs: equal fields of the record stand together as columns,
piles are letters, and zlib compresses them with a dictionary of what most records have. Digests between the decisions
are left out: the rules give them, and the last one stays.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from itertools import count
from typing import Any

from innolog.cards.facts import UNKNOWN_BASE
from innolog.support.errors import InnologError
from parsers.keys import repeated_key
from parsers.native.specification import END
from parsers.text import json_text

#: The number of this packing. Links that an earlier site made have none; their text is the compressed record.
PACKING = "2"
#: Bytes of the columns of one game, and its cards of which only the back is known. No game comes near them.
_LARGEST, _MOST = 1 << 20, 4096
#: What most records have, the most frequent last. Links depend on every byte of it: to change it is a new packing.
_DICTIONARY = (
    '"settled":["first","second","fourth","2013","table","yucata","bga-2024","generation":"G9","G8",'
    '"figures_of_2013":true,"relic":true,"faces":["draws","achievements",[0],[1],[2],[3],"dogma","score",null,'
    + ",".join(f'["{name} {age}",' for name in ("figures", "echoes", "cities", "artifacts") for age in range(1, 11))
    + ",".join(f'["{name}",{age},1],' for name in ("artifacts", "cities", "echoes", "base") for age in (10, 9, 8))
    + '"action endorse","action dogma of display","action return display","action promote","action parley","nature",'
    '"order","set","place","colors","player","value","color","yes or no","card","action achieve","action draw",'
    '"action meld","action dogma",true,false,null,["board","forecast","hand","score","display"],'
    "ABCDEFGHIJ,abcdefghij,0000111100112222001133,"
    '{"innolog":1,"site":"innolog","site":"bga","game_id":"","players":[{"id":"90000001","name":"'
    '"},{"id":"90000002","name":"},{"id":"90000003","name":"}],"rules":{"edition":"third","sets":["artifacts",'
    '"base","cities","echoes","figures"],"players":4,"teams":[0,1,0,1],"players":3,"teams":null,"players":2,'
    '"teams":null,"platform":"bga","options":{"extra_achievement":false,"relics":true},"relics":false}},'
    '"setup":{"hands":[[],[]],"achievements":[2000,2002,],"specials":[435,436,437,438,439,325,326,327,328,329,'
    '105,106,107,108,109],"relics":[215,216,217,218,219],"relics":[]},"time":[177'
    + ",".join(f'["base {age}",' for age in range(1, 12))
    + '{"end":"score","winners":[0],"decisions":1,"digest":"'
).encode()


class DamagedLink(InnologError):
    """No game can be read from the text of a link. ``str()`` says why, and what to do, in one line."""


def to_link(record: str) -> str:
    """The text of a link for a record: the lines that :func:`parsers.native.writer.lines` wrote.

    :func:`from_link` gives the same record, without its names of sources and without digests between decisions.
    """
    header, *rows = (json.loads(line) for line in record.splitlines() if line.strip())
    end = rows.pop() if rows and END in rows[-1] else None
    setup = dict(header["setup"])
    unknown, decks = _runs(setup.pop("unknown")), [_pile(*pile) for pile in setup.pop("decks").items()]
    header = {field: value for field, value in header.items() if field != "sources"} | {"setup": setup}
    kinds = [_kind(row) for row in rows]
    names = list(dict.fromkeys(kinds))
    answers: dict[str, list[Any]] = {name: [] for name in names}
    for kind, row in zip(kinds, rows, strict=True):
        answers[kind].append(row["answer"][1] if row["choice"] == "action" else row["answer"])
    players = "".join(str(row["player"]) for row in rows)
    letters = "".join(chr(ord("a") + names.index(kind)) for kind in kinds)
    moves = list(_differences([row.get("move") for row in rows]))
    columns = [header, decks, unknown, players, names, letters, list(answers.values()), moves, end]
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    small = packer.compress(json_text(columns, (",", ":")).encode()) + packer.flush()
    return f"{PACKING}.{urlsafe_b64encode(small).decode().rstrip('=')}"


def from_link(text: str) -> str:
    """The record in the text of a link. Whether it is a game is not known before it is read.

    Raises :class:`DamagedLink` if the text is not whole, or of a newer packing.
    """
    packing, _, packed = text.partition(".")
    if packing != PACKING:
        raise DamagedLink("it was made by another version of innolog. Load this page again")
    try:
        content = _unpacked(packed)
        columns = json.loads(content)
        if repeated_key(content, columns):
            raise ValueError("a key twice")
        return "".join(f"{json_text(row, (',', ':'))}\n" for row in _rows(columns))
    except (ValueError, TypeError, LookupError, AttributeError, StopIteration, RuntimeError, zlib.error):
        raise DamagedLink("it is damaged. Copy it again, to its end") from None


def _unpacked(packed: str) -> bytes:
    try:
        small = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    opened = zlib.decompressobj(zlib.MAX_WBITS, _DICTIONARY)
    content = opened.decompress(small, _LARGEST)
    # zlib compares its sum at the end: what is cut or changed does not get there.
    if not opened.eof or opened.unused_data:
        raise ValueError("not whole")
    return content


def _rows(columns: list[Any]) -> Iterator[dict[str, Any]]:
    header, decks, unknown, players, names, kinds, answers, moves, end = columns
    setup = {"decks": dict(_cards(*pile) for pile in decks)} | header["setup"] | {"unknown": list(_backs(unknown))}
    yield header | {"setup": setup}
    given: dict[str, Iterator[Any]] = {name: iter(column) for name, column in zip(names, answers, strict=True)}
    move = 0
    for player, letter, step in zip(players, kinds, moves, strict=True):
        kind = names[ord(letter) - ord("a")]
        choice, _, action = kind.partition(" ") if kind.startswith("action") else (kind, "", "")
        answer = next(given[kind])
        row = {"player": int(player), "choice": choice, "answer": [action, answer] if action else answer}
        if step is not None:
            move += step
            row["move"] = move
        yield row
    if end is not None:
        yield end


def _kind(row: dict[str, Any]) -> str:
    """The choice, and of an action its kind."""
    return f"{row['choice']} {row['answer'][0]}" if row["choice"] == "action" else str(row["choice"])


def _differences(moves: list[int | None]) -> Iterator[int | None]:
    last = 0
    for move in moves:
        yield None if move is None else move - last
        last = last if move is None else move


def _runs(unknown: list[dict[str, Any]]) -> list[Any]:
    """Backs without their numbers, which are consecutive: ``[set, age, number of cards]``, or what else is known."""
    runs: list[Any] = []
    for row in unknown:
        rest = {field: value for field, value in row.items() if field != "id"}
        if set(rest) != {"set", "age"}:
            runs.append(rest)
        elif runs and isinstance(runs[-1], list) and runs[-1][:2] == [row["set"], row["age"]]:
            runs[-1][2] += 1
        else:
            runs.append([row["set"], row["age"], 1])
    return runs


def _backs(runs: list[Any]) -> Iterator[dict[str, Any]]:
    numbers = count(UNKNOWN_BASE)
    for run in runs:
        if isinstance(run, dict):
            yield {"id": next(numbers)} | run
            continue
        name, age, cards = run
        for _ in range(cards):
            if (number := next(numbers)) >= UNKNOWN_BASE + _MOST:
                raise ValueError("too many cards")
            yield {"id": number, "set": name, "age": age}


def _pile(name: str, cards: list[int]) -> list[Any]:
    """A pile: its lowest numbers of a card and of a back, and a letter for each card, or its cards."""
    known = min((card for card in cards if card < UNKNOWN_BASE), default=0)
    backs = min((card for card in cards if card >= UNKNOWN_BASE), default=UNKNOWN_BASE)
    places = [card - backs if card >= UNKNOWN_BASE else card - known for card in cards]
    if any(place >= 26 for place in places):
        return [name, cards]
    capital = [card >= UNKNOWN_BASE for card in cards]
    letters = (chr(ord("A" if back else "a") + place) for back, place in zip(capital, places, strict=True))
    return [name, known, backs - UNKNOWN_BASE, "".join(letters)]


def _cards(name: str, *pile: Any) -> tuple[str, list[int]]:
    if len(pile) == 1:
        return name, pile[0]
    known, backs, letters = pile
    lowest = {True: UNKNOWN_BASE + backs - ord("A"), False: known - ord("a")}
    return name, [lowest[letter.isupper()] + ord(letter) for letter in letters]
