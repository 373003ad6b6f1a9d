"""The review page that a site's packets would give: its own templates, filled in.

No real page is public. This one has what is known of such pages, and in it the messages that the corpus carries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import groupby
from typing import Any

_PLACEHOLDER = re.compile(r"\$\{([^}]*)\}")
_TAG = re.compile(r"<[^>]*>")


def lines(export: Any, viewer: str | None) -> Iterator[tuple[str, str]]:
    """Move and HTML of each message: for a player in the words of the own channel, for None as a spectator gets it.

    Facts that concern no player have the same words for all.
    """
    for move, packets in groupby(export["packets"], key=lambda packet: packet["move_id"]):
        public: list[tuple[bool, str]] = []
        own: list[str] = []
        for packet in packets:
            for event in packet["data"]:
                args = event["args"] if isinstance(event["args"], dict) else {}
                template = event["log"] or args.get("log") or ""
                if not template or template.startswith("<!--"):
                    continue
                if packet["channel"].startswith("/player/"):
                    own.append(_filled(template, args))
                else:
                    public.append((event["type"].endswith("_spectator"), _filled(template, args)))
        mine = iter(own)
        for copied, line in public:
            yield move, next(mine, line) if viewer is not None and copied else line


def page(export: Any, viewer: str | None) -> str:
    """A saved page."""
    parts = ["<html><head><title>Game review</title></head><body>", "<h1 id='reviewtitle'>Innovation #123</h1>"]
    parts.append("<div id='gamelogs'>")
    last = None
    for move, line in lines(export, viewer):
        if move != last:
            parts.append(f"<div class='smalltext'>Move {move} :<span>11:22:33 PM</span></div>")
            last = move
        parts.append(f"<div class='gamelogreview whiteblock'>{line}</div>")
    return "\n".join([*parts, "</div></body></html>"])


def text(export: Any, viewer: str | None) -> str:
    """What copying the page gives: no icons, no sets."""
    parts = []
    last = None
    for move, line in lines(export, viewer):
        if move != last:
            parts.append(f"Move {move} :")
            last = move
        parts.append(unescape(_TAG.sub("", line)))
    return "\n".join(parts)


def _filled(template: str, args: Any) -> str:
    def value(match: re.Match[str]) -> str:
        found = args.get(match[1])
        if isinstance(found, dict):
            return _filled(found["log"], found["args"])
        return "" if found is None else str(found)

    return _PLACEHOLDER.sub(value, template)
