"""Find the page in a single-file page (MHTML), which browsers save together with its pictures.

Only the first page is decoded, since pictures can have any number and size.
"""

from __future__ import annotations

import binascii
import re

from innolog.log import UnreadableLog
from parsers.text import CUT, decode

#: Maximum number of bytes of the headers of a file or a part. Browsers write less than one thousand.
_HEADERS_BYTES = 8192
#: Maximum number of parts that are looked at. In browsers' files the page is the first one.
_MOST_PARTS = 100

_EMPTY_LINE = re.compile(rb"\r?\n[ \t]*\r?\n")
_FOLDED = re.compile(rb"\r?\n[ \t]+")
_RELATED = re.compile(
    rb"^Content-Type:[ \t]*multipart/related\b.*\bboundary=(?:\"([^\"\r\n]+)\"|([^\s;\"]+))", re.I | re.M
)
_HTML = re.compile(
    rb"^Content-Type:[ \t]*(?:text/html|application/xhtml\+xml)\b(?:.*\bcharset=\"?([\w-]+))?", re.I | re.M
)
_ENCODED = re.compile(rb"^Content-Transfer-Encoding:[ \t]*([\w-]+)", re.I | re.M)
#: The charsets that are converted. The bytes of others are read as those of any page.
_CHARSETS = re.compile(r"iso-8859-(?:[1-9]|1[013-6])|windows-125[0-8]|utf-16(?:le|be)?", re.I)


def is_saved_whole(data: bytes) -> bool:
    """Whether the bytes begin like a single-file page."""
    return _boundary(data) is not None


def page_in(name: str, data: bytes) -> bytes:
    """The first page in a single-file page. Raises :class:`~innolog.log.UnreadableLog` if it is damaged."""
    between = b"\n--" + (_boundary(data) or b"")
    start = 0
    for _ in range(_MOST_PARTS):
        start = data.find(between, start)
        if start < 0:
            break
        start += len(between)
        headers = _headers(data, start)
        kind = _HTML.search(headers)
        if kind is not None:
            begins, end = _EMPTY_LINE.search(data, start), data.find(between, start)
            if begins is None or end < 0:
                raise UnreadableLog(name, f"byte {len(data)}", "an intact single-file page", CUT)
            return _decoded(name, headers, data[begins.end() : end], (kind[1] or b"").decode())
    raise UnreadableLog(name, "", "a single-file page with a page in it", "none in it")


def _headers(data: bytes, start: int) -> bytes:
    """The headers that begin at a place, each on one line."""
    head = data[start : start + _HEADERS_BYTES]
    end = _EMPTY_LINE.search(head)
    return _FOLDED.sub(b" ", head if end is None else head[: end.start()])


def _boundary(data: bytes) -> bytes | None:
    """What stands between the parts of a single-file page; None for any other file."""
    found = _RELATED.search(_headers(data, 0))
    return None if found is None else found[1] or found[2]


def _decoded(name: str, headers: bytes, body: bytes, charset: str) -> bytes:
    encoded = _ENCODED.search(headers)
    how = b"" if encoded is None else encoded[1].lower()
    if how == b"quoted-printable":
        body = binascii.a2b_qp(body)
    elif how == b"base64":
        try:
            body = binascii.a2b_base64(body)
        except binascii.Error:
            raise UnreadableLog(name, "", "an intact single-file page", "damaged base64") from None
    return decode(name, body, charset).encode() if _CHARSETS.fullmatch(charset) else body
