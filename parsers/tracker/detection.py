"""Telling trackers' files from others by their content, without loading what reads them."""

from __future__ import annotations

import re

from innolog.log import UnreadableLog
from parsers.text import first_character, to_utf8

#: What else an extension puts beside its log.
COMPANIONS = {"game_log.json": frozenset({"game_state.json", "summary.html"})}

_LIST = re.compile(rb'"log"\s*:\s*\[')
_ENTRY = re.compile(rb'"type"\s*:\s*"(?:transfer|log|logWithCardTooltips)"')
#: What only the packets have that entries are made of.
_PACKETS = (b'"packet_id"', b'"channel"')


def fits(data: bytes) -> bool:
    """Whether the bytes look like a tracker's list of entries, and not like the packets it was made of."""
    if first_character(data[:64].removeprefix(b"\xef\xbb\xbf")) != "{":
        if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return False
        try:
            data = to_utf8("", data)
        except UnreadableLog:
            return False
    if any(word in data for word in _PACKETS) or not _LIST.search(data):
        return False
    return bool(_ENTRY.search(data)) or b'"total_entries"' in data
