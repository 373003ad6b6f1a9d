"""Find what a saved page states of itself: its titles, and the addresses that it or the program that saved it names.

Links are none of these: they can lead to any game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import unquote

from innolog.log import UnreadableLog
from parsers.markup import hand_over

ADDRESS, TITLE_OF_PAGE = "the page's address", "the title of the page"

#: The comments in which browsers, SingleFile and HTTrack name the address of a page that they save.
_SAVED = re.compile(r"(?:saved from url=(?:\(\d+\))?|saved with SingleFile\s+url: ?|Mirrored from )(\S{1,2000})")
#: The elements that name it, by tag: an attribute, the word in it, and the attribute with the address.
_NAMING = {
    "link": (("rel", "canonical", "href"),),
    "meta": (("property", "og:url", "content"), ("name", "savepage-url", "content")),
}
_HOST = "boardgamearena"
#: Maximum number of addresses, and of titles, of a page that are kept. Honest pages have a few.
_MOST = 100
#: The number of a game right after the game's name and its options. Titles of pages have other numbers, too.
_AFTER_NAME = re.compile(r"innovation(?: ultimate)?(?:\s*\([^)]{0,200}\)?)?\W{0,5}#(\d{1,15})", re.IGNORECASE)


@dataclass(slots=True)
class Itself:
    """The addresses of a page without escapes, and its titles."""

    addresses: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)

    def numbers(self, name: str = "table") -> list[tuple[str, str]]:
        """The numbers with a name in all addresses on Board Game Arena, each with its place.

        Translators and archives have the site's name within the addresses of their own sites.
        """
        pattern = re.compile(rf"[?&]{name}=(\d{{1,15}})")
        # A canonical address need not name the site.
        own = [address for address in self.addresses if "//" not in address or _HOST in address.lower()]
        return [(ADDRESS, number) for address in own for number in pattern.findall(address)]

    def titled(self) -> list[tuple[str, str]]:
        """The numbers right after the game's name in the titles, each with its place."""
        return [(TITLE_OF_PAGE, found[1]) for title in self.titles if (found := _AFTER_NAME.search(title))]


def itself(page: bytes, addresses: Iterable[str] = ()) -> Itself:
    """What a page in UTF-8 states of itself. ``addresses`` are those that the file around it names. Never raises."""
    target = _Target(addresses)
    hand_over(page, target)
    return target.close()


def agree(source: str, what: str, told: Sequence[tuple[str, str]]) -> None:
    """Compare what a page states at several places, each with its place.

    Raises :class:`~innolog.log.UnreadableLog` if two statements differ.
    """
    for place, value in told[1:]:
        if value != told[0][1]:
            raise UnreadableLog(source, place, f"the {what} in {told[0][0]} ({told[0][1]})", value)


class _Target:
    def __init__(self, addresses: Iterable[str]) -> None:
        self._found = Itself()
        self._title: list[str] | None = None
        #: Number of drawings around. These have titles of their own.
        self._drawings = 0
        for address in addresses:
            self._add(address)

    def start(self, tag: str, attributes: Any) -> None:
        self._drawings += tag == "svg"
        self._title = [] if tag == "title" and not self._drawings else None
        for name, word, address in _NAMING.get(tag, ()):
            if word in (attributes.get(name) or "").lower().split():
                self._add(attributes.get(address) or "")

    def data(self, text: str) -> None:
        if self._title is not None:
            self._title.append(text)

    def end(self, tag: str) -> None:
        self._drawings -= tag == "svg"
        if self._title is not None:
            _keep(self._found.titles, " ".join("".join(self._title)[:1000].split()))
            self._title = None

    def comment(self, text: str) -> None:
        for address in _SAVED.findall(text):
            self._add(unescape(address))

    def close(self) -> Itself:
        return self._found

    def _add(self, address: str) -> None:
        _keep(self._found.addresses, unquote(address[:2000]))


def _keep(kept: list[str], text: str) -> None:
    if len(kept) < _MOST and text not in kept:
        kept.append(text)
