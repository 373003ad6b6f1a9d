"""Split pages and fragments of pages into lines: the visible text, and additional facts from the markup.

Nothing in a page is executed or fetched, and no tree is built, so time is linear in the size whatever the depth.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from innolog.cards.facts import CardSet, Icon, card_table
from parsers.lines.words import card_mark, find_card, icon_mark, other_cards, plain, value_mark
from parsers.markup import VOID, MarkupError, markup_parser

#: Elements before and after which a line ends. All other elements continue the line.
_BLOCKS = frozenset(
    {"address", "article", "body", "br", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"}
    | {"header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul", "title"}
)
_SILENT = frozenset({"script", "style", "template", "noscript", "head"})
#: Maximum depth; deeper elements are read as if they were not nested.
_DEEPEST = 64
_SHOWS_CARD = re.compile(r"""displayCard\(\s*["']([^"']{1,80})["']""")
_CARD_CLASS = re.compile(r"card_id_(\d{1,4})$")
_ICON_CLASS = re.compile(r"icon_(\d{1,4})$")
_SET_CLASS = re.compile(r"type_(\d{1,4})$")
_AGE_CLASS = re.compile(r"age_(\d{1,4})$")
_SETS = {card_set.name.lower(): int(card_set) for card_set in CardSet}
_ICONS = {icon.name.lower(): int(icon) for icon in Icon if icon} | {
    "tower": int(Icon.CASTLE),
    "bulb": int(Icon.LIGHTBULB),
}


class Contradicted(NamedTuple):
    """What the text of an element names, and what its markup names; each in words."""

    message: str
    stated: str
    found: str


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page.

    ``text`` has marks (see :mod:`parsers.lines.words`), ``around`` are the ``id`` and ``class`` words of the elements
    it stands in, outermost first (and ``<title>``). ``contradicted`` lists texts that differ from the markup of their
    element. ``position`` is where the line begins in the page, such as ``line 1, column 1``.
    """

    text: str
    around: tuple[str, ...]
    position: str
    contradicted: tuple[Contradicted, ...] = ()


def page_lines(page: bytes) -> list[PageLine]:
    """The lines of a page in UTF-8 that are not empty, or are inside an element with a class. Never raises.

    If a page was cut off in the middle of a line, that line is left out.
    """
    target = _Lines(page)
    parser = markup_parser(target)
    start = 0
    try:
        # The parser does not report places. But it passes on a tag as soon as it has read its end.
        while start < len(page):
            target.reached = page.find(b">", start) + 1 or len(page)
            parser.feed(page[start : target.reached])
            start = target.reached
        target.broken_off()
        parser.close()
    except MarkupError:
        # The parser gives up on some pages; everything before that place is complete.
        pass
    return target.close()


class _Lines:
    """Collects the lines of a page; a target for a parser. ``reached`` is the number of bytes it was fed."""

    def __init__(self, page: bytes) -> None:
        self.reached = 0
        self.lines: list[PageLine] = []
        self._places = _Places(page)
        #: The places where the last tag ended, and where the text of the line begins.
        self._tag_end = 0
        self._begin: int | None = None
        self._stack: list[tuple[str, tuple[str, ...]]] = []
        self._depth = 0
        self._silent = 0
        #: The pieces of text since the last tag. Broken markup gives very many, so each must cost hardly any time.
        self._pieces: list[str] = []
        self.data = self._pieces.append
        self._parts: list[str] = []
        self._automatic = False
        self._cut = False
        self._contradicted: list[Contradicted] = []
        #: The element whose text is replaced: its depth, and the function that makes the replacement.
        self._swallowed: tuple[int, _Mark, list[str]] | None = None

    def start(self, tag: str, attributes: Any) -> None:
        self._take()
        before, self._tag_end = self._tag_end, self.reached
        if tag in _BLOCKS:
            self._flush()
        words = (attributes.get("class") or "")[:400].split()
        if tag in VOID:
            if tag == "img":
                self._image(attributes, words, before)
            return
        self._depth += 1
        self._silent += tag in _SILENT and tag != "head"
        if self._depth <= _DEEPEST:
            named = [(attributes.get("id") or "")[:100], *words]
            self._stack.append((tag, tuple(["<title>", *named] if tag == "title" else named)))
        if self._swallowed is None and (mark := _mark(attributes, words)):
            self._swallowed = (self._depth, mark, [])

    def end(self, tag: str) -> None:
        self._take()
        self._tag_end = self.reached
        if tag in VOID:
            return
        if tag in _BLOCKS:
            self._flush()
        if self._swallowed is not None and self._swallowed[0] == self._depth:
            self._swallow()
        if self._depth <= _DEEPEST and self._stack:
            self._stack.pop()
        self._depth -= self._depth > 0
        self._silent -= tag in _SILENT and tag != "head" and self._silent > 0

    def comment(self, text: str) -> None:
        """Ignore comments."""
        self._take()
        self._tag_end = self.reached

    def broken_off(self) -> None:
        """Finish the input. The last text of an element that is still open is incomplete."""
        if any(words for _, words in self._stack):
            self._cut = True

    def close(self) -> list[PageLine]:
        self._take()
        self._flush()
        return self.lines

    def _image(self, attributes: Any, words: list[str], place: int) -> None:
        name = (attributes.get("src") or "")[:400].rpartition("/")[2].partition("?")[0].rpartition(".")[0]
        if "automatic" in (*words, name):
            self._automatic = True
            self._begin = place if self._begin is None else self._begin
            return
        icon = _ICONS.get(name.lower().removeprefix("icon_").removeprefix("icon-"))
        card = find_card(name)
        if icon is not None:
            self._say(icon_mark(icon), place)
        elif card is not None:
            for text in filter(None, map(attributes.get, ("alt", "title"))):
                self._compare(card, plain(text[:400]))
            self._say(card_mark(card), place)

    def _take(self) -> None:
        """Process the text before a tag."""
        if self._pieces:
            text = "".join(self._pieces)
            self._pieces.clear()
            if not self._silent:
                blank = text[: len(text) - len(text.lstrip())]
                self._say(plain_piece(text), self._tag_end + len(blank.encode()))

    def _say(self, piece: str, place: int) -> None:
        if self._begin is None and not piece.isspace():
            self._begin = place
        (self._parts if self._swallowed is None else self._swallowed[2]).append(piece)

    def _flush(self) -> None:
        # An element whose text is replaced does not extend beyond the end of a line.
        if self._swallowed is not None:
            self._swallow()
        text = " ".join("".join(self._parts).split())
        if (text or self._automatic) and not self._cut:
            position = self._places.position(self._begin or 0)
            around = tuple(word for _, words in self._stack for word in words if word)
            self.lines.append(PageLine(text, around, position, tuple(self._contradicted)))
        self._parts, self._automatic, self._contradicted, self._begin = [], False, [], None

    def _swallow(self) -> None:
        """End the element whose text is replaced."""
        assert self._swallowed is not None
        _, mark, parts = self._swallowed
        self._swallowed = None
        text = "".join(parts)
        number = text.strip(" []")
        if (card := _marked(mark)) is not None:
            self._compare(card, text)
        elif mark.age and number.isascii() and number.isdecimal() and int(number[:9]) != int(mark.age):
            message = "the text of a line names another value than its markup"
            self._contradicted.append(Contradicted(message, mark.age, number[:9]))
        self._parts.append(_made(mark, text) if card is None else card_mark(card))

    def _compare(self, card: int, text: str) -> None:
        """Record a text that names another card than the id in the same element."""
        message, name = "the text of a line names another card than the id in its markup", card_table().name
        self._contradicted += [Contradicted(message, name[card], name[other]) for other in other_cards(card, text)]


class _Places:
    """Lines and columns of a page, for places that are requested in increasing order."""

    def __init__(self, page: bytes) -> None:
        self._page = page
        self._offset, self._line, self._column = 0, 1, 1

    def position(self, offset: int) -> str:
        """The place of a byte, as :func:`parsers.text.position` counts characters."""
        passed = self._page[self._offset : offset]
        self._offset = max(self._offset, offset)
        above, _, last = passed.rpartition(b"\n")
        if len(last) < len(passed):
            self._line += above.count(b"\n") + 1
            self._column = 1
        self._column += len(last.decode("utf-8", "replace"))
        return f"line {self._line}, column {self._column}"


def plain_piece(text: str) -> str:
    """A piece of a line made :func:`~parsers.lines.words.plain`, with white space at its ends."""
    inner = plain(text)
    return " " * text[:1].isspace() + inner + " " * text[-1:].isspace() if inner else " " if text else ""


class _Mark(NamedTuple):
    """What the markup of an element says of its text: a card, an icon or a set, and perhaps a value."""

    kind: str
    said: str
    age: str = ""


def _mark(attributes: Any, words: list[str]) -> _Mark | None:
    """The mark of an element; None for most elements."""
    for word in words:
        if match := _CARD_CLASS.fullmatch(word):
            return _Mark("card", match[1])
        if "square" in words and (match := _ICON_CLASS.fullmatch(word)):
            return _Mark("icon", match[1])
        if "miniCard" in words and (card_set := _SETS.get(word.removeprefix("back").lower())) is not None:
            return _Mark("set", str(card_set))
    if "age" in words and any(numbers := [_number_in(words, pattern) for pattern in (_SET_CLASS, _AGE_CLASS)]):
        return _Mark("set", *numbers)
    for name in ("onclick", "href"):
        if match := _SHOWS_CARD.search((attributes.get(name) or "")[:400]):
            return _Mark("name", match[1])
    return None


def _number_in(words: list[str], pattern: re.Pattern[str]) -> str:
    """The number in the first class of a kind; empty if there is none."""
    return next((found[1] for found in map(pattern.fullmatch, words) if found), "")


def _marked(mark: _Mark) -> int | None:
    """The card to which a mark of an element refers, if the mark refers to a known card."""
    return int(mark.said) if mark.kind == "card" else find_card(mark.said) if mark.kind == "name" else None


def _made(mark: _Mark, text: str) -> str:
    """The text of a line for an element with another mark and its text, which is plain apart from marks.

    No wording has an icon or a set that is unknown, so that such a line is not understood.
    """
    number = text.strip(" []")
    if mark.kind == "icon":
        return icon_mark(int(mark.said)) if int(mark.said) < len(Icon) else f"[{mark.kind} {mark.said}]"
    if mark.kind == "set" and mark.said and number.isascii() and number.isdecimal() and len(number) < 3:
        known = int(mark.said) < len(CardSet)
        return value_mark(int(number), int(mark.said)) if known else f"[{number} {mark.kind} {mark.said}]"
    return text
