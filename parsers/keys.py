"""Keys that an object of a JSON text has twice, with different values. JSON parsers keep the last one silently.

Exports are not checked. Each megabyte takes some five milliseconds, which is a tenth of what judging an export takes.
Files of other forms are smaller, and take longer to judge.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from innolog.log import UnreadableLog
from parsers.text import json_text, shorten

if TYPE_CHECKING:
    from orjson import dumps
else:
    try:
        from orjson import dumps
    except ModuleNotFoundError:
        # As in a browser.
        def dumps(value: object) -> bytes:
            """A value as JSON."""
            return json.dumps(value).encode()


#: A text, a mark, or any other value.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)
#: A colon inside of a text that is written as an escape. Then colons are not counted.
_COLONS = (b"\\u003a", b"\\u003A")


class Repeated(NamedTuple):
    """A key, the text in which an object has it twice, and the character at which it is repeated."""

    key: str
    text: str
    at: int

    def error(self, name: str, place: str) -> UnreadableLog:
        """The error for a log in which it stands at some place."""
        found = f"{shorten(json_text(self.key), 30)} twice, with different values"
        return UnreadableLog(name, place, "every key once in an object", found)


def repeated_key(data: bytes, value: object) -> Repeated | None:
    """The first key that an object of a JSON text repeats with another value; None if there is none.

    ``data`` is valid JSON in UTF-8, and ``value`` what a parser made of it.
    """
    if has_all_keys(data, value):
        return None
    return _find(data.decode("utf-8", "surrogatepass"))


def has_all_keys(data: bytes, value: object) -> bool:
    """Whether a value certainly has all keys of a JSON text, or of lines of JSON. A fast test that may fail."""
    if any(mark in data for mark in _COLONS):
        return False
    try:
        # A colon comes after each key. Those inside of texts are in both; what a repeated key had is in one alone.
        return data.count(b":") == dumps(value).count(b":")
    except (TypeError, RecursionError):
        # A number or a nesting that only the other parser reads.
        return False


def _differ(one: object, other: object) -> bool:
    try:
        # In Python, 1, 1.0 and true are equal.
        return json.dumps(one) != json.dumps(other)
    except RecursionError:
        return True


class _Object:
    """An object that is being read: where the values of its keys are, and the key whose value comes next."""

    __slots__ = ("at", "begin", "key", "values")

    def __init__(self) -> None:
        self.values: dict[str, slice] = {}
        self.key: str | None = None
        self.at = self.begin = 0

    def close(self, text: str, end: int) -> bool:
        """End the current value. Returns whether its key had another value before."""
        key, value = self.key, slice(self.begin, end)
        self.key = None
        if key is None:
            return False
        before = self.values.setdefault(key, value)
        return before is not value and (
            text[before].strip() != text[value].strip() and _differ(json.loads(text[before]), json.loads(text[value]))
        )


def _find(text: str) -> Repeated | None:
    inside: list[_Object | None] = []
    for token in _TOKEN.finditer(text):
        mark, top = token[0], inside[-1] if inside else None
        if mark in {"{", "["}:
            inside.append(_Object() if mark == "{" else None)
        elif top is not None and mark in {",", "}"}:
            key, at = top.key, top.at
            if top.close(text, token.start()):
                return Repeated(key or "", text, at)
        elif top is not None and mark == ":":
            top.begin = token.end()
        elif top is not None and top.key is None:
            top.key, top.at = json.loads(mark), token.start()
        if mark in {"}", "]"}:
            inside.pop()
    return None
