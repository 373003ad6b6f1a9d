"""Single-file pages."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from pathlib import Path

import pytest

from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from parsers import read_logs
from parsers.files import PAGE_FACTOR, Blob, iter_blobs
from parsers.lines.review import read_review_page
from parsers.lines.writing import yucata_page
from tests.parsers.lines.games import RULES, told
from tests.written import review_page

HEAD = """From: <Saved by Blink>
Snapshot-Content-Location: https://example.org/
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----MultipartBoundary--x----"

"""
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "8bit": bytes,
    "binary": bytes,
    "Base64": base64.encodebytes,
    "quoted-printable": quopri.encodestring,
}


def saved(page: bytes, how: str = "8bit", kind: str = "text/html", end: str = "--") -> bytes:
    """A picture and a page, as a browser saves them."""
    between = "------MultipartBoundary--x----"
    picture = f"{between}\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    headers = f"{between}\nContent-Type: {kind}\nContent-Transfer-Encoding: {how}\n\n"
    last = f"\n{between}{end}\n" if end else "\n"
    return b"".join(((HEAD + picture + headers).encode(), ENCODINGS[how](page), last.encode()))


def blob(tmp_path: Path, data: bytes, limit: int = 100_000) -> Blob | UnreadableLog:
    (tmp_path / "a.mht").write_bytes(data)
    (found,) = iter_blobs([tmp_path], limit=limit)
    return found


@pytest.mark.parametrize("how", ENCODINGS)
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_the_page_is_found(tmp_path: Path, how: str, newline: bytes) -> None:
    page = "<html>Zoë = 1\n</html>".encode()
    found = blob(tmp_path, saved(page, how).replace(b"\n", newline))
    assert isinstance(found, Blob)
    assert found.data.replace(b"\r", b"").strip() == page


@pytest.mark.parametrize(
    ("kind", "charset"),
    [
        ('text/html;\n charset="ISO-8859-1"', "latin-1"),
        ("text/html; charset=utf-16", "utf-16"),
        ("Text/HTML; charset=x", "utf-8"),
        ("text/html; charset=zlib", "utf-8"),
    ],
)
def test_the_page_has_a_charset(tmp_path: Path, kind: str, charset: str) -> None:
    found = blob(tmp_path, saved("<p>Zoë".encode(charset), "Base64", kind))
    assert isinstance(found, Blob)
    assert found.data == "<p>Zoë".encode()


def test_a_page_without_a_charset_is_as_any_other(tmp_path: Path) -> None:
    page = '<meta charset="latin-1"><p>Zoë'.encode("latin-1")
    found = blob(tmp_path, saved(page))
    assert isinstance(found, Blob)
    assert found.data == page


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (saved(b"<p>", end=""), "an end that comes too early"),
        (saved(b"<p>", "Base64").replace(b"PHA+", b"PHA"), "damaged base64"),
        (saved(b"<p>", kind="text/css"), "none in it"),
        (HEAD.encode() + b"------MultipartBoundary--x----\n" * 100_000, "none in it"),
    ],
)
def test_a_damaged_file_has_one_error(tmp_path: Path, data: bytes, found: str) -> None:
    error = blob(tmp_path, data, 1_000_000)
    assert isinstance(error, UnreadableLog)
    assert error.found == found


@pytest.mark.parametrize("boundary", ["unicode_escape''%5Cud800", "a\0b''x", "''"])
def test_headers_that_cannot_be_decoded_are_no_failure(tmp_path: Path, boundary: str) -> None:
    """The mail library raised another error for each of the first two."""
    data = saved(b"<p>").replace(b'boundary="----MultipartBoundary--x----"', f"boundary*={boundary}".encode())
    found = blob(tmp_path, data)
    assert isinstance(found, Blob)
    assert found.data == data
    found = blob(tmp_path, saved(b"<p>", kind="text/html; charset*=a\0b''utf-8"))
    assert isinstance(found, Blob)
    assert found.data == b"<p>"


def test_pages_may_be_large_and_no_larger(tmp_path: Path) -> None:
    empty = len(saved(b""))
    for size, kind in ((PAGE_FACTOR * 1000, Blob), (PAGE_FACTOR * 1000 + 1, UnreadableLog)):
        assert isinstance(blob(tmp_path, saved(b"<".ljust(size - empty)), limit=1000), kind)
    # With the charset, a page can get larger.
    latin = saved("é".encode("latin-1") * 3000, kind="text/html; charset=iso-8859-1")
    assert isinstance(blob(tmp_path, latin, limit=1000), UnreadableLog)


def test_a_log_is_read_in_it(tmp_path: Path) -> None:
    page = review_page(told("base"), None).encode()
    (tmp_path / "game.mhtml").write_bytes(saved(page, "quoted-printable"))
    (log,) = read_logs([tmp_path])
    assert isinstance(log, GameLog)
    assert log.observations == read_review_page("x", page).observations


ADDRESS = "https://example.org/"


def from_address(page: str, address: str, header: str) -> bytes:
    """A page that is saved as a single file, with its address in one of the headers that browsers write."""
    data = saved(page.encode(), "quoted-printable")
    if header == "Snapshot-Content-Location":
        return data.replace(ADDRESS.encode(), address.encode())
    return data.replace(b"Content-Type: text/html", f"Content-Type: text/html\n{header}:\n {address}".encode())


@pytest.mark.parametrize("header", ["Snapshot-Content-Location", "Content-Location"])
def test_the_address_in_the_headers_is_that_of_the_page(tmp_path: Path, header: str) -> None:
    """It was lost. The page of another table or game was legal, and one of the fourth edition was illegal."""

    def read(page: str, address: str) -> object:
        (tmp_path / "game.mhtml").write_bytes(from_address(page, address, header))
        (log,) = read_logs([tmp_path])
        return log

    game = told("base")
    review, yucata = review_page(game, None), yucata_page(game, None, rules=RULES["base"].describe())
    for page, address in (
        (review, "https://boardgamearena.com/gamereview?table={}"),
        (yucata, "https://www.yucata.de/en/Game/Innovation/{}#mainPage"),
    ):
        honest = read(page, address.format(game.game_id))
        assert isinstance(honest, GameLog)
        assert honest.game_id == game.game_id
        assert isinstance(read(page, address.format(12)), UnreadableLog)
    assert isinstance(read(yucata, "https://www.yucata.de/en/Game/RedCathedral/5"), UnsupportedLog)
    fourth = read(yucata_page(game, None), f"https://www.yucata.de/en/Game/InnovationUltimate/{game.game_id}")
    assert isinstance(fourth, GameLog)
    assert fourth.stated["edition"] == "fourth"
