"""Pages from strangers: broken, enormous or made to harm, they end in a log or one clear line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from innolog.log import GameLog, UnreadableLog, UnsupportedLog
from parsers import read_log
from parsers.lines import players
from parsers.lines.bga import bga_table
from parsers.lines.detection import read
from parsers.lines.pages import page_lines
from parsers.lines.templates import Wording
from parsers.lines.writing import yucata_page
from parsers.lines.yucata import read_yucata_page
from parsers.text import position
from tests.parsers.lines.games import told
from tests.written import review_page


def test_scripts_and_faults_in_markup_change_nothing() -> None:
    page = yucata_page(told("base"), 0)
    clean = read_yucata_page("x", page.encode())
    script = "<script>document.write('<div class=\"mayClick action\">Ada draws Paper</div>')</script><style>p{}</style>"
    spoiled = page.replace('<div class="mayClick action', f'{script}<div class="mayClick action')
    spoiled = spoiled.replace("</span></div>", "</b></div>").replace("<span>", "<i><span onclick=alert(1)>")
    assert read_yucata_page("x", spoiled.encode()).observations == clean.observations


def test_a_log_that_goes_on_outside_its_panel_is_not_read_in_part() -> None:
    page = yucata_page(told("base"), 0)
    at = page.index("</span></div>", len(page) // 2)
    broken = page[:at] + "</span></div></div></div></div>" + page[at + len("</span></div>") :]
    outside = broken.index("<div", at)
    with pytest.raises(UnreadableLog) as error:
        read_yucata_page("x", broken.encode())
    text = broken.index(">", outside) + 1
    assert error.value.place == position(broken, text if broken[text] != "<" else broken.index(">", text) + 1)
    assert re.search(r'found "\w+ [\w\[\] ]+" outside its panel', str(error.value))


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda page: "<div>" * 200_000 + page, marks=pytest.mark.long),
        lambda page: page.replace("<span>", "<span>" * 50),
        lambda page: page[: len(page) // 2],
        lambda page: page.replace("</div>", ""),
        lambda page: page.replace("Ada", "A" * 100_000),
        lambda page: page.replace("draws", "draws " * 2_000),
        lambda page: page.replace("<", "< "),
        lambda page: "<div id='log'>" + "<a onclick=\"displayCard('" * 50_000,
        lambda page: "<div class=gamelogreview>" + "Ada draws " * 400_000,
        lambda page: "Move 1: Ada\n" + "Ada melds " * 300_000,
        lambda page: "You draw Ada draws [1] Oars.\n" * 60_000,
        pytest.param(
            lambda page: "Ada draws a [1].\nBob draws a [1].\nYou draw [1] Oars.\n" * 10_000, marks=pytest.mark.long
        ),
        lambda page: "Move 1 :\n" + "\n".join("A has 1 B" * 30 for _ in range(2_000)),
    ],
    ids=[
        "deep",
        "repeated",
        "cut",
        "unclosed",
        "long name",
        "long lines",
        "no tags",
        "links",
        "line",
        "text",
        "too many",
        "you",
        "lines",
    ],
)
def test_hostile_pages_end_in_a_log_or_one_line(make: Callable[[str], str], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(make(yucata_page(told("base"), 0)))
    try:
        log = read_log(path)
    except (UnreadableLog, UnsupportedLog) as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 500 + len(str(path))
    else:
        assert isinstance(log, GameLog)
        assert all(unread.text.isprintable() and len(unread.text) < 200 for unread in log.unread)


_PIECES = (
    "<div>",
    "</div>",
    "</span>",
    "<!--",
    "<script>",
    "&#0;",
    "<b id=log class='move name'>",
    "\x00",
    "]]>",
    "<a href='",
)


@pytest.mark.long
@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    spots=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 300), st.sampled_from(_PIECES)), min_size=1, max_size=20),
    own=st.booleans(),
)
def test_broken_markup_ends_in_a_log_or_one_line(spots: list[tuple[float, int, str]], own: bool) -> None:
    page = _PAGES[own]
    for place, cut, piece in spots:
        at = int(place * len(page))
        page = page[:at] + piece + page[at + cut :]
    try:
        log = read("page", page.encode("utf-8"))
    except (UnreadableLog, UnsupportedLog) as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert log.observations
        assert all(fact.at.unit == "log entry" for fact in log.observations)


_PAGES = (review_page(told("base"), 0), yucata_page(told("base"), 0))


@pytest.mark.long
def test_pages_of_fifty_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"<div id=log>" + b"<p>Ada draws Oars</p>" * 2_500_000)
    with pytest.raises(UnreadableLog, match="at most 1,000,000 tags, found 5,000,001"):
        read_log(path)
    # Browsers can save pages with all their pictures and scripts inside.
    small = read("page", _PAGES[1].encode())
    for much in (f"<img src='data:image/png;base64,{'A' * 50_000_000}'>", f"<script>{'go();' * 10_000_000}</script>"):
        path.write_text(_PAGES[1] + much)
        log = read_log(path)
        assert isinstance(log, GameLog)
        assert log.observations == small.observations
    path.write_text(_PAGES[1] + " " * (64 << 20))
    with pytest.raises(UnreadableLog, match="a log of at most 67,108,864 bytes"):
        read_log(path)


@pytest.mark.parametrize("piece", ["<", ">", "<p>", "< p>"])
@pytest.mark.parametrize("form", ["yucata", "bga"])
def test_a_page_of_nothing_but_tags_is_refused_before_it_is_read(
    piece: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parsers.lines.yucata.page_lines", None)
    monkeypatch.setattr("parsers.lines.review.page_lines", None)
    start = "<div id=log>" if form == "yucata" else "<div class=gamelogreview>"
    with pytest.raises(UnreadableLog) as refused:
        read("page", (start + piece * 1_000_000).encode())
    assert str(refused.value) == "page: expected a page with at most 1,000,000 tags, found 1,000,001"


def test_what_stands_between_two_tags_is_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser hands out each of these signs alone, and all work on them alone took most of a minute a page."""
    texts: list[str] = []

    def counted(text: str) -> str:
        texts.append(text)
        return text.strip()

    monkeypatch.setattr("parsers.lines.pages.plain", counted)
    (line,) = page_lines(b"<div id=log>a <b>b</b>" + b"<" * 50_000 + b" c <script>no</script></div>")
    assert line.text == "a b" + "<" * 50_000 + " c"
    assert len(texts) == 3


@pytest.mark.plain
def test_equal_lines_are_searched_for_names_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of 3 MB with the same entry again and again took more than ten seconds."""
    searched: list[str] = []

    def pieces(wording: Wording, line: str) -> dict[str, str]:
        searched.append(line)
        return {}

    monkeypatch.setattr(players, "_pieces", pieces)
    players.find_names(bga_table(), ["Zoe sings.", "Bob sings."])
    once = len(searched)
    players.find_names(bga_table(), ["Zoe sings.", "Bob sings."] * 100)
    assert once
    assert len(searched) == 2 * once
