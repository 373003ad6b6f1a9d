"""Parse untrusted JSON: fast for valid input, and with the exact place of an error."""

from __future__ import annotations

import json
import math
from typing import Any

from innolog.log import UnreadableLog
from parsers import fastjson
from parsers.keys import repeated_key
from parsers.text import decode, position


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number out of range")
    return number


#: A slower parser for input that the first parser rejects but that a program or browser may write: NaN and Infinity
#: (read as null, as JavaScript writes them), numbers beyond 64 bits, and unpaired surrogates.
STANDARD_DECODER = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_float)


#: Maximum number of objects and lists in a JSON text, and of values in them, and the length in bytes from which they
#: are counted. An export of 16 MB, four times the largest known one, would have some 230,000 and 800,000. These take
#: less than 300 MB of memory; a text that is not counted takes at most forty times its length.
MAX_CONTAINERS = 500_000
MAX_VALUES = 2_000_000
_COUNTED_FROM = 4 * 1024 * 1024


def check_counts(name: str, place: str, text: bytes | str) -> None:
    """Raise :class:`UnreadableLog` for a JSON text with too many objects or values, before parsing it.

    All brackets and commas are counted, including those in strings.
    """
    if len(text) < _COUNTED_FROM:
        return
    if isinstance(text, bytes):
        containers, values = text.count(b"[") + text.count(b"{"), text.count(b",")
    else:
        containers, values = text.count("[") + text.count("{"), text.count(",")
    for found, most, what in ((containers, MAX_CONTAINERS, "objects and lists"), (values, MAX_VALUES, "values")):
        if found > most:
            raise UnreadableLog(name, place, f"a game log, which has at most {most:,} {what}", f"{found:,}")


def parse_json(name: str, data: bytes) -> Any:
    """The value of a JSON text in UTF-8 without byte order mark.

    Raises :class:`UnreadableLog` with line and column (or byte) of the first error. Nesting of more than some 1,000
    levels is an error, and so are more objects or values than a game has (:func:`check_counts`).
    """
    check_counts(name, "", data)
    try:
        return fastjson.loads(data)
    except fastjson.JSONDecodeError as error:
        if "depth" in error.msg or "recursion" in error.msg.lower():
            raise failure(name, error.doc, RecursionError(), error.pos) from None
        place = error.pos
    text = decode(name, data)
    try:
        return STANDARD_DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise failure(name, text, error, place) from None


def check_keys(name: str, data: bytes, value: object) -> None:
    """Raise :class:`UnreadableLog` if an object of a JSON text has a key twice, with different values.

    ``value`` is what the text was read as.
    """
    if repeated := repeated_key(data, value):
        raise repeated.error(name, position(repeated.text, repeated.at))


def failure(name: str, text: str, error: ValueError | RecursionError, offset: int | None = None) -> UnreadableLog:
    """Turn an exception of a JSON parser about ``text`` into the error to show.

    ``offset`` is the character of the error, if the exception does not have it.
    """
    if isinstance(error, json.JSONDecodeError):
        offset = error.pos
    place = "" if offset is None else position(text, offset)
    if isinstance(error, RecursionError):
        return UnreadableLog(name, place, "a game log", "JSON nested too deep")
    if not isinstance(error, json.JSONDecodeError):
        return UnreadableLog(name, place, "numbers of a game log", "a number out of range")
    # The place is already part of the message.
    complaint = (error.msg[:1].lower() + error.msg[1:]).removesuffix(" starting at")
    if error.msg.startswith("Unterminated") or not text[error.pos : error.pos + 100].strip():
        return UnreadableLog(name, place, "complete JSON", f"the end of the text ({complaint})")
    return UnreadableLog(name, place, "valid JSON", f"a syntax error ({complaint})")
