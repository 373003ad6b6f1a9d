"""Detect trackers' files by their content, without loading the reader."""

from __future__ import annotations

import re

from parsers.text import first_character, readable

#: Other files that an extension adds to its archive.
COMPANIONS = {"game_log.json": frozenset({"game_state.json", "summary.html"})}

_LIST = re.compile(rb'"log"\s*:\s*\[')
_ENTRY = re.compile(rb'"type"\s*:\s*"(?:transfer|log|logWithCardTooltips)"')
#: Marks that occur only in packets, from which the entries are made.
_PACKETS = (b'"packet_id"', b'"channel"')


def fits(data: bytes) -> bool:
    """Whether the bytes look like a tracker's list of entries, and not like the packets from which it was made."""
    data = readable(data)
    if first_character(data) != "{":
        return False
    if any(word in data for word in _PACKETS) or not _LIST.search(data):
        return False
    return bool(_ENTRY.search(data)) or b'"total_entries"' in data
