"""The page in a real browser. Chromium and its driver must be installed; everything is read from disk."""

from __future__ import annotations

import struct
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from gzip import decompress
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from innolog.cards.facts import card_table
from innolog.cli import main
from innolog.cli._chances import chances
from innolog.cli._page import page_of
from innolog.cli._reviewed import on_page
from innolog.conversion.alternatives import alternatives
from innolog.conversion.simulated import native_file
from innolog.engine.choices import ChoiceKind
from innolog.engine.ruleset import Ruleset
from innolog.replay import replay as judged
from innolog.results.result import Replay
from innolog.results.valued import Draw
from innolog.reviewing import Alternative, Review, Reviewed, review
from innolog.simulate.bots import seats
from innolog.simulate.games import simulate
from parsers import read_blob
from parsers.files import Blob
from reports.game import Decided, ReviewPart, render
from tests.reports import browsing
from tests.reports.factory import random_replay, with_unknown, with_violation

#: They need a browser.
pytestmark = pytest.mark.long

browser = browsing.browser

Opener = Callable[..., Any]


def _show_as(browser: Any, width: int, dark: bool) -> None:
    """Show pages in a window of a width, by day or at night."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Opener:
    def opened(
        replay: Replay, width: int = 1280, dark: bool = False, address: str = "", found: ReviewPart | None = None
    ) -> Any:
        page = tmp_path / "page.html"
        possible = list(alternatives(replay))
        made = replace(page_of(replay, chances(replay, None, None, possible), possible), review=found)
        page.write_text(render(made), encoding="utf-8")
        _show_as(browser, width, dark)
        browser.get("about:blank")
        for kind in ("browser", "performance"):
            browser.get_log(kind)
        browser.get(page.as_uri() + address)
        return browser

    return opened


def _press(browser: Any, key: str) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    ActionChains(browser).send_keys(getattr(Keys, key)).perform()


def _text(browser: Any, selector: str) -> str:
    text: str = browser.execute_script("return document.querySelector(arguments[0]).innerText", selector)
    return text


def _worth_a_look(browser: Any) -> list[str]:
    """The classes of the decisions that are worth a look, which say whose they are."""
    found: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('#missed li')].map(each => each.className)"
    )
    return found


def _overflow(browser: Any) -> list[str]:
    """Elements that stick out of the window to the right. What a reader can scroll to does not."""
    found: list[str] = browser.execute_script(
        """
        const width = document.documentElement.clientWidth;
        return [...document.body.querySelectorAll('*')]
          .filter(e => !e.closest('svg') && !e.closest('.sr') && !e.parentElement.closest('.scroll'))
          .filter(e => e.getBoundingClientRect().right > width + 0.5)
          .map(e => e.tagName + '.' + e.className)
          .concat(document.documentElement.scrollWidth > width ? ['the page'] : []);
        """
    )
    return found


@pytest.mark.parametrize("cities", [False, True])
def test_no_errors_and_no_requests(open_page: Opener, cities: bool) -> None:
    names = ("</script><script>hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>")
    browser = open_page(with_violation(random_replay(0, cities=cities, names=names), 100))
    assert browser.get_log("browser") == []
    requests = [
        entry["message"] for entry in browser.get_log("performance") if 'Network.requestWillBeSent"' in entry["message"]
    ]
    assert [request for request in requests if "file://" not in request and "data:," not in request] == []
    assert sum("file://" in request for request in requests) == 1
    assert browser.execute_script("return window.hacked") is None
    assert browser.execute_script(browsing.SKIPPED) == []
    assert names[0] in _text(browser, "h1")


@pytest.mark.parametrize("edition", ["first", "third", "fourth"])
def test_everything_that_is_printed_on_a_card_is_drawn(browser: Any, tmp_path: Path, edition: str) -> None:
    """A question mark is what nobody knows, and not what has no picture."""
    game = page_of(random_replay(0, limit=1))
    cards = card_table(edition=edition).cards
    (action,) = game.actions[-1:]
    area = replace(action.table.areas[0], boards=(tuple(cards), (), (), (), ()), splays=(2, 0, 0, 0, 0))
    action = replace(action, table=replace(action.table, areas=(area, *action.table.areas[1:])))
    page = tmp_path / "page.html"
    page.write_text(render(replace(game, edition=edition, actions=(action,))), encoding="utf-8")
    browser.get(page.as_uri())
    drawn = browser.execute_script(
        """
        const filled = (slot) => {
          const pictures = [...slot.querySelectorAll('use')];
          return pictures.length ? pictures.every(each => document.querySelector(each.getAttribute('href')))
            : /^\\d+$/.test(slot.textContent);
        };
        return [...document.querySelectorAll('.pile .card')].map(
          card => [card.querySelector('.name').textContent, [...card.querySelectorAll('.slot')].filter(filled).length,
            card.querySelectorAll('.slot').length]);
        """
    )
    printed = {facts.name: sum(slot not in ("", "none") for slot in facts.slots) for facts in cards.values()}
    assert {(name, slots, slots) for name, slots in printed.items()} == {tuple(each) for each in drawn}


def test_the_board_follows_the_keys(open_page: Opener) -> None:
    replay = random_replay(0, cities=True)
    last = len(replay.actions) - 1
    browser = open_page(replay)
    assert _text(browser, "#now").startswith(f"Action {last} of {last}")
    end = browser.execute_script("return document.getElementById('areas').innerHTML")
    for _ in range(3):
        _press(browser, "ARROW_LEFT")
    assert _text(browser, "#now").startswith(f"Action {last - 3} of {last}")
    assert browser.execute_script("return document.getElementById('slider').value") == str(last - 3)
    assert browser.execute_script("return document.getElementById('areas').innerHTML") != end
    for _ in range(4):
        _press(browser, "ARROW_RIGHT")
    assert browser.execute_script("return document.getElementById('areas').innerHTML") == end
    browser.find_element("id", "previous").click()
    assert _text(browser, "#now").startswith(f"Action {last - 1} of {last}")
    browser.find_element("css selector", ".timeline a[href='#action-5']").click()
    assert _text(browser, "#now").startswith(f"Action 5 of {last}")
    assert _text(browser, ".timeline [aria-current]").startswith(_text(browser, "#now .what"))


def test_the_board_shows_what_the_snapshot_has(open_page: Opener) -> None:
    replay = random_replay(0, 3, cities=True)
    for number in (0, 40, len(replay.actions) - 1):
        snapshot = replay.actions[number].snapshot
        assert snapshot is not None
        browser = open_page(replay, address=f"#action-{number}")
        areas = browser.find_elements("css selector", ".area")
        assert len(areas) == 3
        for area, view in zip(areas, snapshot.players, strict=True):
            piles = area.find_elements("css selector", ".pile")
            assert len(piles) == sum(map(bool, view.boards))
            splays = [f"pile splay-{splay}" for pile, splay in zip(view.boards, view.splays, strict=True) if pile]
            assert [pile.get_attribute("class") for pile in piles] == splays
            spread = [len(pile) for pile, splay in zip(view.boards, view.splays, strict=True) if splay]
            drawn = [
                len(pile.find_elements("css selector", ".card"))
                for pile in piles
                if "splay-0" not in pile.get_attribute("class")
            ]
            assert drawn == spread
            chips = [
                len(zone.find_elements("css selector", ".chip")) for zone in area.find_elements("class name", "zone")
            ]
            assert chips[-3:] == [len(view.hand), len(view.score_pile), len(view.achievements)]
            counts = [item.text for item in area.find_elements("css selector", ".counts li")]
            assert counts == [str(count) for count in view.icons]


def test_hidden_cards_are_backs(open_page: Opener) -> None:
    replay = random_replay(0, limit=20)
    snapshot = replay.actions[-1].snapshot
    assert snapshot is not None
    hidden = snapshot.players[0]._replace(hand=(None, None), hand_backs=(3, 2 * 16 + 4))
    replay.actions[-1].snapshot = snapshot._replace(players=(hidden, snapshot.players[1]))
    browser = open_page(replay)
    backs = browser.find_elements("css selector", ".area:first-child .chip.back")
    assert [back.get_attribute("aria-label") for back in backs] == [
        "hidden card: base, age 3",
        "hidden card: cities, age 4",
    ]


def test_what_is_unknown_is_no_number(open_page: Opener) -> None:
    replay = random_replay(0)
    last = replay.actions[-1]
    assert last.snapshot is not None
    browser = open_page(with_unknown(replay, range(len(replay.actions) - 2, len(replay.actions))))
    mine, other = browser.find_elements("css selector", ".area")
    assert mine.find_element("css selector", ".points").text == "? points · ? achievements"
    assert [item.text for item in mine.find_elements("css selector", ".counts li")] == ["?"] * 6
    zones = [zone.text.split("\n") for zone in mine.find_elements("class name", "zone")]
    assert ["Hand (?)", "unknown"] in zones
    assert ["Revealed", "unknown"] in zones
    piles = mine.find_elements("css selector", ".pile.guess")
    assert len(piles) == sum(map(bool, last.snapshot.players[0].boards)) > 0
    for pile in piles:
        assert "splay unknown, perhaps, top to bottom" in pile.get_attribute("aria-label")
        assert pile.find_element("css selector", ".size").text.endswith("?")
    assert not other.find_elements("css selector", ".pile.guess")
    assert "?" not in other.text
    assert _text(browser, "#lines .among") == "one of 3 possible explanations"
    assert not browser.get_log("browser")
    assert not _overflow(browser)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_sticks_out(open_page: Opener, width: int, dark: bool) -> None:
    """The table of the review lost its last column on phones. In a frame nothing could scroll to it."""
    replay = with_violation(random_replay(3, 4, cities=True, names=["W" * 500, "b", "c", "d"]), 60)
    decisions = [
        Decided(59, seat, (("a", 0.1, 0.01), ("b" * 99, 0.5, 0.01)), 0.4, True, "c " * 99) for seat in range(4)
    ]
    draws = [(2, (0.99, -0.33, -0.33, -0.33), (0.1, 0.1, 0.1, 0.1))]
    browser = open_page(replay, width=width, dark=dark, found=ReviewPart(tuple(decisions), tuple(draws), 60))
    assert _overflow(browser) == []
    # The keys scroll the table, and the last column is not far: a long name is broken.
    browser.execute_script("document.querySelector('#review .scroll').focus()")
    now = _text(browser, "#now")
    for _ in range(5):
        _press(browser, "ARROW_RIGHT")
    time.sleep(0.5)
    luck = "return document.querySelector('#review-players tr:last-child td:last-child').getBoundingClientRect().right"
    assert browser.execute_script(luck) <= width
    assert _text(browser, "#now") == now
    browser.execute_script("document.activeElement.blur()")
    for _ in range(0, 60, 6):
        _press(browser, "ARROW_LEFT")
        assert _overflow(browser) == []
    light = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (light == "rgb(246, 244, 239)") is not dark


@pytest.mark.parametrize("width", [360, 1280])
def test_every_name_fits_its_card_and_no_word_is_broken(browser: Any, tmp_path: Path, width: int) -> None:
    page = page_of(random_replay(0))
    cards = iter(sorted(card_table().cards))
    actions = []
    for action in page.actions:
        boards = [tuple((card,) for card in islice(cards, 5)) for _ in action.table.areas]
        areas = tuple(
            replace(area, boards=board + ((),) * (5 - len(board)), splays=(2,) * 5)
            for area, board in zip(action.table.areas, boards, strict=True)
        )
        actions.append(replace(action, table=replace(action.table, areas=areas)))
    assert not list(cards)
    path = tmp_path / "page.html"
    path.write_text(render(replace(page, actions=tuple(actions))), encoding="utf-8")
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(path.as_uri() + "#action-0")
    seen, wrong = set(), []
    for _ in actions:
        for text, fits in browser.execute_script(
            """
            return [...document.querySelectorAll('.card .name')].map((name) => {
              const range = document.createRange();
              const broken = [...name.firstChild.data.matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
                range.setStart(name.firstChild, index);
                range.setEnd(name.firstChild, index + word.length);
                return range.getClientRects().length > 1;
              });
              range.selectNodeContents(name);
              const [words, room] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
              return [name.innerText, !broken && words.right <= room.right + 0.5 && words.height <= room.height + 2];
            });
            """
        ):
            seen.add(text)
            wrong += [] if fits else [text]
        _press(browser, "ARROW_RIGHT")
    assert seen == {card.name for card in card_table().cards.values()}
    assert wrong == []


def test_a_tap_reads_a_pile_or_a_hidden_card(open_page: Opener) -> None:
    """What a mouse reads by pointing at it. A card in another player's hand has its candidates."""
    browser = open_page(random_replay(0, cities=True), width=390)
    for selector in (".area.p0 .pile", ".area.p1 .zone .chip"):
        node = browser.find_element("css selector", selector)
        browser.execute_script("arguments[0].click()", node)
        assert _text(browser, "#inspected p") == " ".join(node.get_attribute("aria-label").split())
    browser.execute_script("arguments[0].click()", node)
    assert browser.execute_script("return document.getElementById('inspect').hidden")
    assert _overflow(browser) == []


def test_a_card_tells_what_it_did(open_page: Opener, sample: Replay) -> None:
    browser = open_page(sample, width=360, address="#action-60")
    pile = browser.find_element("css selector", ".area.p0 .pile .card.red.top")
    name = pile.text.split("\n")[0]
    browser.execute_script("arguments[0].parentNode.click()", pile)
    browser.execute_script("document.querySelector('#inspected button').click()")
    told = _text(browser, "#inspected")
    assert told.startswith(name)
    assert "Its effects compare" in told
    assert f"activates {name}" in told
    assert browser.execute_script(browsing.SKIPPED) == []
    assert _overflow(browser) == []
    browser.execute_script("document.querySelector('#inspected .deeds a').click()")
    assert browser.execute_script("return location.hash") != "#action-60"
    # For those without a pointer, all cards are in a list.
    _press(browser, "ESCAPE")
    assert browser.execute_script("return document.getElementById('inspect').hidden")
    browser.execute_script("document.querySelector('#all-cards button').click()")
    assert "In this game" in _text(browser, "#inspected")


def test_the_focus_goes_into_the_panel_and_back(open_page: Opener, sample: Replay) -> None:
    browser = open_page(sample, address="#action-60")

    def enter(selector: str) -> None:
        browser.execute_script("document.querySelector(arguments[0]).focus()", selector)
        _press(browser, "ENTER")

    def focused() -> str:
        return str(browser.execute_script("return document.activeElement.id || document.activeElement.innerText"))

    browser.execute_script("document.querySelectorAll('details').forEach(each => (each.open = true))")
    first = _text(browser, "#all-cards button")
    for closing in ("#close", "#inspected .deeds a"):
        enter("#all-cards button")
        assert focused() == "inspected"
        enter(closing)
        assert browser.execute_script("return document.getElementById('inspect').hidden")
        assert focused() == first
    # The table is drawn again with each action, and what was clicked on it may be gone.
    browser.find_element("css selector", ".pile .top").click()
    enter("#inspected button")
    assert focused() == "inspected"
    assert "In this game" in _text(browser, "#inspected")
    _press(browser, "ESCAPE")
    assert focused() == "table"


def test_the_table_is_shown_as_a_player_saw_it(open_page: Opener) -> None:
    """All that the record has, and what was seen then; both in one place, to compare them."""
    replay = random_replay(0, cities=True)
    browser = open_page(replay)
    assert [option.text for option in browser.find_elements("css selector", "#eyes option")] == [
        "as it was",
        *(f"as {seat.name} saw it" for seat in replay.log.seats),
        "as a spectator saw it",
    ]
    assert not browser.find_elements("css selector", ".zone .chip.back")
    views = replay.actions[-1].snapshot
    assert views is not None
    for eyes, hidden in (("0", [1]), ("1", [0]), ("-1", [0, 1])):
        browser.execute_script(
            "const e = document.getElementById('eyes'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))",
            eyes,
        )
        backs = [len(each.find_elements("css selector", ".zone .chip.back")) for each in _areas(browser)]
        assert backs == [
            len(view.hand) + len(view.score_pile) + len(view.forecast) if seat in hidden else 0
            for seat, view in enumerate(views.players)
        ]
    assert ". It was " in browser.find_element("css selector", ".chip.back").get_attribute("aria-label")


def _areas(browser: Any) -> list[Any]:
    found: list[Any] = browser.find_elements("css selector", ".area")
    return found


def test_the_table_is_saved_as_a_picture(open_page: Opener, sample: Replay, tmp_path: Path) -> None:
    browser = open_page(sample, address="#action-60")
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    drawn, pixels = tmp_path / "innolog_action_60.svg", tmp_path / "innolog_action_60.png"
    for name, path in (("save-svg", drawn), ("save-png", pixels)):
        browser.execute_script(f"document.getElementById({name!r}).click()")
        until = time.monotonic() + 60
        while not path.is_file() and time.monotonic() < until:
            time.sleep(0.05)
    root = ElementTree.fromstring(drawn.read_text(encoding="utf-8"))
    words = " ".join(root.itertext())
    assert "action 60 of 116" in words
    top = browser.find_element("css selector", ".pile .card.top .name").text
    assert top in words
    # Icons are in the file itself, and nothing comes from elsewhere.
    used = {each.get("href") for each in root.iter("{http://www.w3.org/2000/svg}use")}
    assert used
    assert used <= {f"#{each.get('id')}" for each in root.iter("{http://www.w3.org/2000/svg}symbol")}
    size = (int(root.get("width", "0")), int(root.get("height", "0")))
    header = pixels.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", header[16:24]) == (2 * size[0], 2 * size[1])
    assert not browser.get_log("browser")


def test_a_picture_that_cannot_be_drawn_is_no_silence(open_page: Opener) -> None:
    """A canvas that is too large has no picture, and an image can fail."""
    browser = open_page(random_replay(0))
    for broken in (
        "HTMLCanvasElement.prototype.toBlob = (done) => done(null)",
        "Object.defineProperty(HTMLImageElement.prototype, 'src', { set() { this.onerror(); } })",
    ):
        browser.execute_script(f"document.getElementById('said').textContent = ''; {broken}")
        browser.find_element("id", "save-png").click()
        until = time.monotonic() + 60
        while not _text(browser, "#said") and time.monotonic() < until:
            time.sleep(0.05)
        assert _text(browser, "#said").startswith("This browser cannot draw this picture.")


def test_nothing_of_a_picture_is_cut(open_page: Opener, tmp_path: Path) -> None:
    """Headings were one line each, words that the page had broken were one line, and each emoji was two marks."""
    names = ["🎲 Konstantinopolitanischer_Dudelsack", "مريم-عبد-الرحمن-الإسكندرانية-المصرية"]
    width = 320
    browser = open_page(random_replay(0, names=names), width=width, address="#action-30")
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    browser.execute_script("document.getElementById('save-svg').click()")
    drawn = tmp_path / "innolog_action_30.svg"
    until = time.monotonic() + 60
    while not drawn.is_file() and time.monotonic() < until:
        time.sleep(0.05)
    browser.get(drawn.as_uri())
    lines = browser.execute_script(
        """
        return [...document.querySelectorAll('text')].map(each => [each.textContent, each.getBoundingClientRect()])
          .map(([words, { left, right, top }]) => [words, left, right, top]);
        """
    )
    size = browser.execute_script("return document.documentElement.width.baseVal.value")
    assert [line for line in lines if line[1] < 0 or line[2] > size] == []
    # Every name and the whole title, letter by letter.
    words = "".join(line[0] for line in lines).replace(" ", "")
    for name in names:
        assert words.count(name.replace(" ", "")) >= 2
    assert "·action30of" in words


def test_a_game_in_a_frame_is_printed_as_if_it_had_been_opened_alone(open_page: Opener) -> None:
    """With its verdict and every action, on as many sheets as they need."""
    browser = open_page(with_violation(random_replay(0), 100))
    alone = "header.top, .violation, footer"
    seen = "return [...document.querySelectorAll(arguments[0])].map(each => each.checkVisibility())"
    browser.execute_script("document.documentElement.classList.add('framed')")
    assert browser.execute_script(seen, alone) == [False] * 3
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert browser.execute_script(seen, alone) == [True] * 3
    assert all(browser.execute_script(seen, ".timeline .turn, .timeline .lines"))
    assert browser.execute_script("return getComputedStyle(document.documentElement).overflow") == "visible"
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("dark", [False, True])
def test_every_text_can_be_read_and_every_control_has_a_name(open_page: Opener, sample: Replay, dark: bool) -> None:
    """Contrast of WCAG 2, level AA."""
    browser = open_page(sample, dark=dark, address="#action-60")
    browser.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert browser.execute_script(browsing.FAINT) == []
    assert browser.execute_script(browsing.NAMELESS) == []
    assert browser.execute_script(browsing.SKIPPED) == []
    # The check itself finds what is faint.
    browser.execute_script("document.querySelector('h1').style.color = document.body.style.background = '#888'")
    assert browser.execute_script(browsing.FAINT)


def test_colors_that_say_something_stay_if_the_reader_chose_all_others(open_page: Opener) -> None:
    """In high contrast nothing told whose a line was, or the color of a card."""
    decided = Decided(9, 0, (("a", 0.1, 0.01), ("b", 0.5, 0.01)), 0.4, True, "c")
    browser = open_page(random_replay(0), address="#action-9", found=ReviewPart((decided,), (), 10))
    colors = """
    return [...document.querySelectorAll(arguments[0])].map(each => {
      const { color, backgroundColor } = getComputedStyle(each);
      return `${each.className}: ${color} on ${backgroundColor}`;
    });
    """
    told = ".swatch, .card, .card .name, .slot, .chip, .chip b, .then .bar i"
    before, body = browser.execute_script(colors, told), browser.execute_script(colors, "body")
    features = [{"name": "forced-colors", "value": "active"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    assert browser.execute_script(colors, "body") != body
    assert browser.execute_script(colors, told) == before
    assert len(set(before)) > 9


@pytest.fixture(scope="module")
def sample(sample_logs: list[Path]) -> Replay:
    return judged(read_blob(Blob("sample.json", decompress(sample_logs[0].read_bytes()))), record=True)


def test_what_was_possible_follows_the_position(open_page: Opener, sample: Replay) -> None:
    browser = open_page(sample, width=360, address="#action-60")
    browser.find_element("css selector", "#possible summary").click()
    rows = _text(browser, "#options")
    assert "Draw a card" in rows
    assert len(browser.find_elements("css selector", "#options .taken")) == 1
    assert _overflow(browser) == []
    _press(browser, "ARROW_LEFT")
    assert _text(browser, "#options") != rows
    for _ in range(59):
        _press(browser, "ARROW_LEFT")
    assert browser.execute_script("return document.getElementById('possible').hidden")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_the_review_lies_beside_the_board(browser: Any, tmp_path: Path, width: int, dark: bool) -> None:
    """What a player could do, and could have done better, is not shown as others saw the table."""
    name, content = native_file(simulate(Ruleset(), 6, seats(["uniform"], 2, 6)))
    replay = judged(read_blob(Blob(name, content.encode())), record=True)
    found = review(replay, worlds=2)
    page = tmp_path / "reviewed.html"
    page.write_text(render(on_page(page_of(replay), replay, found)), encoding="utf-8")
    _show_as(browser, width, dark)
    browser.get_log("browser")
    worst = max((each for each in found.decisions if each.marked), key=lambda each: each.loss)
    browser.get(f"{page.as_uri()}#action-{worst.action}")
    chances = [f"{100 * each.chance:.0f} %" for each in (worst.alternatives[0], worst.best)]
    text = _text(browser, "#options-then")
    assert all(chance in text for chance in chances)
    assert "points less than the best" in text
    assert browser.execute_script(browsing.SKIPPED) == []
    assert _overflow(browser) == []
    assert browser.execute_script(browsing.FAINT) == []
    marked = Counter(each.player for each in found.decisions if each.marked)
    assert len(_worth_a_look(browser)) == min(5, marked.total())
    # Who is in the list stays there when it is made again, as with each part of a review.
    browser.execute_script("document.querySelector('#missed a').focus()")
    browser.execute_script("document.getElementById('eyes').dispatchEvent(new Event('change'))")
    assert browser.execute_script("return document.activeElement === document.querySelector('#missed a')")
    for eyes in (worst.player, 1 - worst.player, -1):
        browser.execute_script(
            "const eyes = document.getElementById('eyes'); eyes.value = arguments[0]; "
            "eyes.dispatchEvent(new Event('change'))",
            str(eyes),
        )
        assert ("points less than the best" in _text(browser, "#options-then")) == (eyes == worst.player)
        assert _worth_a_look(browser) == [f"p{eyes}"] * min(5, marked[eyes])
    assert not browser.find_element("id", "missed-heading").is_displayed()
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_page_counts_and_adds_up_as_the_command_line_does(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chances were rounded before the page added them up, and two rounded chances can be equal."""
    name, content = native_file(simulate(Ruleset(), 6, seats(["uniform"], 2, 6), most_actions=12))
    log, page = tmp_path / name, tmp_path / "reviewed.html"
    log.write_text(content, encoding="utf-8")
    replay = judged(read_blob(Blob(name, content.encode())), record=True)

    def decided(number: int, better: float) -> Reviewed:
        options = (Alternative("1", 0.125, 0.01), Alternative("2", 0.125 + better, 0.01))
        return Reviewed(number, 0, 0, ChoiceKind.VALUE, options, better, 0.03, 4, 2.0)

    # One of eight decisions is 12.5 %, which is rounded to 12 %. The mean of the losses is 0.065 points.
    losses = (0.0, 0.00149, 0.00149, 0.00044, 0.00044, 0.00044, 0.00044, 0.00046)
    found = Review([decided(number, each) for number, each in enumerate(losses)], actions=len(replay.actions))
    found.draws = [Draw(1, 0, 1, (0.0046, -0.0046), (0.0024, 0.0024))] * 20
    monkeypatch.setattr("innolog.reviewing.review", lambda *_, **__: found)
    (row,) = [line.split() for line in CliRunner().invoke(main, ["review", str(log)]).output.splitlines()[1:2]]
    page.write_text(render(on_page(page_of(replay), replay, found)), encoding="utf-8")
    browser.get(page.as_uri())
    cells = browser.execute_script(
        "return [...document.querySelectorAll('#review-players tr:first-child > *')].map(each => each.innerText)"
    )
    decisions, loss, marked, same, _, luck = cells[1:]
    assert row[1:] == [decisions, loss, marked, same.replace(" ", ""), *luck.split()]
    assert row[2:5] == ["0.1", "0", "12%"]
    assert row[5:] == ["+9", "±", "1"]
