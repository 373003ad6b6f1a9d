"""Detect files with packets by their content, without loading the reader."""

from __future__ import annotations

from parsers.bga import specification as words
from parsers.text import first_character, readable

_DATA, _PAGE_PACKETS = words.DATA.encode(), words.PAGE_PACKETS.encode()


def fits(data: bytes) -> bool:
    """Whether a page or JSON may have packets. Whatever is neither fits."""
    data = readable(data)
    start = first_character(data)
    if start == "<":
        return _PAGE_PACKETS in data
    # A key may have escapes.
    return not start or start not in "{[" or _DATA in data or b"\\u" in data
