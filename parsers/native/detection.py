"""Telling games in the native format from other logs by their content, without loading what reads them."""

from __future__ import annotations

from innolog.log import UnreadableLog
from parsers.native.specification import HEADER
from parsers.text import to_utf8

#: How a file in the native format begins; the header's first key is its version.
_START = b'{"' + HEADER.encode() + b'":'


def fits(data: bytes) -> bool:
    """Whether the bytes begin like a recorded game."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        try:
            data = to_utf8("", data)
        except UnreadableLog:
            return False
    return data.lstrip()[: len(_START)] == _START
