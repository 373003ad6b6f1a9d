"""Detect the site of a text log from its content: a cheap test that may be wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence

from innolog.log import GameLog
from parsers.lines.bga import bga_table
from parsers.lines.matching import Matcher
from parsers.lines.players import ACTIONS, STATEMENTS, find_names
from parsers.lines.review import read_review_page, read_review_text
from parsers.lines.templates import Table
from parsers.lines.titles import says_table
from parsers.lines.words import plain
from parsers.lines.yucata import read_yucata_page, read_yucata_text
from parsers.text import decode, first_character, readable, to_utf8

_BGA_PAGE = re.compile(rb"gamelogreview|replaylogs_move")
_YUCATA_PAGE = re.compile(rb"""id\s*=\s*["']?(?:gameLog|log)["'\s>]|class\s*=\s*["']?move move\d""")
#: Marks of a replay page, whose packets contain more than its text.
_PACKETS = b"g_gamelogs"
#: The header of a move: with a name on Yucata, possibly with a time on Board Game Arena.
_HEADER = re.compile(r"\W?\w{1,20} ?(?:\d{1,6}|null) ?:(?P<name> ?(?!\d{1,4}[:/.-]\d|.*\d:\d\d(?: ?[AP]M)?$)\S.*)?")
#: Maximum number of characters of a text that are examined.
_SAMPLE_CHARACTERS = 100_000
_SAMPLE_LINES = 1_000


def fits(data: bytes) -> bool:
    """Whether a file may be a page or text with the lines of a game."""
    return _site(data) is not None


def read(name: str, data: bytes, table: Table | None = None, addresses: Sequence[str] = ()) -> GameLog:
    """Read the log in a page or text. ``addresses`` are those of a page that stand outside of it.

    Raises :class:`~innolog.log.UnreadableLog` and :class:`~innolog.log.UnsupportedLog`.
    """
    site = _site(data)
    data = to_utf8(name, data)
    if first_character(data) == "<":
        return (read_yucata_page if site == "yucata" else read_review_page)(name, data, table, addresses)
    return (read_yucata_text if site == "yucata" else read_review_text)(name, decode(name, data), table)


def _site(data: bytes) -> str | None:
    data = readable(data)
    start = first_character(data)
    if start == "<":
        if _PACKETS in data:
            return None
        return "bga" if _BGA_PAGE.search(data) else "yucata" if _YUCATA_PAGE.search(data) else None
    if not start or start in "{[" or b"\0" in data[:1000]:
        return None
    text = data[: 4 * _SAMPLE_CHARACTERS].decode("utf-8", "replace")[:_SAMPLE_CHARACTERS]
    lines = [plain(line) for line in text.splitlines()]
    headers = [header for line in lines if (header := _HEADER.match(line))]
    if headers:
        return "yucata" if 2 * sum(header["name"] is not None for header in headers) > len(headers) else "bga"
    title = next(filter(None, lines), "")
    return "bga" if says_table(title) or _is_told(lines[:_SAMPLE_LINES]) else None


def _is_told(lines: Sequence[str]) -> bool:
    """Whether at least two players act in lines, in the words of Board Game Arena.

    A text to the viewer can name one alone, and a short one can count the icons of others. The words of such lines are
    compared in full, because what people write about anything else begins with "You" or says that somebody has three.
    """
    table = bga_table()
    if len(find_names(table, lines)) > 1:
        return True
    names = find_names(table, lines, (*ACTIONS, *STATEMENTS))
    matcher = Matcher(table, names, viewpoint=len(names))
    said = [one for line in dict.fromkeys(lines) if (one := matcher.match(line)) is not None]
    about = {one.values["player"] for one in said if one.key != "known" and "player" in one.values}
    return len(about) > 1 and any(one.key in ACTIONS for one in said)
