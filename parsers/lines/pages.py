"""Pages and pieces of pages as lines: what a reader of the page would see, and what its markup says beside.

Nothing in a page is executed or fetched, and no tree is built: depth and size cost what reading the bytes costs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lxml import etree

from innolog.cards.facts import CardSet, Icon
from parsers.lines.words import card_mark, find_card, icon_mark, plain, value_mark

#: Elements before and after which a line ends. Everything else runs on in its line.
_BLOCKS = frozenset(
    {"address", "article", "body", "br", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul", "title"}
)
_SILENT = frozenset({"script", "style", "template", "noscript", "head"})
_VOID = frozenset(
    {"br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "embed", "source", "track"}
)
#: Deeper elements are read as if they were not nested.
_DEEPEST = 64
_SHOWS_CARD = re.compile(r"""displayCard\(\s*["']([^"']{1,80})["']""")
_CARD_CLASS = re.compile(r"card_id_(\d{1,4})$")
_ICON_CLASS = re.compile(r"icon_(\d)$")
_SET_CLASS = re.compile(r"type_(\d)$")
_SETS = {card_set.name.lower(): int(card_set) for card_set in CardSet}
_ICONS = {icon.name.lower(): int(icon) for icon in Icon if icon} | {
    "tower": int(Icon.CASTLE),
    "bulb": int(Icon.LIGHTBULB),
}


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page.

    ``text`` has marks (see :mod:`parsers.lines.words`), ``around`` are the ``id`` and ``class`` words of the elements
    it stands in, outermost first (and ``<title>``), ``automatic`` is whether it shows the mark of a forced action.
    """

    text: str
    around: tuple[str, ...]
    automatic: bool = False


def page_lines(page: bytes) -> list[PageLine]:
    """The lines of a page in UTF-8 that are not empty, or stand in an element with a class. Never raises."""
    target: Any = _Lines()
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, no_network=True)
    try:
        parser.feed(page)
        parser.close()
    except etree.LxmlError:
        # The parser gives up on some pages; what comes before that place is whole.
        pass
    lines: list[PageLine] = target.close()
    return lines


class _Lines:
    """Collects the lines; a target for lxml's parser."""

    def __init__(self) -> None:
        self.lines: list[PageLine] = []
        self._stack: list[tuple[str, tuple[str, ...]]] = []
        self._depth = 0
        self._silent = 0
        self._parts: list[str] = []
        self._automatic = False
        #: What the element says whose text is not wanted as it is: from which depth on, and what is made of the text.
        self._swallowed: tuple[int, str, list[str]] | None = None

    def start(self, tag: str, attributes: Any) -> None:
        if tag in _BLOCKS:
            self._flush()
        words = (attributes.get("class") or "")[:400].split()
        if tag in _VOID:
            if tag == "img":
                self._image(attributes, words)
            return
        self._depth += 1
        self._silent += tag in _SILENT and tag != "head"
        if self._depth <= _DEEPEST:
            named = [(attributes.get("id") or "")[:100], *words]
            self._stack.append((tag, tuple(["<title>", *named] if tag == "title" else named)))
        if self._swallowed is None and (mark := _mark(attributes, words)):
            self._swallowed = (self._depth, mark, [])

    def end(self, tag: str) -> None:
        if tag in _VOID:
            return
        if tag in _BLOCKS:
            self._flush()
        if self._swallowed is not None and self._swallowed[0] == self._depth:
            _, mark, parts = self._swallowed
            self._swallowed = None
            self._parts.append(_made(mark, "".join(parts)))
        if self._depth <= _DEEPEST and self._stack:
            self._stack.pop()
        self._depth -= self._depth > 0
        self._silent -= tag in _SILENT and tag != "head" and self._silent > 0

    def data(self, text: str) -> None:
        if self._silent:
            return
        if self._swallowed is not None:
            self._swallowed[2].append(text)
        else:
            self._parts.append(plain_piece(text))

    def comment(self, text: str) -> None:
        """Nothing: comments are no text."""

    def close(self) -> list[PageLine]:
        self._flush()
        return self.lines

    def _image(self, attributes: Any, words: list[str]) -> None:
        name = (attributes.get("src") or "")[:400].rpartition("/")[2].partition("?")[0].rpartition(".")[0]
        if "automatic" in (*words, name):
            self._automatic = True
            return
        icon = _ICONS.get(name.lower().removeprefix("icon_").removeprefix("icon-"))
        card = find_card(name)
        said = icon_mark(icon) if icon is not None else card_mark(card) if card is not None else ""
        (self._parts if self._swallowed is None else self._swallowed[2]).append(said)

    def _flush(self) -> None:
        # An element that swallows its text does not run over the end of a line.
        if self._swallowed is not None:
            self._parts.append(_made(self._swallowed[1], "".join(self._swallowed[2])))
            self._swallowed = None
        text = " ".join("".join(self._parts).split())
        if text or self._automatic:
            around = tuple(word for _, words in self._stack for word in words if word)
            self.lines.append(PageLine(text, around, self._automatic))
        self._parts, self._automatic = [], False


def plain_piece(text: str) -> str:
    """A piece of a line made :func:`~parsers.lines.words.plain`, with white space at its ends."""
    inner = plain(text)
    return " " * text[:1].isspace() + inner + " " * text[-1:].isspace() if inner else " " if text else ""


def _mark(attributes: Any, words: list[str]) -> str:
    """What an element says about its text: a card, an icon, a set; empty for most."""
    for word in words:
        if match := _CARD_CLASS.fullmatch(word):
            return "card:" + match[1]
        if "square" in words and (match := _ICON_CLASS.fullmatch(word)):
            return "icon:" + match[1]
        if "age" in words and (match := _SET_CLASS.fullmatch(word)):
            return "set:" + match[1]
        if "miniCard" in words and (card_set := _SETS.get(word.removeprefix("back").lower())) is not None:
            return f"set:{card_set}"
    for name in ("onclick", "href"):
        if match := _SHOWS_CARD.search((attributes.get(name) or "")[:400]):
            return "name:" + match[1]
    return ""


def _made(mark: str, text: str) -> str:
    """What stands in a line for an element with a mark and its text."""
    kind, _, said = mark.partition(":")
    number = plain(text).strip("[]")
    if kind == "card":
        return card_mark(int(said))
    if kind == "icon":
        return icon_mark(int(said))
    if kind == "set" and number.isascii() and number.isdecimal() and len(number) < 3:
        return value_mark(int(number), int(said))
    if kind == "name":
        card = find_card(said)
        if card is not None:
            return card_mark(card)
    return plain_piece(text)
