"""The snippet that the papers have for a browser's console, in a browser, on a page that answers as a table's does."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_blob, read_log
from parsers.files import Blob
from tests.papers import shown
from tests.serving import serving
from tests.shared import REPOSITORY, load

#: Each takes seconds.
pytestmark = pytest.mark.long

SAMPLE = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"
_PAGE = """<!DOCTYPE html><title>table</title><body><script>
const gameui = {
  player_id: VIEWPOINT,
  gamedatas: { players: PLAYERS },
  ajaxcall(url, args, scope, success, failure) {
    document.title = `${url} ${JSON.stringify(args)}`;
    success({ valid: 1, data: PACKETS });
  },
};
URL.createObjectURL = (blob) => { blob.text().then((text) => { document.body.textContent = text; }); return "#"; };
HTMLAnchorElement.prototype.click = function () { document.title += ` ${this.download}`; };
SNIPPET
</script></body>"""


@pytest.fixture
def address() -> Iterator[str]:
    packets = load(SAMPLE)
    snippet = shown("console")
    players = {player: {"id": player, "name": name} for player, name in packets["players"].items()}
    page = _PAGE.replace("VIEWPOINT", packets["currentPlayerId"]).replace("PLAYERS", json.dumps(players))
    page = page.replace("PACKETS", json.dumps(packets["packets"]).replace("</", "<\\/")).replace("SNIPPET", snippet)

    with serving(page) as port:
        yield f"http://127.0.0.1:{port}"


def test_the_snippet_saves_a_log(address: str, tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={tmp_path}"]
    flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    done = subprocess.run(
        [chromium, *flags, "--virtual-time-budget=10000", "--dump-dom", f"{address}/3/innovation?table=4711"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    title = re.search(r"<title>(.*?)</title>", done.stdout)
    body = re.search(r"<body>(.*)</body>", done.stdout, re.DOTALL)
    assert title is not None
    assert body is not None
    assert html.unescape(title[1]) == (
        "/3/innovation/innovation/notificationHistory.html"
        ' {"table":"4711","from":0,"privateinc":1,"history":1} innolog_4711.json'
    )
    log = read_blob(Blob("innolog_4711.json", html.unescape(body[1]).encode()))
    assert isinstance(log, GameLog)
    whole = read_log(SAMPLE)
    assert isinstance(whole, GameLog)
    assert (log.viewpoint, log.seats, log.observations) == (whole.viewpoint, whole.seats, whole.observations)
    assert replay(log).verdict is Verdict.LEGAL
