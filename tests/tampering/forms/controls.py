"""Changes to files that leave them true: none may be accused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.tampering.forms.lines import _HEADER
from tests.tampering.forms.written import WORDS, Written

#: What a file may lack.
_OPTIONAL = {"sources", "time", "settled", "relics", "move", "expansions", "gameName", "actions", "myHand", "my_hand"}
_OPTIONAL |= {"total_entries", "currentPlayerId"}


def controls(written: Written, rng: Random) -> Iterator[tuple[str, str]]:
    """The file in other clothes."""
    yield "untouched", written.content
    yield "line ends of Windows", written.content.replace("\n", "\r\n")
    if written.form in WORDS:
        lines = written.content.split("\n")
        yield "white space", "\n".join(f"  {line}\t" if rng.random() < 0.5 else line for line in lines)
        yield "empty lines", "\n".join(line + "\n" * (rng.random() < 0.2) for line in lines)
        headers = [index for index, line in enumerate(lines) if _HEADER.fullmatch(line)]
        if written.form == "table":
            at = rng.choice(headers)
            yield (
                "a number by mistake",
                "\n".join([*lines[:at], re.sub(r"\d+", "77", lines[at], count=1), *lines[at + 1 :]]),
            )
        yield "cut short", "\n".join(lines[: rng.choice(headers[len(headers) // 2 :])])
        return
    is_native = written.form == "native"
    rows = [json.loads(line) for line in written.content.splitlines()] if is_native else [json.loads(written.content)]
    changes: dict[str, Callable[[Any], Any]] = {
        "keys in another order": lambda value: _shuffled(value, rng, first="innolog" if is_native else ""),
        "fields left out": lambda value: _without(value, rng),
        "null for fields without a value": lambda value: {**value, "notes": None},
    }
    for name, change in changes.items():
        yield name, "".join(f"{json.dumps(change(row))}\n" for row in rows)
    if is_native:
        yield (
            "no digests",
            "".join(f"{json.dumps({key: value for key, value in row.items() if key != 'digest'})}\n" for row in rows),
        )
        yield "cut short", "".join(f"{json.dumps(row)}\n" for row in rows[: rng.randrange(len(rows) // 2, len(rows))])
    else:
        yield "indented", json.dumps(rows[0], indent=4)
        yield "accents as they are", json.dumps(rows[0], ensure_ascii=False)


def _shuffled(value: Any, rng: Random, first: str) -> Any:
    """The same in another order; a key with which a format is recognized stays the first."""
    if isinstance(value, list):
        return [_shuffled(inner, rng, "") for inner in value]
    if not isinstance(value, dict):
        return value
    keys = rng.sample(list(value), len(value))
    keys.sort(key=lambda key: key != first)
    return {key: _shuffled(value[key], rng, "") for key in keys}


def _without(value: Any, rng: Random) -> Any:
    return {key: inner for key, inner in value.items() if key not in _OPTIONAL or rng.random() < 0.5}
