"""Extract the data of a replay page of Board Game Arena, saved from a browser, from its scripts.

Nothing in the page is executed or fetched.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from innolog.log import UnreadableLog
from parsers.bga import specification as words
from parsers.bga.jsontext import STANDARD_DECODER, check_counts, failure
from parsers.markup import hand_over
from parsers.text import decode, shorten

_TITLE = re.compile(rb"<title[^>]*>([^<]{1,500})", re.IGNORECASE)
#: The title of a page is in its head.
_HEAD_BYTES = 65_536
_PACKETS = re.compile(rf"\b{words.PAGE_PACKETS}\s*=\s*(?=[\[{{])")
_EMPTY = re.compile(r"\[\s*\]|\{\s*\}")
_SETUP = re.compile(rf"\b{words.PAGE_SETUP}\s*\(\s*")
_STRING = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
_WORD = re.compile(r"[^\s,(){}\[\]'\"]+")
_COMMA = re.compile(r"\s*,\s*")


def read_page(name: str, data: bytes) -> tuple[Any, str | None, dict[str, Any] | None]:
    """The reply with the packets, the game's name on the site, and the initial game data, the last two if present.

    ``data`` is the page in UTF-8. Raises :class:`UnreadableLog` for a page without packets and for damaged ones.
    """
    if words.PAGE_PACKETS.encode() in data:
        page = decode(name, data)
        scripts = _scripts(data)
        if (found := _assigned(scripts)) is not None:
            return _packets(name, page, *found), *_setup(name, scripts)
    title = _TITLE.search(data[:_HEAD_BYTES])
    called = shorten(unescape(title[1].decode("utf-8", "backslashreplace")).strip()) if title else ""
    raise UnreadableLog(
        name,
        "the whole page",
        f"a saved replay page with {words.PAGE_PACKETS}",
        f'the page "{called}" without it' if called else "an HTML page without it",
    )


class _Scripts:
    """Collects the text of the script elements. Without a tree, deep nesting costs nothing."""

    def __init__(self) -> None:
        self._parts: list[str] | None = None
        self._scripts: list[str] = []

    def start(self, tag: str, attributes: object) -> None:
        self._parts = [] if tag == "script" else None

    def data(self, text: str) -> None:
        if self._parts is not None:
            self._parts.append(text)

    def end(self, tag: str) -> None:
        if self._parts is not None:
            self._scripts.append("".join(self._parts))
            self._parts = None

    def close(self) -> list[str]:
        if self._parts is not None:
            self.end("script")
        return self._scripts


def _scripts(page: bytes) -> list[str]:
    target = _Scripts()
    hand_over(page, target)
    return target.close()


def _assigned(scripts: list[str]) -> tuple[str, int] | None:
    """The script that assigns the packets, and the place of the value. A page may first assign an empty one."""
    empty: tuple[str, int] | None = None
    for script in scripts:
        for match in _PACKETS.finditer(script):
            if _EMPTY.match(script, match.end()) is None:
                return script, match.end()
            empty = empty or (script, match.end())
    return empty


def _packets(name: str, page: str, script: str, start: int) -> Any:
    check_counts(name, "", script)
    try:
        return STANDARD_DECODER.raw_decode(script, start)[0]
    except (ValueError, RecursionError) as error:
        offset = page.find(script)
        if isinstance(error, json.JSONDecodeError) and offset >= 0:
            error = json.JSONDecodeError(error.msg, page, offset + error.pos)
        raise failure(name, page, error) from None


def _setup(name: str, scripts: list[str]) -> tuple[str | None, dict[str, Any] | None]:
    """The first argument of the call that sets the page up, and the first argument that is an object."""
    for script in scripts:
        if call := _SETUP.search(script):
            break
    else:
        return None, None
    check_counts(name, "", script)
    game: str | None = None
    at = call.end()
    while at < len(script):
        if script[at] in "{[":
            try:
                value, at = STANDARD_DECODER.raw_decode(script, at)
            except (ValueError, RecursionError):
                return game, None
            if isinstance(value, dict):
                return game, value
        elif token := _STRING.match(script, at) or _WORD.match(script, at):
            if at == call.end() and token[0][0] in "'\"":
                game = token[0][1:-1]
            at = token.end()
        comma = _COMMA.match(script, at)
        if not comma:
            break
        at = comma.end()
    return game, None
