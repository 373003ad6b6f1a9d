"""The games that the site keeps in a real browser, and the record that it makes of them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.judging.verdicts import judge
from tests.cli import in_browser
from tests.cli.in_browser import PATIENCE, ROWS, Site
from tests.cli.test_validate import read_bytes
from tests.reports import browsing

pytestmark = pytest.mark.long

browser, files, server, site = browsing.browser, in_browser.files, in_browser.server, in_browser.site
forged = in_browser.forged


def test_games_are_kept_only_if_asked(site: Site, sample_logs: list[Path], forged: tuple[Path, int]) -> None:
    site.judged(sample_logs[0])
    site.wait("!document.getElementById('game').hidden")
    assert site.script("document.getElementById('kept').hidden")
    site.script("document.getElementById('keep').click()")
    site.wait("!document.getElementById('kept').hidden")
    site.open()
    site.wait("document.querySelectorAll('#kept-rows tr').length == 1")
    assert site.script("document.getElementById('me').value") == "Ada"
    record = "[...document.querySelectorAll('#record-rows tr')].map(row => [...row.cells].map(cell => cell.innerText))"
    # Wilson's interval of one of one, with 95 %.
    numbers = ["1", "1", "100 %", "21 % to 100 %"]
    kinds = ["All", "Against Bo", "Third edition, base, 2 players", "Ended by achievements"]
    assert site.script(record) == [[kind, *numbers] for kind in kinds]
    site.script("(me => { me.value = 'Bo'; me.dispatchEvent(new Event('change')); })(document.getElementById('me'))")
    assert site.script(record)[0] == ["All", "1", "0", "0 %", "0 % to 79 %"]
    assert site.browser.execute_script(browsing.FAINT) == []
    # The table of games is wider than a phone, and the page is not.
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    site.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    assert site.script("document.documentElement.scrollWidth") <= 360
    site.press("#kept-rows button")
    site.wait("!document.getElementById('result').hidden")
    assert site.text("headline") == "This game follows the rules."
    # While others are checked, it waits for its turn as a file does.
    site.drop(forged[0], sample_logs[1])
    site.wait("document.querySelectorAll('#rows tr').length == 1")
    site.press("#kept-rows button")
    site.drop(forged[0])
    site.wait("document.getElementById('stop').hidden")
    assert [row[1] for row in site.script(ROWS)] == ["Illegal", "Legal", "Legal", "Illegal"]
    assert site.script("document.getElementById('result').hidden && !document.getElementById('frame')")
    site.forget()


#: Requests that fail when the transaction runs, as on a full disk.
_FAILING_STORE = """
for (const name of ["getAll", "clear", "delete"]) {
  IDBObjectStore.prototype[name] = function () { this.add({ key: 1 }); return this.add({ key: 1 }); };
}
"""


def test_a_button_says_what_it_has_done_or_why_it_failed(site: Site, sample_logs: list[Path]) -> None:
    def answers(button: str, answer: str) -> None:
        site.script("document.getElementById('status').textContent = ''")
        site.press(button)
        if button == "#forget":
            site.browser.switch_to.alert.accept()
        site.wait(f"document.getElementById('status').innerText.startsWith({answer!r})")

    site.judged(sample_logs[0])
    site.wait("document.getElementById('slider').max > 0 && !document.getElementById('game').hidden")
    answers("#picture", "Saved as innolog_action_116.png.")
    site.browser.switch_to.frame("frame")
    site.browser.execute_script("HTMLCanvasElement.prototype.toBlob = (done) => done(null)")
    site.browser.switch_to.default_content()
    answers("#picture", "This browser cannot draw this picture.")
    site.press("#actions summary")
    answers("#keep", "Kept in this browser.")
    answers("#export", "Saved as my_innovation_games.zip.")
    site.browser.execute_script(_FAILING_STORE)
    answers("#export", "The games could not be saved: ")
    answers("#forget", "The games could not be removed: ")
    answers("#kept-rows td:last-child button", "This game could not be removed: ")
    site.open()
    site.wait("!document.getElementById('kept').hidden")
    site.browser.execute_script("window.fetch = async () => new Response('', { status: 404 })")
    answers("#example", "The example could not be loaded: 404")
    # Not removed, if the reader thinks better of it.
    site.press("#forget")
    site.browser.switch_to.alert.dismiss()
    answers("#kept-rows td:last-child button", "base_2p_player.json.gz is removed")
    assert site.script("document.getElementById('kept').hidden")


def test_games_that_are_kept_are_listed_by_date(site: Site, sample_logs: list[Path], tmp_path: Path) -> None:
    """The newest first, whatever the order in which they were kept; games without a date last."""
    undated = tmp_path / "undated.json"
    export = json.loads(read_bytes(sample_logs[3]))
    for packet in export["packets"]:
        del packet["time"]
    undated.write_text(json.dumps(export), encoding="utf-8")
    for number, log in enumerate((sample_logs[2], undated, sample_logs[0], sample_logs[1]), 1):
        site.open()
        site.judged(log)
        site.wait("!document.getElementById('game').hidden")
        site.script("document.getElementById('keep').click()")
        site.wait(f"document.querySelectorAll('#kept-rows tr').length == {number}")
    dates = "[...document.querySelectorAll('#kept-rows tr')].map(row => row.cells[5].innerText)"
    assert site.script(dates) == ["2026-03-19", "2026-03-18", "2026-03-18", ""]
    names = site.script("[...document.querySelectorAll('#kept-rows tr')].map(row => row.cells[0].innerText)")
    assert [name.split(".")[0] for name in names] == [
        "base_2p_player",
        "base_3p_spectator",
        "cities_2p_player",
        "undated",
    ]
    assert site.browser.execute_script(browsing.FAINT) == []
    site.forget()


def test_a_team_mate_is_no_opponent_in_the_record(site: Site, sample_logs: list[Path]) -> None:
    log = next(path for path in sample_logs if "teams" in path.name)
    names = [seat["name"] for row in judge([log]) for seat in row.seats]
    # Partners sit across from each other.
    first, second = names[::2], names[1::2]
    site.judged(log)
    site.wait("!document.getElementById('game').hidden")
    site.script("document.getElementById('keep').click()")
    site.wait("document.querySelectorAll('#record-rows tr').length > 1")
    for me in (first[0], first[1]):
        choose = "(me => { me.value = '%s'; me.dispatchEvent(new Event('change')); })(document.getElementById('me'))"
        site.script(choose % me)
        against = site.script("document.querySelectorAll('#record-rows tr')[1].cells[0].innerText")
        assert against == f"Against {', '.join(sorted(second))}"
    site.forget()


def test_two_logs_of_one_table_are_one_game_of_the_record(site: Site, tmp_path: Path) -> None:
    arguments = ["simulate", "--format", "bga", "--seed", "2", "-o", str(tmp_path / "games")]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    logs = sorted((tmp_path / "games").iterdir())
    assert len(logs) == 3
    for number, log in enumerate(logs, 1):
        site.judged(log)
        site.wait("!document.getElementById('game').hidden")
        site.script("document.getElementById('keep').click()")
        # One row for the table, with the number of its logs.
        site.wait(f"document.querySelector('#kept-rows tr')?.cells[7].innerText == '{number}'")
        assert site.script("document.querySelectorAll('#kept-rows tr').length") == 1
    assert site.script("document.querySelector('#record-rows tr').cells[1].innerText") == "1"
    site.press("#kept-rows tr td:last-child button")
    site.wait("document.getElementById('kept').hidden")


def test_all_games_are_kept_at_once_and_go_to_another_browser_as_one_file(
    site: Site, sample_logs: list[Path], tmp_path: Path
) -> None:
    site.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    # In the order in which they are kept, with names that a number before an equal one makes equal again.
    ordered = sorted(sample_logs[:3], key=lambda log: [str(row.digest) for row in judge([log])])
    logs = [tmp_path / "a" / "2_game.json", tmp_path / "a" / "game.json", tmp_path / "b" / "game.json"]
    for log, named in zip(ordered, logs, strict=True):
        named.parent.mkdir(exist_ok=True)
        named.write_bytes(read_bytes(log))
    site.drop(*logs)
    site.wait("document.querySelectorAll('#rows tr').length == 3 && document.getElementById('stop').hidden")
    site.press("#keep-all")
    site.wait("document.querySelectorAll('#kept-rows tr').length == 3")
    kept = site.script("document.getElementById('kept').innerText")
    assert "third edition, base, 2 players" in kept
    assert "Against Bo" in kept
    site.press("#export")
    archive = tmp_path / "my_innovation_games.zip"
    until = time.monotonic() + PATIENCE
    while not archive.is_file() and time.monotonic() < until:
        time.sleep(0.05)
    assert [row.verdict for row in judge([archive])] == ["legal"] * 3
    site.forget()
    site.drop(archive)
    site.wait("document.querySelectorAll('#rows tr').length == 3 && document.getElementById('stop').hidden")
    site.press("#keep-all")
    site.wait("document.querySelectorAll('#kept-rows tr').length == 3")
    site.forget()
