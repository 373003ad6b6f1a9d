"""Judge a folder of games in a browser and on the command line, and measure how long a reader waits.

``python -m tests.cli.in_browser FOLDER --first 10`` takes the first ten games of each folder of games below FOLDER: one
export of each, from another seat each time. It prints every game with another verdict or digest in the browser, and
exits with 1 if there is one. It needs Chromium, its driver, and npm or a copy of Pyodide (``INNOLOG_PYODIDE``).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from innolog.cli.web import building, pyodide, serving
from innolog.judging.verdicts import judge
from tests.cli.test_validate import forge_score, read_bytes
from tests.reports.browsing import NoBrowser, chromium
from tests.shared import REPOSITORY

#: Seconds; a loaded machine may need a multiple of what a reader waits.
PATIENCE = 240
_JUDGED = "[...document.querySelectorAll('#rows tr')].map(row => [row.dataset.verdict, row.dataset.digest || null])"
_SHOWN = "!document.getElementById('result').hidden"
#: Logs that are dropped at once.
_BATCH = 40


def built() -> dict[str, bytes]:
    """All files of the site. Raises :class:`innolog.cli.web.pyodide.NoPyodide` if there is no Pyodide."""
    given = os.environ.get("INNOLOG_PYODIDE")
    return building.site(pyodide.files(Path(given) if given else None), shutil.which("node"))


#: What stands in the lines of the list of logs.
ROWS = "[...document.querySelectorAll('#rows tr')].map(row => [...row.cells].map(cell => cell.innerText))"


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[str]:
    """The address of a site of these files, which is served as long as the context lasts."""
    running = serving.server(files, building.own_policy())
    threading.Thread(target=running.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{running.server_port}/"
    finally:
        running.shutdown()
        running.server_close()


class Site:
    """What a reader does on the site."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, fragment: str = "") -> None:
        self.browser.get("about:blank")
        self.browser.get(self.address + fragment)

    def script(self, text: str) -> Any:
        return self.browser.execute_script(f"return {text}")

    def wait(self, condition: str) -> None:
        until = time.monotonic() + PATIENCE
        while not self.script(condition):
            assert time.monotonic() < until, (condition, self.text("status"), self.browser.get_log("browser"))
            time.sleep(0.02)

    def drop(self, *paths: Path) -> None:
        self.browser.find_element("id", "files").send_keys("\n".join(map(str, paths)))

    def press(self, selector: str) -> None:
        """Click on what a reader sees, wherever it is by now: a game that is being drawn moves what stands below it."""
        found = self.browser.find_element("css selector", selector)
        assert found.is_displayed(), selector
        self.browser.execute_script("arguments[0].click()", found)

    def forget(self) -> None:
        """Remove all games that are kept, and confirm it."""
        self.press("#forget")
        self.browser.switch_to.alert.accept()
        self.wait("document.getElementById('kept').hidden")

    def text(self, name: str) -> str:
        text: str = self.script(f"document.getElementById({name!r}).innerText")
        return text

    def judged(self, *paths: Path) -> str:
        """Drop files and wait for the verdict on the only log in them."""
        self.script("document.getElementById('result').hidden = true")
        self.drop(*paths)
        self.wait(_SHOWN)
        return self.text("finding")


def digests(site: Site, paths: Sequence[Path]) -> list[tuple[str, str | None]]:
    """Verdict and digest of each of several files with one log, as the page has them."""
    site.drop(*paths)
    site.wait(f"document.querySelectorAll('#rows tr').length == {len(paths)}")
    return [(verdict, digest) for verdict, digest in site.script(_JUDGED)]


#: What :func:`waits` measures of the processor, which a loaded machine does not change.
FIRST_WORK, SECOND_WORK = "work of the processor for the first verdict", "work of the processor for the second verdict"


def _work(profile: Path) -> float:
    """Seconds of the processor that the workers of a browser took, in which Python runs. Linux alone records them."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(profile).encode() in (process / "cmdline").read_bytes():
                stats = [(thread / "stat").read_text() for thread in (process / "task").iterdir()]
                # Time in user mode and in the kernel.
                found += sum(sum(map(int, each.split()[13:15])) for each in stats if "(DedicatedWorker" in each)
        except OSError:
            # It has just ended.
            continue
    return found / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    try:
        return built()
    except pyodide.NoPyodide as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def server(files: dict[str, bytes]) -> Iterator[str]:
    with served(files) as address:
        yield address


@pytest.fixture
def site(browser: Any, server: str) -> Iterator[Site]:
    for kind in ("browser", "performance"):
        browser.get_log(kind)
    opened = Site(browser, server)
    opened.open()
    yield opened
    size = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def waits(address: str, first: Path, second: Path, profile: Path) -> dict[str, float]:
    """Seconds that a reader waits, with everything in the browser's cache: for verdicts and for the page of a game.

    The browser is opened once before, so that it has the site, and then started again.
    """
    with chromium(profile) as browser:
        site = Site(browser, address)
        site.open()
        site.wait("document.documentElement.dataset.offline")
    with chromium(profile) as browser:
        site = Site(browser, address)
        started = time.monotonic()
        site.open()
        site.judged(first)
        found = {"first verdict, since the page was opened": time.monotonic() - started, FIRST_WORK: _work(profile)}
        site.wait("!document.getElementById('game').hidden")
        found["first game drawn, since the page was opened"] = time.monotonic() - started
        # The review goes on meanwhile, action by action.
        site.wait("document.getElementById('frame')?.dataset.reviewed")
        started, before = time.monotonic(), _work(profile)
        site.judged(second)
        found["verdict on the second file"] = time.monotonic() - started
        found[SECOND_WORK] = _work(profile) - before
        site.wait("!document.getElementById('game').hidden")
        found["game of the second file drawn"] = time.monotonic() - started
    return found


def games(folder: Path, first: int) -> list[Path]:
    """One export of each of the first games of each folder below ``folder``, from another seat each time."""
    found = []
    parents = sorted({path.parent.parent for path in folder.rglob("*.json.gz")})
    for parent in parents:
        for number, game in enumerate(sorted(each for each in parent.iterdir() if each.is_dir())[:first]):
            seats = sorted(path for path in game.glob("*.json.gz") if not path.name.startswith("truth"))
            found += seats[number % len(seats) :][:1] if seats else []
    return found


def main() -> int:
    """Measure, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="*", type=Path, help="folders of games")
    parser.add_argument("--first", type=int, default=10, metavar="N", help="games of each folder")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="processes of the command line")
    options = parser.parse_args()
    samples = sorted((REPOSITORY / "sample_logs").glob("*.json.gz"))
    paths = samples + [path for folder in options.folder for path in games(folder, options.first)]
    try:
        with served(built()) as address, TemporaryDirectory() as profile:
            for what, seconds in waits(address, samples[0], samples[1], Path(profile) / "waits").items():
                print(f"{seconds:6.2f} s  {what}", flush=True)
            with chromium(Path(profile) / "games") as browser:
                return _compared(Site(browser, address), paths, options.jobs)
    except (NoBrowser, pyodide.NoPyodide) as error:
        print(error, file=sys.stderr)
        return 2


def _compared(site: Site, paths: Sequence[Path], jobs: int) -> int:
    other, seconds = 0, []
    for start in range(0, len(paths), _BATCH):
        batch = paths[start : start + _BATCH]
        site.open()
        site.wait("document.documentElement.dataset.ready")
        started = time.monotonic()
        found = digests(site, batch) if len(batch) > 1 else _only(site, batch[0])
        seconds.append((time.monotonic() - started) / len(batch))
        expected = [(row.verdict, row.digest) for row in judge(batch, jobs=jobs)]
        for path, here, there in zip(batch, found, expected, strict=True):
            if here != there:
                other += 1
                print(f"{path}: {here} in the browser, {there} on the command line")
        print(f"{start + len(batch):6} logs compared, {other} differ", flush=True)
    print(f"{statistics.median(seconds):6.2f} s  for a log in the browser, median of batches")
    return int(other > 0)


def _only(site: Site, path: Path) -> list[tuple[str, str | None]]:
    """A list has at least two logs, so the only one is dropped twice."""
    return digests(site, [path, path])[:1]


@pytest.fixture
def forged(sample_logs: list[Path], tmp_path: Path) -> tuple[Path, int]:
    export = json.loads(read_bytes(sample_logs[0]))
    move = forge_score(export)
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(export), encoding="utf-8")
    return path, move


if __name__ == "__main__":
    sys.exit(main())
