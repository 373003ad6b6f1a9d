"""Bytes from strangers as text: which encoding, and what may be quoted back in a one-line message."""

from __future__ import annotations

import json
import re

from innolog.log import UnreadableLog

_NOT_IN_WORDS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_FIRST_CHARACTER = re.compile(rb"[ \t\r\n]*([^ \t\r\n])")


def printable(text: str) -> str:
    """``text`` on one line, control characters, lone surrogates and the like written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def in_words(name: str) -> str:
    """A name as it can stand in a line of text: what would end the line or turn it around, control characters and
    lone surrogates are written as escapes. All else stays, the joiners of scripts and emoji included.
    """
    return _NOT_IN_WORDS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), name)


def json_text(value: object, separators: tuple[str, str] | None = None) -> str:
    """A value as JSON on one line, letters of every script as they are, and nothing in it that a terminal obeys.

    Lone surrogates, which no reader of JSON has to take, become U+FFFD.
    """
    text = json.dumps(value, ensure_ascii=False, separators=separators)
    if text.isprintable():
        return text
    # JSON escapes the control characters of ASCII; there are others.
    return "".join(
        c if c.isprintable() else "\ufffd" if "\ud800" <= c <= "\udfff" else json.dumps(c)[1:-1] for c in text
    )


def shorten(text: str, length: int = 60) -> str:
    """At most ``length`` characters of ``text`` (escapes not counted), :func:`printable`, white space collapsed."""
    head = " ".join(text[: 4 * length].split())
    cut = len(head) > length or len(text) > 4 * length
    return printable(head[:length]) + ("…" if cut else "")


def to_utf8(name: str, data: bytes) -> bytes:
    """``data`` without byte order mark, UTF-16 and UTF-32 recoded. What claims to be UTF-8 is not validated.

    Raises :class:`UnreadableLog` where the bytes are no text in the encoding they start in.
    """
    encoding = json.detect_encoding(data)
    if encoding == "utf-8":
        return data
    if encoding == "utf-8-sig":
        return data[3:]
    return decode(name, data, encoding).encode("utf-8")


def decode(name: str, data: bytes, encoding: str = "utf-8") -> str:
    """``data`` as text. Raises :class:`UnreadableLog` naming the first byte that is none."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"0x{data[error.start]:02x}" if error.start < len(data) else "the end of the file"
        raise UnreadableLog(name, f"byte {error.start}", f"{encoding.upper()} text", found) from None


def first_character(data: bytes) -> str:
    """The first character that is no white space, empty where there is none; ASCII, else a question mark."""
    match = _FIRST_CHARACTER.match(data)
    return match[1].decode("ascii", "replace").replace("\ufffd", "?") if match else ""


def position(text: str, offset: int) -> str:
    """The place of a character in a text, as ``line 1, column 1`` counts them."""
    line_start = text.rfind("\n", 0, offset) + 1
    return f"line {text.count(chr(10), 0, offset) + 1}, column {offset - line_start + 1}"


def describe(value: object) -> str:
    """A JSON value in a few words, for the ``found`` of an error."""
    match value:
        case None | True | False:
            return {None: "null", True: "true", False: "false"}[value]
        case dict():
            if not value:
                return "an empty object"
            keys = [shorten(str(key), 20) for _, key in zip(range(5), value, strict=False)]
            return f"an object with the keys {', '.join(keys)}" + (", …" if len(value) > len(keys) else "")
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case str():
            return f'the text "{shorten(value, 30)}"'
        case _:
            return f"the number {shorten(str(value), 20)}"
