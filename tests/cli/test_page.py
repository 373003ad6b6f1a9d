"""The site that judges logs in a browser, without a browser: its files, its server and what it asks of innolog."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import re
import struct
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.cli.web import building, compiling, judging, pyodide, serving
from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers import read_log
from parsers.files import Blob
from reports.safe_text import plain
from tests.cli.test_light import HEAVY, NOT_IN_A_BROWSER
from tests.cli.test_validate import forge_score, read_bytes

#: Stands for Pyodide where nothing runs in it.
_NOTHING = dict.fromkeys(pyodide.FILES, b"")


def _sample(sample_logs: list[Path]) -> Path:
    return next(path for path in sample_logs if path.name.startswith("base_2p"))


def _rows(path: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in judging.verdicts(str(path), name)]


def test_a_verdict_has_the_words_of_a_player(sample_logs: list[Path], tmp_path: Path) -> None:
    (row,) = _rows(_sample(sample_logs), "mine.json.gz")
    assert (row["name"], row["headline"]) == ("mine.json.gz", "This game follows the rules.")
    assert row["ending"] == "Ada wins with enough achievements."
    assert (row["seen_by"], row["ended_by"], row["won"]) == ("Ada", "achievements", ["Ada"])
    export = json.loads(read_bytes(_sample(sample_logs)))
    move = forge_score(export)
    forged = tmp_path / "forged"
    forged.write_text(json.dumps(export))
    (row,) = _rows(forged, "forged.json")
    assert row["headline"] == f"This log breaks the rules at move {move}."
    assert row["expected"] != row["observed"]
    assert f"move {move}" in row["place"]
    photo = tmp_path / "photo"
    photo.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
    (row,) = _rows(photo, "photo.jpg")
    assert (row["verdict"], row["has_page"]) == ("unreadable", False)
    assert row["headline"] == "This is a picture. innolog reads the log of a game."


def test_a_name_is_the_same_above_the_game_and_in_it(sample_logs: list[Path], tmp_path: Path) -> None:
    """A verdict had the escapes of a terminal. In Persian, some are spelled with what nobody sees."""
    name = "می\u200cکنم \u202e👩\u200d👧"
    path = tmp_path / "x"
    path.write_bytes(read_bytes(_sample(sample_logs)).replace(b'"Ada"', json.dumps(name).encode()))
    (row,) = _rows(path, f"{name}.json")
    shown = name.replace("\u202e", "\ufffd")
    assert row["players"][0] == row["seen_by"] == row["won"][0] == shown
    assert row["name"] == f"{shown}.json"
    assert row["ending"] == f"{shown} wins with enough achievements."
    assert f"<title>{shown} " in judging.page(str(path), 0, "x")
    # So it is in plots.
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("content", "headline"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "This is a picture. innolog reads the log of a game."),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "This is a picture. innolog reads the log of a game."),
        (lambda log: log[: len(log) // 2], "The file ends too early. Save it again."),
        (lambda log: gzip.compress(log)[:-500], "The file ends too early. Save it again."),
        (lambda log: _zipped(log)[:-50], "The file ends too early. Save it again."),
        (b"", "This file is empty. Save it again."),
        (b"<html><title>Chess &amp; more</title><p>x", "This page has no game of Innovation in it: Chess & more."),
        (
            lambda log: b'{"game_name": "carcassonne", ' + log.lstrip()[1:],
            "This is a log of another game: carcassonne.",
        ),
        (b"Dear diary", "This is not a game log that innolog can read."),
    ],
)
def test_other_files_are_called_by_their_names(
    content: bytes | Callable[[bytes], bytes], headline: str, sample_logs: list[Path], tmp_path: Path
) -> None:
    path = tmp_path / "x"
    log = read_bytes(_sample(sample_logs))
    path.write_bytes(content if isinstance(content, bytes) else content(log))
    (row,) = _rows(path, "x")
    assert (row["headline"], row["has_page"]) == (headline, False)


def _zipped(log: bytes) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as packed:
        packed.writestr("game.json", log)
    return buffer.getvalue()


def test_every_log_of_an_archive_can_be_opened_and_exported(sample_logs: list[Path], tmp_path: Path) -> None:
    archive = tmp_path / "1"
    with ZipFile(archive, "w") as packed:
        for number, path in enumerate(sample_logs[:2]):
            packed.writestr(f"{number}.json", read_bytes(path))
    rows = _rows(archive, "games.zip")
    assert [row["name"] for row in rows] == ["games.zip!0.json", "games.zip!1.json"]
    whole = judged(Blob("x", read_bytes(sample_logs[1])), NOTHING)
    assert rows[1]["digest"] == whole.digest
    page = judging.page(str(archive), 1, "games.zip")
    assert "games.zip!1.json" in page
    table = list(csv.DictReader(io.StringIO(judging.export(str(archive), 1, "games.zip", "csv").decode())))
    assert table[-1]["action"] == str(whole.actions)
    native = tmp_path / "game.innolog"
    native.write_bytes(judging.export(str(archive), 1, "games.zip", "native"))
    assert len(read_log(native).seats) == 3
    assert judging.export(str(archive), 0, "games.zip", "log") == read_bytes(sample_logs[0])


def test_a_saved_page_has_the_review_as_far_as_it_has_come(sample_logs: list[Path]) -> None:
    path = str(_sample(sample_logs))

    def saved() -> dict[str, Any] | None:
        html = judging.export(path, 0, "x", "html").decode()
        (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html)
        found: dict[str, Any] | None = json.loads(data)["review"]
        return found

    assert saved() is None
    parts = [json.loads(part) for part in islice(judging.review(path, 0, "x"), 6)]
    found = saved()
    assert found is not None
    assert found["done"] == 6
    assert found["decisions"] == [each for part in parts for each in part["decisions"]]
    assert found["decisions"]


def test_names_in_a_table_are_inert(sample_logs: list[Path], tmp_path: Path) -> None:
    hostile = read_bytes(_sample(sample_logs)).replace(b'"Ada"', b'"=cmd|A1"')
    path = tmp_path / "1"
    path.write_bytes(hostile)
    table = judging.export(str(path), 0, "x", "csv").decode()
    assert "'=cmd|A1" in table
    assert not re.search(r"(^|,)\"?=", table, re.MULTILINE)


@pytest.mark.long
def test_the_archive_judges_with_the_standard_library_alone(sample_logs: list[Path], tmp_path: Path) -> None:
    """What a browser has: nothing of this environment, only the archive of the site, from which it imports."""
    archive = tmp_path / compiling.ARCHIVE
    archive.write_bytes(building.site(_NOTHING)[compiling.ARCHIVE])
    program = f"""
import sys
sys.path.insert(0, {str(archive)!r})
from innolog.cli.web import judging
assert judging.__file__.startswith({str(archive)!r})
print(*judging.verdicts({str(_sample(sample_logs))!r}, "x"))
print(len(judging.page({str(_sample(sample_logs))!r}, 0, "x")))
assert not set(sys.modules) & {set(HEAVY + NOT_IN_A_BROWSER)}
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    row, size = done.stdout.splitlines()
    assert json.loads(row)["verdict"] == "legal"
    assert int(size) > 100_000


def test_the_site_is_the_same_each_time_and_lists_its_hashes() -> None:
    found = building.site(_NOTHING)
    assert found == building.site(_NOTHING)
    listed = json.loads(re.search(r"FILES = (\{.*?\});", found["sw.js"].decode(), re.DOTALL)[1])  # type: ignore[index]
    assert set(listed) == set(found) - {"sw.js"}
    for name in ("index.html", "app.js", "sharing.js", "worker.js", "sw.js"):
        text = found[name].decode()
        assert not re.search(r"%[A-Z]+%", text)
        # No other host is named.
        # A digest in base64 may have two slashes by chance.
        assert "//" not in re.sub(r"(?m)^\s*//.*$|sha256-[\w+/]+=", "", text), name
    assert building.own_policy() in found["index.html"].decode()


def test_the_manifest_offers_the_site_to_the_share_menu_of_a_phone() -> None:
    """Browsers want icons of 192 and 512 pixels for it; what is posted is for the service worker."""
    found = building.site(_NOTHING)
    manifest = json.loads(found["manifest.webmanifest"])
    assert '<link rel="manifest" href="manifest.webmanifest">' in found["index.html"].decode()
    assert "manifest-src 'self'" in building.own_policy()
    sizes = {}
    for icon in manifest["icons"]:
        content = found[icon["src"]]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes[width] = content[:8]
    assert sizes == dict.fromkeys((192, 512), b"\x89PNG\r\n\x1a\n")
    target = manifest["share_target"]
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    worker = found["sw.js"].decode()
    assert f'SHARE = "{target["action"]}"' in worker
    assert target["action"] not in found
    # All that the worker reads is what the manifest names.
    (files,) = target["params"].pop("files")
    assert set(re.findall(r'"(files|text|url|title)"', worker)) == {files["name"], *target["params"].values()}
    assert {".json", ".zip", ".gz", ".html", ".innolog", "text/plain"} <= set(files["accept"])


def test_a_site_that_cannot_be_compiled_says_why(tmp_path: Path) -> None:
    """Then a browser compiles it, which takes longer."""
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho 'file:3\nRangeError: no memory\nNode.js v20' >&2\nexit 1\n", encoding="utf-8")
    node.chmod(0o755)
    with pytest.raises(compiling.NotCompiled, match=r"^RangeError: no memory$"):
        building.site(_NOTHING, str(node))
    with pytest.raises(compiling.NotCompiled, match="No such file"):
        building.site(_NOTHING, str(tmp_path / "none"))


def test_pyodide_is_pinned(tmp_path: Path) -> None:
    for name in pyodide.FILES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(pyodide.NoPyodide, match="is not the one of pyodide"):
        pyodide.files(tmp_path)
    done = CliRunner().invoke(main, ["page", "-o", str(tmp_path / "site"), "--pyodide", str(tmp_path)])
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert not (tmp_path / "site").exists()
    (tmp_path / "x.tgz").write_bytes(b"no archive")
    with pytest.raises(pyodide.NoPyodide, match="not the package"):
        pyodide.files(tmp_path / "x.tgz")
    assert all(len(digest) == len(hashlib.sha256().hexdigest()) for digest in pyodide.FILES.values())


@pytest.fixture
def address() -> Iterator[str]:
    server = serving.server({"index.html": b"here", "a.wasm": b"\0"}, "default-src 'none'")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_server_has_the_files_and_nothing_else(address: str) -> None:
    with urllib.request.urlopen(f"{address}/") as reply:
        assert (reply.read(), reply.headers["Content-Type"]) == (b"here", "text/html; charset=utf-8")
        assert reply.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    with urllib.request.urlopen(f"{address}/a.wasm") as reply:
        assert reply.headers["Content-Type"] == "application/wasm"
    for path in ("../pyproject.toml", "%2e%2e/pyproject.toml", "etc/passwd", "b"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/{path}")
