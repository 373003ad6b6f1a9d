"""Find the page in a single-file page (MHTML), which browsers save together with its pictures.

Only the first page is parsed as mail, since pictures can have any number and size.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from innolog.log import UnreadableLog
from parsers.text import CUT, decode

if TYPE_CHECKING:
    from email.message import Message

#: How many bytes at the start have the headers of the file, or of a part. Browsers write less than one thousand.
_HEADERS_BYTES = 8192
#: Maximum number of parts that are looked at. In browsers' files the page is the first one.
_MOST_PARTS = 100
#: The charsets that are converted. The bytes of others are read as those of any page.
_CHARSETS = re.compile(r"iso-8859-(?:[1-9]|1[013-6])|windows-125[0-8]|utf-16(?:le|be)?", re.I)
_KIND = "multipart/related"
_PAGES = ("text/html", "application/xhtml+xml")
#: The headers, of the file or of the page in it, with the address of the page.
_ADDRESSES = ("Snapshot-Content-Location", "Content-Location")


def is_saved_whole(data: bytes) -> bool:
    """Whether the bytes begin like a single-file page."""
    return _KIND.encode() in data[:_HEADERS_BYTES].lower() and _boundary(data) is not None


def page_in(name: str, data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The first page in a single-file page, and the addresses of the page that the headers name.

    Raises :class:`~innolog.log.UnreadableLog` if it is damaged.
    """
    between = b"\n--" + (_boundary(data) or b"")
    start = 0
    for _ in range(_MOST_PARTS):
        start = data.find(between, start) + len(between)
        if start < len(between):
            break
        # What is left of the line.
        begins = data.find(b"\n", start) + 1
        if _message(data[begins : begins + _HEADERS_BYTES]).get_content_type() in _PAGES:
            end = data.find(between, begins)
            if end < 0:
                raise UnreadableLog(name, f"byte {len(data)}", "an intact single-file page", CUT)
            part = _message(data[begins:end])
            return _decoded(name, part), (*_addresses(_message(data[:_HEADERS_BYTES])), *_addresses(part))
    raise UnreadableLog(name, "", "a single-file page with a page in it", "none in it")


def _message(data: bytes) -> Message:
    # Imported only for files that look like a single-file page.
    from email.parser import BytesHeaderParser

    return BytesHeaderParser().parsebytes(data)


def _boundary(data: bytes) -> bytes | None:
    """What stands between the parts of a single-file page; None for any other file."""
    head = _message(data[:_HEADERS_BYTES])
    try:
        boundary = head.get_boundary() if head.get_content_type() == _KIND else None
        return boundary.encode(errors="surrogateescape") if boundary else None
    except ValueError:
        # The library tries to decode what the headers name in any charset.
        return None


def _addresses(message: Message) -> list[str]:
    # A long header has several lines.
    return ["".join(str(value).split()) for header in _ADDRESSES for value in message.get_all(header, ())]


def _decoded(name: str, part: Message) -> bytes:
    body: Any = part.get_payload(decode=True)
    if part.defects:
        how = str(part["Content-Transfer-Encoding"]).lower()
        raise UnreadableLog(name, "", "an intact single-file page", f"damaged {how}")
    try:
        charset = part.get_content_charset()
    except ValueError:
        charset = None
    return decode(name, body, charset).encode() if charset and _CHARSETS.fullmatch(charset) else bytes(body)
