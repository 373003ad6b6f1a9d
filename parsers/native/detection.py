"""Detect games in the native format by their content, without loading the reader."""

from __future__ import annotations

from parsers.native.specification import HEADER
from parsers.text import readable

#: The beginning of a file in the native format; the header's first key is the version.
_START = b'{"' + HEADER.encode() + b'":'


def fits(data: bytes) -> bool:
    """Whether the bytes begin like a game in the native format."""
    return readable(data).lstrip()[: len(_START)] == _START
