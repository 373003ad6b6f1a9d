"""The site in a real browser. It needs Chromium, its driver, and npm or a copy of Pyodide (INNOLOG_PYODIDE)."""

from __future__ import annotations

import io
import json
import random
import time
import urllib.request
from pathlib import Path
from shutil import which
from typing import Any
from zipfile import ZipFile

import pytest

import innolog
from innolog.judging.verdicts import judge
from tests.cli import in_browser
from tests.cli.in_browser import FIRST_WORK, PATIENCE, ROWS, SECOND_WORK, Site, digests, games, served, waits
from tests.cli.test_validate import read_bytes
from tests.reports import browsing
from tests.shared import shared_folder

pytestmark = pytest.mark.long

browser, files, server, site = browsing.browser, in_browser.files, in_browser.server, in_browser.site
forged = in_browser.forged

_EXAMPLE = Path(innolog.__file__).parent / "docs" / "native" / "legal.innolog"


def test_an_export_is_judged_and_shown_without_another_host(site: Site, sample_logs: list[Path]) -> None:
    assert site.judged(sample_logs[0]).startswith("This game follows the rules.")
    site.wait("!document.getElementById('game').hidden")
    site.browser.switch_to.frame("frame")
    # The frame is somebody else: nothing in it can reach the page.
    assert site.script("(() => { try { return parent.document.title } catch (error) { return error.name } })()") == (
        "SecurityError"
    )
    site.browser.switch_to.default_content()
    site.wait("document.getElementById('slider').max == 116")
    site.press("#previous")
    site.wait("location.hash == '#action-115'")
    asked = [json.loads(entry["message"])["message"] for entry in site.browser.get_log("performance")]
    urls = [each["params"]["request"]["url"] for each in asked if each["method"] == "Network.requestWillBeSent"]
    assert f"{site.address}app.js" in urls
    # Chromium's own pages may still be loading beside it.
    own = (site.address, "blob:", "data:", "chrome:", "devtools:", "about:")
    assert [url for url in urls if not url.startswith(own)] == []
    assert [entry for entry in site.browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.skipif(which("node") is None, reason="Node.js is not installed")
def test_python_is_compiled_ahead_of_time(server: str) -> None:
    """Else a browser takes twice as long before the first verdict."""
    names = {}
    for archive in ("python.zip", "pyodide/python_stdlib.zip"):
        with urllib.request.urlopen(server + archive) as reply:
            names[archive] = set(ZipFile(io.BytesIO(reply.read())).namelist())
    assert {"innolog/cli/web/judging.pyc", "innolog/cards/base/age01.pyc"} <= names["python.zip"]
    assert "innolog/cli/web/judging.py" not in names["python.zip"]
    assert "json/decoder.pyc" in names["pyodide/python_stdlib.zip"]
    # What no log needs is there, too.
    assert "email/message.py" in names["pyodide/python_stdlib.zip"]


@pytest.mark.skipif(which("node") is None or not Path("/proc/self/task").is_dir(), reason="no Node.js, or not Linux")
def test_verdicts_come_soon(server: str, sample_logs: list[Path], tmp_path: Path) -> None:
    """The first within 4 s of opening the page, the second within 0.5 s.

    It is the work of the worker that is compared, because the clock also measures what else runs on the machine.
    """
    try:
        found = waits(server, sample_logs[0], sample_logs[1], tmp_path / "profile")
    except browsing.NoBrowser as error:
        pytest.skip(str(error))
    print(*(f"{seconds:6.2f} s  {what}" for what, seconds in found.items()), sep="\n")
    assert 0.2 < found[FIRST_WORK] < 3.5
    assert 0 < found[SECOND_WORK] < 0.5


def test_the_worker_cannot_reach_another_host(site: Site) -> None:
    """A worker has the policy of the page only if it comes from a blob, as the one of the site does."""
    blocked = site.browser.execute_async_script(
        """
        const answer = arguments[0];
        const source = `self.addEventListener("securitypolicyviolation", (event) => postMessage(event.blockedURI));
          fetch("http://127.0.0.1:1/").catch(() => setTimeout(() => postMessage("not blocked"), 3000));`;
        const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
        new Worker(url, { type: "module" }).onmessage = (event) => answer(event.data);
        """
    )
    assert blocked.startswith("http://127.0.0.1:1")


def test_who_has_no_log_sees_an_example_and_how_to_get_one(site: Site) -> None:
    site.press("details.how summary")
    assert "ZIP" in site.script("document.querySelector('details.how').innerText")
    assert site.browser.execute_script(browsing.FAINT) == []
    site.press("#example")
    site.wait("!document.getElementById('game').hidden")
    assert site.text("headline") == "This game follows the rules."
    # The verdict is not said again in the frame.
    site.browser.switch_to.frame("frame")
    until = time.monotonic() + PATIENCE
    while not (found := site.browser.find_elements("css selector", "h1 + .result")) and time.monotonic() < until:
        time.sleep(0.1)
    assert not found[0].is_displayed()
    assert site.browser.find_element("css selector", ".curve").is_displayed()


def test_an_illegal_log_has_its_place_and_the_difference(site: Site, forged: tuple[Path, int]) -> None:
    path, move = forged
    text = site.judged(path)
    assert text.startswith(f"This log breaks the rules at move {move}.")
    assert "According to the rules" in text
    assert "The log says" in text
    # The board is at that move, and what a player does not need is behind a click.
    site.wait("document.getElementById('slider').max > 0")
    assert f"move {move}" in site.text("now")
    assert "packet" not in text
    site.press("#where summary")
    assert "packet" in site.text("finding")
    _is_printed_by_itself(site)


def test_a_log_without_an_explained_action_has_rules_and_no_steps(site: Site, tmp_path: Path) -> None:
    """Nothing was played, or the first action breaks the rules."""
    header, *_ = _EXAMPLE.read_text(encoding="utf-8").splitlines()
    for name, lines, words in (
        ("opening", [], "The game is not over in it"),
        ("broken", ['{"player":0,"choice":"card","answer":104}'], "This log breaks the rules"),
    ):
        path = tmp_path / f"{name}.innolog"
        path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
        assert words in site.judged(path)
        site.wait("document.getElementById('frame')?.offsetHeight > 100")
        assert not site.browser.find_element("id", "slider").is_displayed()
        assert not site.script("document.getElementById('print').disabled")
        site.browser.switch_to.frame("frame")
        assert "edition" in site.script("document.querySelector('.about dl').innerText")
        site.browser.switch_to.default_content()
    # The next game has its steps.
    site.drop(_EXAMPLE)
    site.wait("document.getElementById('slider').checkVisibility()")


def _is_printed_by_itself(site: Site) -> None:
    """The page around a game prints the verdict, and a button prints the game."""
    seen = "[...document.querySelectorAll('{}')].map(each => each.checkVisibility())"
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert site.script(seen.format("#finding, .printed")) == [True, True]
    assert not any(site.script(seen.format("#frame, .paste, .how, .drop, .steps")))
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert site.script(seen.format(".printed, #frame")) == [False, True]
    site.browser.switch_to.frame("frame")
    site.script("addEventListener('beforeprint', () => (window.printing = true))")
    site.browser.switch_to.default_content()
    site.press("#actions summary")
    site.press("#print")
    site.browser.switch_to.frame("frame")
    site.wait("window.printing")
    site.browser.switch_to.default_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_contrast_and_controls_have_names(site: Site, forged: tuple[Path, int], scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    site.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    site.drop(forged[0], forged[0])
    site.wait("document.querySelectorAll('#rows tr').length == 2 && document.getElementById('stop').hidden")
    site.press("#rows button")
    site.wait("!document.getElementById('game').hidden")
    site.script("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert site.browser.execute_script(browsing.FAINT) == []
    assert site.browser.execute_script(browsing.NAMELESS) == []


def test_an_archive_becomes_a_list(
    site: Site, sample_logs: list[Path], forged: tuple[Path, int], tmp_path: Path
) -> None:
    archive = tmp_path / "three.zip"
    with ZipFile(archive, "w") as packed:
        for number, path in enumerate([*sample_logs[:2], forged[0]]):
            packed.writestr(f"{number}.json", read_bytes(path))
        packed.writestr("3.json", "{}")
    site.drop(archive)
    site.wait("document.querySelectorAll('#rows tr').length == 4")
    rows = site.script(ROWS)
    assert [row[1] for row in rows] == ["Legal", "Legal", "Illegal", "Not a log"]
    assert rows[0][2:4] == ["Ada, Bo", "Ada"]
    site.wait("document.getElementById('stop').hidden")
    # What is chosen while another game, or the same, is being drawn takes its place.
    site.press("#rows tr:nth-child(1) button")
    site.press("#rows tr:nth-child(4) button")
    assert site.text("status") == ""
    for _ in range(2):
        site.press("#rows tr:nth-child(2) button")
    site.wait("!document.getElementById('game').hidden")
    site.press("#rows tr:nth-child(3) button")
    site.wait("!document.getElementById('game').hidden")
    assert site.text("headline").startswith("This log breaks the rules")
    assert site.script("document.querySelectorAll('#stage iframe').length") == 1
    # A position of one log is none of another, also if both are of one table.
    site.press("#rows tr:nth-child(1) button")
    site.wait("document.getElementById('slider').max == 116 && !document.getElementById('game').hidden")
    site.press("#previous")
    site.wait("location.hash == '#action-115'")
    site.press("#rows tr:nth-child(3) button")
    assert site.script("location.hash") == ""


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("photo.jpg", b"\xff\xd8\xff\xe0" + random.Random(0).randbytes(50_000), "This is a picture"),
        ("large.json", b'{"packets": [' + b" " * (20 << 20) + b"]}", "at most"),
        ("<img src=x onerror=alert(1)>.json", b"{}", "not a game log"),
        ("empty.zip", b"", "This file is empty"),
    ],
)
def test_other_files_are_refused_in_words(site: Site, tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert words in site.judged(path)
    assert name in site.text("source")
    assert site.script("document.querySelectorAll('main img').length") == 0


def test_a_huge_file_is_not_even_read(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(200 << 20)
    text = site.judged(path)
    assert text.startswith("This file is too large.")
    assert "200 MB" in text


def test_the_keyboard_is_enough_and_nothing_sticks_out_of_a_phone(site: Site, sample_logs: list[Path]) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    reached = []
    site.judged(sample_logs[0])
    site.wait("document.getElementById('slider').max > 0")
    assert site.script("document.activeElement.id") == "headline"
    for _ in range(8):
        ActionChains(site.browser).send_keys(Keys.TAB).perform()
        reached.append(site.script("document.activeElement.id || document.activeElement.dataset.export"))
        if reached[-1] == "save":
            ActionChains(site.browser).send_keys(Keys.ENTER).perform()
    assert reached == ["about", "save", "html", "print", "csv", "native", "keep", "previous"]
    assert site.script("document.documentElement.scrollWidth") <= 360
    unnamed = (
        "[...document.querySelectorAll('button, input, textarea')].filter(e => e.offsetParent && "
        "!(e.textContent || e.labels?.length || e.ariaLabel)).map(e => e.id)"
    )
    assert site.script(unnamed) == []


def test_a_phone_shows_verdict_buttons_and_board_on_one_screen(
    site: Site, sample_logs: list[Path], forged: tuple[Path, int]
) -> None:
    """At the end of a game, where most lies on the table, and at a violation. Nothing scrolls but the page."""
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    for path in (sample_logs[0], forged[0]):
        site.judged(path)
        site.wait("document.getElementById('slider').max > 0 && scrollY > 0")
        place = "[...document.querySelectorAll('#finding, #previous, #next, #now')]"
        site.wait(
            f"{place}.every(e => {{ const box = e.getBoundingClientRect(); return box.top >= 0 && box.bottom < 844 }})"
        )
        top = site.script("document.getElementById('frame').getBoundingClientRect().top")
        site.browser.switch_to.frame("frame")
        bottoms = site.script("[...document.querySelectorAll('.area')].map(e => e.getBoundingClientRect().bottom)")
        assert len(bottoms) == 2
        assert top + max(bottoms) <= 844
        # The review adds to the page meanwhile, and the frame follows.
        site.wait("document.documentElement.scrollHeight === innerHeight")
        assert site.script("document.documentElement.scrollWidth") <= 390
        scrolls = (
            "[...document.querySelectorAll('*')].filter(e => /auto|scroll/.test(getComputedStyle(e).overflowY)).length"
        )
        assert site.script(scrolls) == 0
        site.browser.switch_to.default_content()


def test_arrow_keys_step_from_anywhere(site: Site, sample_logs: list[Path]) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    site.judged(sample_logs[0])
    at = 116
    site.wait(f"document.getElementById('slider').max == {at}")
    for focused in ("headline", "files", "slider", "next", "example"):
        site.script(f"document.getElementById({focused!r}).focus()")
        ActionChains(site.browser).send_keys(Keys.ARROW_LEFT).perform()
        at -= 1
        site.wait(f"document.getElementById('slider').value == {at}")
        assert site.text("now").split("\n")[-1].startswith(f"Action {at} of 116")
    site.browser.switch_to.frame("frame")
    site.script("document.getElementById('save-svg').focus()")
    ActionChains(site.browser).send_keys(Keys.ARROW_RIGHT).perform()
    site.browser.switch_to.default_content()
    site.wait(f"location.hash == '#action-{at + 1}'")
    # A choice takes the keys itself. What they are sent to need not be an element.
    site.browser.switch_to.frame("frame")
    site.script("document.getElementById('eyes').focus()")
    ActionChains(site.browser).send_keys(Keys.ARROW_RIGHT).perform()
    site.wait("document.getElementById('eyes').value === '0'")
    assert site.text("now").startswith(f"Action {at + 1} ")
    pressed = "document.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Arrow{}' }}))"
    site.script(pressed.format("Left"))
    site.browser.switch_to.default_content()
    site.wait(f"location.hash == '#action-{at}'")
    site.script(pressed.format("Right"))
    site.wait(f"location.hash == '#action-{at + 1}'")
    # A table that is wider than the screen is scrolled, and the game stays where it is.
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    site.script("document.getElementById('keep').click()")
    site.wait("!document.getElementById('kept').hidden")
    site.script("document.querySelector('#kept .scroll').focus()")
    ActionChains(site.browser).send_keys(Keys.ARROW_RIGHT).perform()
    site.wait("document.querySelector('#kept .scroll').scrollLeft > 0")
    assert site.script("location.hash") == f"#action-{at + 1}"
    site.forget()


def test_the_focus_stays_with_the_reader(site: Site, sample_logs: list[Path]) -> None:
    """In the list of logs while others are checked, and near a button that is gone once it was pressed."""
    focused = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"
    site.drop(*sample_logs[:3])
    site.wait("document.querySelector('#list:not([hidden]) #rows button')")
    site.script("document.querySelector('#rows button').focus()")
    site.wait("document.querySelectorAll('#rows tr').length == 3 && document.getElementById('stop').hidden")
    assert site.script("document.activeElement === document.querySelector('#rows button')")
    site.press("#keep-all")
    site.wait("document.querySelectorAll('#kept-rows tr').length == 3")
    names = site.script("[...document.querySelectorAll('#kept-rows tr')].map(row => row.cells[0].innerText)")
    for left, label in ((2, names[2]), (1, names[0])):
        site.script("document.querySelectorAll('#kept-rows td:last-child button')[1].focus()")
        site.press(":focus")
        site.wait(f"document.querySelectorAll('#kept-rows tr').length == {left}")
        site.wait(f"({focused}) === {'Remove ' + label!r}")
    site.forget()
    site.wait(f"({focused}) === 'files'")
    site.drop(*sample_logs * 3)
    site.script("document.getElementById('stop').focus()")
    site.press("#stop")
    assert site.script(focused) == "files"


def test_nothing_of_the_old_game_is_left(site: Site, sample_logs: list[Path], tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0" + random.Random(0).randbytes(50_000))
    site.judged(sample_logs[0])
    site.wait("document.getElementById('slider').max > 0")
    site.press("#previous")
    site.wait("location.hash == '#action-115'")
    site.drop(photo)
    # At once, and not only when the next verdict is there.
    assert site.script("!document.getElementById('frame') && location.hash == ''")
    site.wait("!document.getElementById('result').hidden")
    assert "Ada" not in site.script("document.querySelector('main').innerText")
    assert site.script("document.querySelectorAll('#rows tr').length") == 1


def test_stop_ends_the_work_and_the_page_goes_on(site: Site, sample_logs: list[Path], tmp_path: Path) -> None:
    """What was judged before can be opened and kept. The worker that had its files is gone."""
    site.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    lost = tmp_path / "lost.json"
    lost.write_bytes(read_bytes(sample_logs[1]))
    site.drop(sample_logs[0], lost, *sample_logs[2:] * 5)
    site.wait("document.querySelectorAll('#rows tr').length > 2")
    site.press("#rows button")
    site.wait("document.getElementById('slider').max == 116")
    site.press("#stop")
    assert site.text("status") == "Stopped."
    site.browser.switch_to.frame("frame")
    site.wait("document.getElementById('review-state')?.innerText.endsWith(': the check was stopped.')")
    site.browser.switch_to.default_content()
    rows = site.script("document.querySelectorAll('#rows tr').length")
    assert rows < 22
    site.script("document.querySelector('[data-export=csv]').click()")
    site.wait("document.getElementById('status').innerText === 'Saved as base_2p_player.csv.'")
    # One that cannot be kept does not hold up the others.
    lost.unlink()
    site.press("#keep-all")
    site.wait("document.getElementById('status').innerText.includes('kept')")
    assert site.text("status").startswith(f"Kept {rows - 1} of {rows} logs in this browser. 1 could not be kept: ")
    site.press("#rows button")
    site.wait("document.getElementById('slider').max == 116 && !document.getElementById('game').hidden")
    site.forget()
    assert site.judged(sample_logs[0]).startswith("This game follows the rules.")


def test_a_check_that_could_not_start_is_tried_again(
    browser: Any, files: dict[str, bytes], sample_logs: list[Path]
) -> None:
    """What the network did says nothing about a log, and the next log is checked alone."""
    there = dict(files)
    lost = {name: there.pop(name) for name in ("pyodide/pyodide.mjs", "python.zip", "example.innolog")}
    status = "document.getElementById('status').innerText"
    # No other test has opened this address, so that no service worker has the files.
    with served(there) as address:
        site = Site(browser, address)
        site.open()
        site.wait(f"{status}.includes('could not be loaded')")
        there["pyodide/pyodide.mjs"] = lost["pyodide/pyodide.mjs"]
        site.drop(*sample_logs[:2])
        site.wait(f"{status}.includes('could not start: python.zip: 404')")
        assert "drop the log again" in site.text("status")
        assert site.script("document.getElementById('stop').hidden && document.getElementById('result').hidden")
        there["python.zip"] = lost["python.zip"]
        assert site.judged(sample_logs[1]).startswith("This game follows the rules.")
        assert [row[1] for row in site.script(ROWS)] == ["Legal"]


def test_the_page_opens_without_a_network(site: Site, sample_logs: list[Path]) -> None:
    site.wait("document.documentElement.dataset.offline")
    site.browser.execute_cdp_cmd("Network.enable", {})
    conditions = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    try:
        site.browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)
        site.open()
        assert site.judged(sample_logs[1]).startswith("This game follows the rules.")
    finally:
        conditions |= {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
        site.browser.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


def test_verdicts_and_digests_are_those_of_the_command_line(
    site: Site, sample_logs: list[Path], forged: tuple[Path, int]
) -> None:
    paths = [*sample_logs, forged[0]]
    if (folder := shared_folder()) is not None:
        # One game of each folder; ``python -m tests.cli.in_browser`` compares more.
        for kind in sorted((folder / "corpus").glob("bga*")):
            paths += games(kind, 1)[:1]
    expected = [(row.verdict, row.digest) for row in judge(paths)]
    assert digests(site, paths) == expected


_REVIEWED = "document.getElementById('frame')?.dataset.reviewed"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_legal_game_is_reviewed_and_steps_show_the_options(site: Site, sample_logs: list[Path], width: int) -> None:
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 400}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    site.judged(sample_logs[0])
    site.wait(_REVIEWED)
    site.browser.switch_to.frame("frame")
    assert site.text("review-state") == ""
    names = site.script("[...document.querySelectorAll('#review-players th')].map(each => each.innerText)")
    assert names == ["Ada", "Bo"]
    assert site.script("document.querySelectorAll('#missed li').length") == 5
    assert site.script("document.querySelectorAll('#review-curve svg g').length") == 4
    assert site.browser.execute_script(browsing.FAINT) == []
    link = site.browser.find_element("css selector", "#missed a")
    title = link.text
    link.click()
    options = "[...document.querySelectorAll('#options-then li')].map(each => parseInt(each.lastChild.innerText))"
    shown = site.script(options)
    assert len(shown) > 1
    assert site.script("document.querySelectorAll('#options-then > div:first-of-type li.taken').length") == 1
    assert site.script("document.documentElement.scrollWidth") <= width
    site.browser.switch_to.default_content()
    site.wait(f"document.querySelector('#now b').innerText == {title!r}")
    assert site.script("document.documentElement.scrollWidth") <= width
    assert [entry for entry in site.browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_a_new_drop_does_not_wait_for_a_review(site: Site, sample_logs: list[Path], forged: tuple[Path, int]) -> None:
    """The old review ends, and the new one is that of the new game alone; an illegal game has none."""
    begun = "document.getElementById('frame') && document.getElementById('slider').max > 0"
    for path in (sample_logs[0], sample_logs[1]):
        site.judged(path)
        site.wait(begun)
        assert not site.script(_REVIEWED)
    site.wait(_REVIEWED)
    site.browser.switch_to.frame("frame")
    assert site.script("document.querySelectorAll('#review-players tr').length") == 3
    assert site.text("review-state") == ""
    site.browser.switch_to.default_content()
    site.judged(forged[0])
    site.wait(begun)
    site.browser.switch_to.frame("frame")
    assert site.script("document.getElementById('review').hidden")
    site.browser.switch_to.default_content()
    assert [entry for entry in site.browser.get_log("browser") if entry["level"] == "SEVERE"] == []
