"""Changes to logs of every format: to their structure if it is known (JSON, lines), and to their bytes."""

from __future__ import annotations

import gzip
import io
import json
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

#: Values of every type of JSON, and the extremes of each. They are functions, because mutations may change a value.
EXTREMES: tuple[str, ...] = (
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "2",
    "255",
    "1999",
    "2147483648",
    "-9223372036854775809",
    "18446744073709551616",
    "1" + "0" * 400,
    "1.5",
    "1.0",
    "-0.0",
    "1e308",
    "1e999",
    "NaN",
    "[]",
    "[[]]",
    "[null]",
    "[1,2,3]",
    '["a"]',
    "{}",
    '{"":null}',
    '{"a":{"b":[1]}}',
    '""',
    '" "',
    '"0"',
    '"-1"',
    '"x"',
    '"\\ud800"',
    '"\\u0000\\n\\u202e"',
    '"<script>alert(1)</script>"',
    '"${player_name}"',
    '"' + "9" * 5000 + '"',
    '"\u0663"',
    "[" * 40 + "]" * 40,
)


#: What no log says.
_MARK = "\0literal "


@dataclass(frozen=True)
class Literal:
    """A piece of JSON that is written unchanged, for values that Python's own writer can't write."""

    text: str


def mutant(rng: Random, data: bytes) -> bytes:
    """The bytes of a log after one to four changes."""
    changes = rng.choice((1, 1, 1, 2, 4))
    if rng.random() < 0.75:
        kinds: list[Callable[[Random, bytes], bytes]] = [_in_structure]
    else:
        kinds = [_in_bytes, _in_lines]
    for _ in range(changes):
        data = rng.choice(kinds)(rng, data)
    return rng.choice(_WRAPPERS)(rng, data) if rng.random() < 0.06 else data


def replaced(value: Any, path: tuple[str | int, ...], literal: str) -> str:
    """The JSON of a value in which the value at ``path`` is replaced by other JSON."""
    copy = json.loads(json.dumps(value))
    if not path:
        return literal
    parent = copy
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = Literal(literal)
    return _written(copy)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of a value and of all values in it."""
    yield path
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in below:
        yield from places(child, (*path, key))


def _written(value: Any) -> str:
    literals: list[str] = []

    def mark(literal: Literal) -> str:
        literals.append(literal.text)
        return f"{_MARK}{len(literals) - 1}"

    text = json.dumps(value, separators=(",", ":"), default=mark)
    for number, literal in enumerate(literals):
        text = text.replace(json.dumps(f"{_MARK}{number}"), literal)
    return text


def _in_structure(rng: Random, data: bytes) -> bytes:
    try:
        return _in_json(rng, json.loads(data)).encode()
    except (ValueError, RecursionError):
        pass
    lines = data.split(b"\n")
    number = rng.choice([rng.randrange(len(lines)), 0, len(lines) - 1])
    try:
        # JSON Lines.
        lines[number] = _in_json(rng, json.loads(lines[number])).encode()
    except (ValueError, RecursionError):
        return _in_lines(rng, data)
    return b"\n".join(lines)


def _in_json(rng: Random, root: Any) -> str:
    parent, key = _somewhere(rng, root)
    if parent is None:
        return rng.choice(EXTREMES)
    match rng.randrange(8):
        case 0 | 1 | 2:
            parent[key] = Literal(rng.choice(EXTREMES))
        case 3:
            del parent[key]
        case 4:
            other, elsewhere = _somewhere(rng, root)
            if other is not None:
                parent[key] = json.loads(json.dumps(other[elsewhere]))
        case 5 if isinstance(parent, list):
            parent.insert(rng.randrange(len(parent) + 1), json.loads(json.dumps(parent[key])))
        case 6 if isinstance(parent, list):
            rng.shuffle(parent)
        case 6 if isinstance(parent, dict):
            parent[rng.choice(["", "x", "id", *parent])] = parent.pop(key)
        case _:
            value = parent[key]
            if isinstance(value, int | float):
                parent[key] = value + rng.choice([-1, 1, 100, 0.5 if abs(value) < 2**63 else 2])
            elif isinstance(value, str):
                parent[key] = rng.choice([f"{value}{value}", value[:-1], value.upper(), f" {value}", f"{value}\x00"])
            else:
                parent[key] = rng.choice([[value], {"x": value}])
    return _written(root)


def _somewhere(rng: Random, root: Any) -> tuple[Any, Any]:
    """A container and a key in it, as likely near the root as deep down."""
    parent, key, value = None, None, root
    depth = rng.randrange(1, 12)
    while isinstance(value, dict | list) and value and depth:
        parent = value
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        value = parent[key]
        depth -= 1
    return parent, key


def _in_bytes(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice([1, 2, 10, 100, 10_000]))
    match rng.randrange(7):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return data[:at] + rng.randbytes(rng.choice([1, 4, 50])) + data[at:]
        case 3:
            return data[:at] + data[at:end] * rng.choice([2, 3, 50]) + data[end:]
        case 4:
            return rng.randbytes(rng.randrange(300))
        case 5:
            return data[:at] + rng.choice([b"[", b"{", b"(", b"<", b"\\"]) * rng.choice([10, 3000]) + data[at:]
        case _:
            return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _in_lines(rng: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case 3:
            words = lines[one].split(b" ")
            rng.shuffle(words)
            lines[one] = b" ".join(words)
        case 4:
            words = lines[one].split(b" ")
            words[rng.randrange(len(words))] = rng.choice(EXTREMES).encode()
            lines[one] = b" ".join(words)
        case _:
            lines[one] *= rng.choice([2, 200]) if len(lines[one]) < 20_000 else 2
    return b"\n".join(lines)


def _zipped(rng: Random, data: bytes) -> bytes:
    made = io.BytesIO()
    method = rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
    with warnings.catch_warnings(), zipfile.ZipFile(made, "w", method) as archive:
        warnings.simplefilter("ignore")
        for number in range(rng.randrange(4)):
            archive.writestr(rng.choice(["../../out.json", "/out.json", "a.json", "a", f"{number}\x01.json"]), data)
    return made.getvalue()


def _broken(rng: Random, data: bytes) -> bytes:
    return _in_bytes(rng, rng.choice(_WRAPPERS[:2])(rng, data))


_WRAPPERS: tuple[Callable[[Random, bytes], bytes], ...] = (
    lambda rng, data: gzip.compress(data, 1),
    _zipped,
    _broken,
    lambda rng, data: data.decode("utf-8", "replace").encode(
        rng.choice(["utf-16", "utf-32", "utf-8-sig", "utf-16-be"])
    ),
    lambda rng, data: data.decode("utf-8", "replace").encode("latin-1", "replace"),
)
