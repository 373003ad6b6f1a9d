"""Fields of exports of both generations with lists and objects in place of numbers, names and flags.

A list as the position of a card made the log illegal, and accused its players of what only a broken program writes. A
list around a false color or name hid it, because it was compared with nothing. The class: every field of every
notification. So the cases are made from the tables of fields, each that an export has once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from innolog.cards.generations import NEWEST, USUAL
from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers.bga.fields_2024 import tables
from parsers.bga.notifications import IDLE_STATES, PUBLIC_SUFFIX, STATE
from parsers.fields import Basis, Kind
from parsers.files import Blob
from tests.fuzz.run import seeds
from tests.shared import sampled

EXPORTS = {"base_3p_spectator.json.gz": USUAL, "newer, fourth, game_1_spectator.json": NEWEST}
NESTED: tuple[Any, ...] = ([], [[]], {}, {"x": {}})
#: Kinds of fields with parts; what these hold must only never be a reason to accuse.
_WITH_PARTS = (Kind.COUNTS, Kind.CARDS)


@cache
def export(name: str) -> Any:
    root = json.loads(seeds()[name])
    del root["gamedatas"]
    return root


def fields(name: str) -> Iterator[tuple[str, str, dict[str, Any], bool]]:
    """Each field once: the type of the notification or the state, the name, the arguments, whether it must be read."""
    known = tables(EXPORTS[name])
    found = set()
    for packet in export(name)["packets"]:
        for event in packet["data"]:
            args = event["args"]
            if not isinstance(args, dict):
                continue
            kind = event["type"].removesuffix(PUBLIC_SUFFIX)
            if kind == STATE and args.get("id") in IDLE_STATES:
                continue
            table = known.notifications.get(kind, {})
            if kind == STATE and isinstance(args.get("args"), dict) and args["id"] in known.states:
                kind, table, args = f"state {args['id']}", known.states[args["id"]], args["args"]
            for key, field in table.items():
                is_single = field.kind is Kind.MESSAGE or not isinstance(args.get(key), (dict, list))
                if (kind, key) not in found and args.get(key) is not None and is_single:
                    found.add((kind, key))
                    yield kind, key, args, field.basis is not Basis.EXPLAINS and field.kind not in _WITH_PARTS


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("part", sampled(range(6), 6))
def test_a_list_or_an_object_is_no_reason_to_accuse(name: str, part: int) -> None:
    cases = [case for number, case in enumerate(fields(name)) if number % 6 == part]
    assert len(cases) > 5
    wrong = []
    for kind, key, args, must in cases:
        before = args[key]
        for value in (*NESTED, [before], {"log": [before], "args": {}}):
            args[key] = value
            row = judged(Blob("game.json", json.dumps(export(name)).encode()), NOTHING)
            told = (kind, key, value, row.verdict, row.place, row.message)
            if "innolog itself failed" in (row.message or ""):
                wrong.append(told)
            else:
                placed = row.verdict == "unreadable" and (row.place or "").startswith("move ")
                if row.verdict == "illegal" or (must and not placed):
                    wrong.append(told)
        args[key] = before
    assert wrong == []


@pytest.mark.parametrize("name", EXPORTS)
def test_a_list_as_the_number_of_a_state_is_named_with_its_place(name: str) -> None:
    """The generation of the code is found before anything is read, and looked the number up as it was."""
    states = [event["args"] for packet in export(name)["packets"] for event in packet["data"] if event["type"] == STATE]
    asks = next(args for args in states if isinstance(args.get("args"), dict))
    before, asks["id"] = asks["id"], [4]
    row = judged(Blob("game.json", json.dumps(export(name)).encode()), NOTHING)
    asks["id"] = before
    assert (row.verdict, "innolog itself failed" in (row.message or "")) == ("unreadable", False)
