"""Telling games in the native format from other logs by their content, without loading what reads them."""

from __future__ import annotations

from parsers.native.specification import HEADER

#: How a file in the native format begins; the header's first key is its version.
_START = b'{"' + HEADER.encode() + b'":'


def fits(data: bytes) -> bool:
    """Whether the bytes begin like a recorded game."""
    return data.lstrip()[: len(_START)] == _START
