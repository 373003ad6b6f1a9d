"""Decode untrusted bytes, and escape untrusted text for one-line messages."""

from __future__ import annotations

import json
import re
from functools import cache

from innolog.log import UnreadableLog

#: What is found in an archive or a single-file page that was not saved to its end.
CUT = "an end that comes too early"

_NOT_IN_WORDS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_FIRST_CHARACTER = re.compile(rb"[ \t\r\n]*([^ \t\r\n])")


def printable(text: str) -> str:
    """``text`` on one line, with control characters, lone surrogates and the like escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def in_words(name: str) -> str:
    """A name made safe for a line of text.

    Line breaks, direction marks, control characters and lone surrogates are escaped. Everything else is kept, including
    the joiners of scripts and emoji.
    """
    return _NOT_IN_WORDS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), name)


@cache
def _encoder(separators: tuple[str, str] | None) -> json.JSONEncoder:
    # json.dumps makes one for every value.
    return json.JSONEncoder(ensure_ascii=False, separators=separators)


def json_text(value: object, separators: tuple[str, str] | None = None) -> str:
    """A value as JSON on one line.

    Letters of all scripts are kept; everything that a terminal could interpret is escaped. Lone surrogates, which JSON
    readers need not accept, become U+FFFD.
    """
    text = _encoder(separators).encode(value)
    if text.isprintable():
        return text
    # JSON escapes only the control characters of ASCII.
    return "".join(
        c if c.isprintable() else "\ufffd" if "\ud800" <= c <= "\udfff" else json.dumps(c)[1:-1] for c in text
    )


def shorten(text: str, length: int = 60) -> str:
    """At most ``length`` characters of ``text`` (not counting escapes), :func:`printable`, white space collapsed."""
    head = " ".join(text[: 4 * length].split())
    cut = len(head) > length or len(text) > 4 * length
    return printable(head[:length]) + ("…" if cut else "")


def to_utf8(name: str, data: bytes) -> bytes:
    """``data`` as UTF-8 without byte order mark; UTF-16 and UTF-32 are converted. UTF-8 input is not validated.

    Raises :class:`UnreadableLog` if the bytes are not valid in the encoding of their byte order mark.
    """
    encoding = json.detect_encoding(data)
    if encoding == "utf-8":
        return data
    if encoding == "utf-8-sig":
        return data[3:]
    return decode(name, data, encoding).encode("utf-8")


def readable(data: bytes) -> bytes:
    """``data`` as :func:`to_utf8` has it; empty if its bytes are not valid in the encoding of their byte order mark."""
    try:
        return to_utf8("", data)
    except UnreadableLog:
        return b""


def decode(name: str, data: bytes, encoding: str = "utf-8") -> str:
    """``data`` as text. Raises :class:`UnreadableLog` with the position of the first invalid byte."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"0x{data[error.start]:02x}" if error.start < len(data) else "the end of the file"
        raise UnreadableLog(name, f"byte {error.start}", f"{encoding.upper()} text", found) from None


def first_character(data: bytes) -> str:
    """The first character that is not white space: ASCII, or a question mark for others; empty if there is none."""
    match = _FIRST_CHARACTER.match(data)
    return match[1].decode("ascii", "replace").replace("\ufffd", "?") if match else ""


def position(text: str, offset: int) -> str:
    """The place of a character in a text, such as ``line 1, column 1``."""
    line_start = text.rfind("\n", 0, offset) + 1
    return f"line {text.count(chr(10), 0, offset) + 1}, column {offset - line_start + 1}"


def describe(value: object) -> str:
    """A JSON value in a few words, for ``found`` in an error."""
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
