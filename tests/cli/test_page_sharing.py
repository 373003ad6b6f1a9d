"""What the page takes in beside files, and hands on: text, links, what phones share, tables that are open."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import time
import urllib.request
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from innolog.cli.web import building
from innolog.conversion.retelling import converted
from innolog.replay import replay
from parsers import read_log
from tests.cli import in_browser
from tests.cli.in_browser import PATIENCE, Site
from tests.cli.test_validate import read_bytes
from tests.reports import browsing
from tests.serving import serving

pytestmark = pytest.mark.long

browser, files, server, site = browsing.browser, in_browser.files, in_browser.server, in_browser.site

_PASTE = """
const [kind, text] = arguments;
const data = new DataTransfer();
data.setData('text/plain', text);
const event = kind === 'paste' ? new ClipboardEvent(kind, {clipboardData: data, bubbles: true, cancelable: true})
  : new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true});
document.getElementById('paste').dispatchEvent(event);
"""


@pytest.mark.parametrize(("kind", "form"), [("paste", "text"), ("paste", "json"), ("drop", "json")])
def test_text_that_is_pasted_or_dragged_opens_like_a_file(
    site: Site, sample_logs: list[Path], kind: str, form: str
) -> None:
    text = read_bytes(sample_logs[0]).decode()
    if form == "text":
        text = converted(replay(read_log(sample_logs[0]), record=True), "text").text
    site.browser.execute_script(_PASTE, kind, text)
    site.wait("!document.getElementById('game').hidden && document.getElementById('slider').max > 0")
    assert "follows the rules" in site.text("headline")
    assert site.script("document.getElementById('paste').value") == ""


def test_a_link_carries_the_game_and_the_position(site: Site, sample_logs: list[Path], tmp_path: Path) -> None:
    site.judged(sample_logs[0])
    site.wait("document.getElementById('slider').max == 116")
    for _ in range(3):
        site.press("#previous")
    site.wait("location.hash == '#action-113'")
    site.browser.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => (window.copied = text)}})"
    )
    site.press("#link")
    site.wait("window.copied")
    link = site.script("window.copied")
    now = site.text("now")
    site.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    site.press("#picture")
    until = time.monotonic() + PATIENCE
    while not (tmp_path / "innolog_action_113.png").is_file() and time.monotonic() < until:
        time.sleep(0.05)
    assert (tmp_path / "innolog_action_113.png").is_file()
    # The way back from a link leads to a position of the game before, which is not the one that is shown.
    site.script(f"location.hash = '{_earlier()}&action=5'")
    site.wait("document.getElementById('slider').value == 5")
    site.browser.back()
    site.wait("document.getElementById('status').innerText.includes('carries no game')")
    assert site.script("[location.hash, document.getElementById('slider').value]") == ["#action-113", "5"]
    # The position waits for its game, and for no other.
    site.judged(sample_logs[0])
    site.wait("document.getElementById('slider').value == 113 && document.getElementById('slider').max == 116")
    site.browser.refresh()
    site.judged(sample_logs[1])
    assert site.script("location.hash") == ""
    site.wait("document.getElementById('slider').max > 0")
    assert site.script("document.getElementById('next').disabled")
    # Two players with the base set: short enough for a chat.
    assert len(link) < 1600
    site.browser.get("about:blank")
    site.browser.get(link)
    site.wait("document.getElementById('slider').max > 0")
    assert site.text("headline") == "This game follows the rules."
    assert site.text("now").split("\n")[0] == now.split("\n")[0]
    assert site.script("document.getElementById('slider').value") == "113"
    site.press("#next")
    site.wait("/^#game=.*&action=114$/.test(location.hash)")
    # A game that is dropped takes its place, in the address, too.
    site.judged(sample_logs[1])
    assert site.script("location.hash") == ""
    for fragment, words in (
        ("#action-5", "carries no game"),
        (link[link.index("#") :][:300], "damaged"),
        (_earlier()[:300], "damaged"),
        ("#game=3.abc", "another version"),
        ("#game=", "damaged"),
    ):
        site.open(fragment)
        site.wait("document.getElementById('status').innerText.includes('This link')")
        assert words in site.text("status")
    # A link that an earlier site made, and one that is pasted.
    site.open(f"{_earlier()}&action=5")
    site.wait("document.getElementById('slider').value == 5")
    assert site.text("headline") == "This game follows the rules."
    for letter in (f"Look at this: {link}\n", f"<{link}>", f"It was {link}. Not bad?\nBo"):
        site.open(_earlier())
        site.wait("document.getElementById('slider').max > 0")
        site.browser.execute_script(_PASTE, "paste", letter)
        site.wait("document.getElementById('slider').max == 116 && document.getElementById('slider').value == 113")
        assert site.script("location.hash") == link[link.index("#") :]
    # Once more is the same.
    site.browser.execute_script(_PASTE, "paste", link)
    site.wait("!document.getElementById('status').innerText")
    # Another text takes nothing away, and a log with a link in it is a log.
    site.browser.execute_script(_PASTE, "paste", "Dear diary")
    site.wait("document.getElementById('status').innerText.includes('not a game log')")
    assert site.script("document.getElementById('frame') !== null && document.getElementById('slider').value") == "113"
    log = read_bytes(sample_logs[1]).decode().replace('"Ada"', '"#game=2.abc"')
    site.browser.execute_script(_PASTE, "paste", log)
    site.wait("document.getElementById('source').textContent.startsWith('pasted text')")
    assert site.text("headline") == "This game follows the rules."


def _earlier() -> str:
    """A link as they were before records had a packing of their own: the record, compressed."""
    record = building.EXAMPLE.read_bytes()
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return f"#game={urlsafe_b64encode(packer.compress(record) + packer.flush()).decode().rstrip('=')}"


_SHARE = """
const [to, name, text] = arguments;
document.body.innerHTML = `<form method="post" enctype="multipart/form-data" action="${to}">
  <input name="files" type="file"><textarea name="text"></textarea></form>`;
const data = new DataTransfer();
if (name) data.items.add(new File([text], name));
document.querySelector('input').files = data.files;
document.querySelector('textarea').value = name ? "" : text;
document.querySelector('form').submit();
"""


@pytest.mark.parametrize("name", ["mine.json", ""])
def test_what_a_phone_shares_opens_like_a_file(site: Site, sample_logs: list[Path], name: str) -> None:
    """The browser posts it as the manifest says. Without a name it is text."""
    site.wait("document.documentElement.dataset.offline")
    manifest = json.loads(urllib.request.urlopen(f"{site.address}manifest.webmanifest").read())
    target = site.address + manifest["share_target"]["action"]
    site.browser.get("about:blank")
    site.browser.execute_script(_SHARE, target, name, read_bytes(sample_logs[0]).decode())
    site.wait("document.getElementById('slider')?.max == 116")
    assert site.text("headline") == "This game follows the rules."
    assert site.script("document.getElementById('source').textContent").startswith(name or "shared text")
    # The page takes it once.
    assert site.script("location.href") == site.address
    kept = site.browser.execute_async_script("caches.keys().then(arguments[0])")
    assert [each for each in kept if "shared" in each] == []


_TABLE = """<!DOCTYPE html><title>table</title><body><script>
const gameui = { player_id: VIEWPOINT, gamedatas: { players: PLAYERS },
  ajaxcall(url, args, scope, success) { window.asked = [url, args]; success({ valid: 1, data: PACKETS }); } };
</script></body>"""


@pytest.fixture
def table(tmp_path: Path, sample_logs: list[Path]) -> Iterator[int]:
    """The port of a server that answers as a table of the site does, with TLS."""
    openssl = which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-days", "2"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    log = json.loads(read_bytes(sample_logs[0]))
    players = {player: {"id": player, "name": name} for player, name in log["players"].items()}
    page = _TABLE.replace("VIEWPOINT", log["currentPlayerId"]).replace("PLAYERS", json.dumps(players))
    page = page.replace("PACKETS", json.dumps(log["packets"]).replace("</", "<\\/"))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving(page, context) as port:
        yield port


@pytest.mark.parametrize("host", ["boardgamearena.com", "en.boardgamearena.com", "notboardgamearena.com"])
def test_a_bookmark_hands_over_the_table_that_is_open(server: str, table: int, tmp_path: Path, host: str) -> None:
    """Its message counts if it comes from the site of the tables, and from no other."""
    flags = (f"--host-resolver-rules=MAP {host} 127.0.0.1:{table}", "--ignore-certificate-errors")
    with browsing.chromium(tmp_path / "profile", *flags) as browser:
        site = Site(browser, server)
        site.open()
        site.wait("document.getElementById('bookmarklet').href")
        bookmark = site.script("decodeURIComponent(document.getElementById('bookmarklet').href)")
        shown = site.script("document.getElementById('bookmarklet-code').textContent")
        assert bookmark == shown
        assert "@match https:" in site.script("document.getElementById('userscript-code').textContent")
        # All addresses in it are that of the page.
        assert set(re.findall(r"https?:[^\s\"']+", shown)) <= {server, server.rstrip("/")}
        browser.get(f"https://{host}/3/innovation?table=4711")
        browser.execute_script(bookmark.removeprefix("javascript:"))
        asked = site.script("window.asked")
        assert asked[0] == "/3/innovation/innovation/notificationHistory.html"
        assert asked[1]["table"] == "4711"
        browser.switch_to.window(browser.window_handles[-1])
        site.wait("document.documentElement.dataset.ready")
        if host.startswith("not"):
            time.sleep(1)
            assert site.script(
                "document.getElementById('result').hidden && !document.getElementById('rows').rows?.length"
            )
        else:
            site.wait("document.getElementById('slider').max == 116")
            assert site.text("headline") == "This game follows the rules."
