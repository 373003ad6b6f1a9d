"""The parser for saved pages: lxml if it is installed, otherwise Python's.

A browser has no lxml. Python's parser needs quadratic time for some malformed pages, so it is not the first choice.
Both are given a target with the methods ``start``, ``end``, ``data`` and perhaps ``comment``, and build no tree.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from html.parser import HTMLParser
from typing import Any, Protocol

from innolog.support.errors import InnologError

#: Elements that have no end tag.
VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "embed", "source", "track"})
_PARAGRAPH_ENDS = frozenset(
    {"address", "article", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form", "h1", "h2"}
    | {"h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "td", "th"}
    | {"tr", "ul"}
)
#: The start of an element of the first set ends an open element of the second, unless one of the third is in between.
_ENDED_BY = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "td": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "th": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "tr": (frozenset({"tr"}), frozenset({"table", "tbody", "thead"})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    "body": (frozenset({"head"}), frozenset({"html"})),
}
#: Elements that need no body around them.
_AROUND = frozenset({"html", "head", "body", "title", "meta", "link", "base", "script", "style"})


class MarkupError(InnologError):
    """The parser gives up. Everything before that place was handed to the target."""


class MarkupParser(Protocol):
    """Passes on a tag as soon as it has read its end."""

    def feed(self, data: bytes, /) -> None:
        """Parse some more bytes of UTF-8. Raises :class:`MarkupError`."""

    def close(self) -> None:
        """Parse what is left. Raises :class:`MarkupError`."""


def markup_parser(target: Any) -> MarkupParser:
    """A parser that hands the elements and texts of a page to ``target``."""
    try:
        from lxml import etree
    except ModuleNotFoundError:
        return StandardParser(target)
    return _Lxml(etree, target)


def hand_over(page: bytes, target: Any) -> None:
    """Hand the elements and texts of a whole page in UTF-8 to ``target``, up to where the parser gives up."""
    parser = markup_parser(target)
    try:
        parser.feed(page)
        parser.close()
    except MarkupError:
        return


class _Lxml:
    def __init__(self, etree: Any, target: Any) -> None:
        self._parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, no_network=True)
        self._error: type[Exception] = etree.LxmlError

    def feed(self, data: bytes) -> None:
        try:
            self._parser.feed(data)
        except self._error as error:
            raise MarkupError from error

    def close(self) -> None:
        try:
            self._parser.close()
        except self._error as error:
            raise MarkupError from error


class StandardParser:
    """Python's parser. It ends elements that the page leaves open, as browsers do for the common ones."""

    def __init__(self, target: Any) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = _Balanced(target)

    def feed(self, data: bytes) -> None:
        """Parse some more bytes of UTF-8. Raises :class:`MarkupError`."""
        try:
            self._parser.feed(self._decoder.decode(data))
        except (AssertionError, ValueError) as error:
            raise MarkupError from error

    def close(self) -> None:
        """Parse what is left, and end the elements that are still open. Raises :class:`MarkupError`."""
        try:
            self._parser.feed(self._decoder.decode(b"", final=True))
            self._parser.close()
        except (AssertionError, ValueError) as error:
            raise MarkupError from error
        self._parser.end_all()


class _Balanced(HTMLParser):
    def __init__(self, target: Any) -> None:
        super().__init__(convert_charrefs=True)
        self._target = target
        self._comment = getattr(target, "comment", None)
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._imply(tag)
        if tag in _PARAGRAPH_ENDS:
            self._end_open(frozenset({"p"}), frozenset({"div", "td", "th", "li", "table", "section"}))
        if tag in _ENDED_BY:
            self._end_open(*_ENDED_BY[tag])
        # The first of several attributes with one name counts, as in browsers.
        self._target.start(tag, {name: value or "" for name, value in reversed(attrs)})
        if tag in VOID:
            self._target.end(tag)
        else:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # In HTML the slash means nothing.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and tag in self._open:
            while True:
                last = self._open.pop()
                self._target.end(last)
                if last == tag:
                    break

    def handle_data(self, data: str) -> None:
        if not data.isspace():
            self._imply("")
        self._target.data(data)

    def handle_comment(self, data: str) -> None:
        if self._comment is not None:
            self._comment(data)

    def end_all(self) -> None:
        """End the elements that are still open."""
        while self._open:
            self._target.end(self._open.pop())

    def _imply(self, tag: str) -> None:
        """Open the elements around everything else if the page leaves them out. ``tag`` is empty for text."""
        if not self._open and tag != "html":
            self._start("html")
        if self._open == ["html"] and tag not in _AROUND:
            self._start("body")

    def _start(self, tag: str) -> None:
        self._target.start(tag, {})
        self._open.append(tag)

    def _end_open(self, names: frozenset[str], within: frozenset[str]) -> None:
        """End the innermost open element with one of these names, unless it lies outside of the nearest ``within``."""
        for depth in range(len(self._open) - 1, max(-1, len(self._open) - 65), -1):
            if self._open[depth] in names:
                while len(self._open) > depth:
                    self._target.end(self._open.pop())
                return
            if self._open[depth] in within:
                return
