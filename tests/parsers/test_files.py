"""Paths of all kinds to blobs. All archives are real and lie in a temporary folder."""

from __future__ import annotations

import bz2
import gzip
import io
import ntpath
import os
import subprocess
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import fsspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from innolog.log import UnreadableLog
from parsers import blobs, files, finding
from parsers.files import Blob, iter_blobs

ROOT = Path(__file__).parents[2]
LOG = b'{"packets": []}'


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def names(base: Path, *paths: str | Path) -> list[str]:
    """Names of blobs relative to ``base``, errors as their one line."""
    found = [item.name if isinstance(item, Blob) else str(item) for item in iter_blobs(paths)]
    return [name.replace(f"{base}/", "") for name in found]


def only_error(path: str | Path) -> UnreadableLog:
    (item,) = iter_blobs([path])
    assert isinstance(item, UnreadableLog)
    assert "\n" not in str(item)
    return item


@pytest.mark.parametrize("name", ["game.json", "game", "notes.md", ".hidden.json", "a[1].json", "b*.json"])
def test_a_named_file_is_read_whatever_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(LOG)
    assert list(iter_blobs([path])) == [Blob(str(path), LOG)]


def test_archives_are_told_by_content_and_members_named_inside(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(gzip.compress(LOG))
    (tmp_path / "b.json.gz").write_bytes(LOG)
    (tmp_path / "c.gz").write_bytes(gzip.compress(zipped({"x/raw.json": LOG})))
    (tmp_path / "d.zip").write_bytes(
        zipped({"inner/raw.json": LOG, "b.json.gz": gzip.compress(LOG), "a.zip": zipped({"y.json": LOG})})
    )
    blobs = list(iter_blobs([tmp_path]))
    assert all(blob.data == LOG for blob in blobs if isinstance(blob, Blob))
    assert names(tmp_path, tmp_path) == [
        "a.json",
        "b.json.gz",
        "c.gz!x/raw.json",
        "d.zip!a.zip!y.json",
        "d.zip!b.json.gz",
        "d.zip!inner/raw.json",
    ]


def test_folders_are_searched_in_order_for_what_may_be_a_log(tmp_path: Path) -> None:
    for name in ["b/z.json", "b/a/x.HTML", "c.txt", "a.innolog", "bb.htm", ".git/x.json", "b/.x.json", "x.csv", "x.py"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(LOG)
    (tmp_path / "raw").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    (tmp_path / "Makefile").write_bytes(b"all: build")
    (tmp_path / "around").symlink_to(tmp_path)
    (tmp_path / "dangling.json").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.json")
    missing = "dangling.json: expected a readable file, found No such file or directory"
    expected = ["a.innolog", "b/a/x.HTML", "b/z.json", "bb.htm", "c.txt", missing, "raw"]
    assert names(tmp_path, tmp_path) == expected


def test_links_out_of_a_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    """A foreign folder could have what is in any file of the reader quoted in a message."""
    secret, folder = tmp_path / "secret.json", tmp_path / "corpus"
    secret.write_text("root:x:0:0", encoding="utf-8")
    folder.mkdir()
    (folder / "real.json").write_bytes(LOG)
    (folder / "out.json").symlink_to(secret)
    (folder / "within.json").symlink_to(folder / "real.json")
    out, *others = iter_blobs([folder])
    assert str(out) == f"{folder}/out.json: expected a file in the folder, found a link out of it"
    assert [Path(blob.name).name for blob in others if isinstance(blob, Blob)] == ["real.json", "within.json"]
    # Who names a link wants it to be followed.
    (named,) = iter_blobs([folder / "out.json"])
    assert isinstance(named, Blob)


def test_a_link_to_another_drive_leads_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no common path for two drives, and the search ended in an error."""

    class Link:
        path = "D:\\game.json"

        def is_symlink(self) -> bool:
            return True

    monkeypatch.setattr(os, "path", ntpath)
    assert finding._leads_out(cast("os.DirEntry[str]", Link()), "C:\\logs")


def test_an_archive_of_very_many_members_is_refused_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_DIRECTORY_BYTES", 1 << 20)
    path = tmp_path / "many.zip"
    path.write_bytes(zipped({f"{number:0200}.json": b"" for number in range(6000)}))
    (found,) = iter_blobs([path])
    assert isinstance(found, UnreadableLog)
    assert "expected a zip archive with a directory of 1 MB" in str(found)
    assert "very many members" in str(found)


def test_deep_folders(tmp_path: Path) -> None:
    depth, recursion = 400, sys.getrecursionlimit()
    folder = tmp_path / "/".join("d" * depth)
    folder.mkdir(parents=True)
    (folder / "log.json").write_bytes(LOG)
    # Deeper than Python may recurse now.
    sys.setrecursionlimit(300)
    try:
        (item,) = iter_blobs([tmp_path])
    finally:
        sys.setrecursionlimit(recursion)
    assert item == Blob(str(folder / "log.json"), LOG)


def test_patterns(tmp_path: Path) -> None:
    for name in ["a/1.json", "a/b/2.json", "3.json", "a/readme.md"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(LOG)
    assert names(tmp_path, f"{tmp_path}/*.json") == ["3.json"]
    assert names(tmp_path, f"{tmp_path}/**/*.json") == ["3.json", "a/1.json", "a/b/2.json"]
    assert names(tmp_path, f"{tmp_path}/[a]") == ["a/1.json", "a/b/2.json"]
    # Files that a pattern names are read; those in folders that it names too are not read twice.
    assert names(tmp_path, f"{tmp_path}/**") == ["3.json", "a/1.json", "a/b/2.json", "a/readme.md"]
    assert only_error(f"{tmp_path}/*.zip").found == "none"


def test_a_folder_that_a_pattern_matches_is_read_whole_and_each_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of a folder was left out if the pattern also matched something in it."""
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for name in ["d/2024/2024a.json", "d/2024/2024b/c.json", "d/2024/b.json", "d/2024-.json", "e/odd.md", "-x.json"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(LOG)
        memory.pipe_file(f"/{name}", LOG)
    memory.makedirs("/d/2024/empty")
    (tmp_path / "d/2024/empty").mkdir()
    monkeypatch.chdir(tmp_path)
    # What the pattern matches itself is read, also through a link out of the folder.
    (tmp_path / "e/link.json").symlink_to(tmp_path / "-x.json")
    memory.pipe_file("/e/link.json", LOG)
    year = ["d/2024-.json", "d/2024/2024a.json", "d/2024/2024b/c.json", "d/2024/b.json"]
    for base in (f"{tmp_path}/", "./", "memory:///"):
        for pattern, expected in {
            "d/**/2024*": year,
            "**": ["-x.json", *year, "e/link.json", "e/odd.md"],
            "[de]/**": [*year, "e/link.json", "e/odd.md"],
        }.items():
            found = [item.name if isinstance(item, Blob) else str(item) for item in iter_blobs([base + pattern])]
            assert sorted(name.removeprefix(base) for name in found) == expected, pattern
    memory.rm("/", recursive=True)


def test_a_log_keeps_its_companions_away_but_not_those_elsewhere(tmp_path: Path) -> None:
    members = {"raw.json": LOG, "digest.json": b"[]", "sub/digest.json": LOG}
    (tmp_path / "a.zip").write_bytes(zipped(members))
    for name, data in members.items():
        (tmp_path / "b" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "b" / name).write_bytes(data)
    companions = {"raw.json": frozenset({"digest.json"})}
    found = [item.name for item in iter_blobs([tmp_path], companions=companions) if isinstance(item, Blob)]
    assert [name.replace(f"{tmp_path}/", "") for name in found] == [
        "a.zip!raw.json",
        "a.zip!sub/digest.json",
        "b/raw.json",
        "b/sub/digest.json",
    ]
    (named,) = iter_blobs([tmp_path / "b/digest.json"], companions=companions)
    assert isinstance(named, Blob)


def test_the_parts_of_a_page_that_is_saved_whole_are_left_out(tmp_path: Path) -> None:
    """Each of its scripts and frames was an unreadable log. Other folders with such names have logs."""
    files = {
        "a/Game review.html": b"<link href='./Game%20review_files/a.css'>",
        "a/Game review_files/config.json": b"{}",
        "a/Game review_files/frame/ad.html": b"<p>",
        "a/R&D.htm": b"<img src='R&amp;D-Dateien/a.svg'>",
        "a/R&D-Dateien/icon": b"<svg>",
        "a/Other.html": b"<a href='Other_files/game.json'>",
        "a/Other_files/page.html": b"<script>g_gamelogs = []",
        "a/Other_files/game.json": b'{"data": []}',
        "a/Other_files/old.json.gz": gzip.compress(b'{"data": []}'),
        "a/alone_files/game.json": LOG,
    }
    logs = ["Game review.html", "Other.html", "Other_files/game.json", "Other_files/old.json.gz"]
    logs += ["Other_files/page.html", "R&D.htm", "alone_files/game.json"]
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    memory = fsspec.filesystem("memory")
    memory.pipe({f"/saved/{name}": content for name, content in files.items()})
    try:
        for where, before in (
            (tmp_path / "a", f"{tmp_path}/a/"),
            (tmp_path / "b.zip", f"{tmp_path}/b.zip!a/"),
            ("memory://saved", "memory:///saved/a/"),
        ):
            found = [blob.name if isinstance(blob, Blob) else blob.source for blob in blobs([where])]
            assert sorted(found) == [before + name for name in logs]
    finally:
        memory.rm("/saved", recursive=True)
    # A folder that is named is read.
    assert len(list(blobs([tmp_path / "a/Game review_files"]))) == 2


@pytest.mark.parametrize("data", [LOG, gzip.compress(LOG), zipped({"x.json": LOG})], ids=["plain", "gzip", "zip"])
def test_standard_input(data: bytes) -> None:
    program = (
        "from parsers.files import iter_blobs\nfor item in iter_blobs(['-']): print(item.name, item.data.decode())"
    )
    done = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.decode() == f"{'-!x.json' if data.startswith(b'PK') else '-'} {LOG.decode()}\n"


def test_a_bad_path_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(LOG)
    (tmp_path / "empty").mkdir()
    (tmp_path / "cut.gz").write_bytes(gzip.compress(os.urandom(10_000))[:5000])
    (tmp_path / "sum.gz").write_bytes(gzip.compress(LOG)[:-8] + bytes(8))
    (tmp_path / "more.gz").write_bytes(gzip.compress(LOG) + b"junk")
    (tmp_path / "cut.zip").write_bytes(zipped({"x.json": LOG})[:-10])
    (tmp_path / "none.zip").write_bytes(zipped({"x.csv": LOG, ".y.json": LOG, "__MACOSX/z.json": LOG}))
    good = tmp_path / "good.json"
    bad = ["missing.json", "with\0null", "new\nline", "empty", "cut.gz", "sum.gz", "more.gz", "cut.zip", "none.zip"]
    items = list(iter_blobs([path for name in bad for path in (tmp_path / name, good)]))
    assert items[1::2] == [Blob(str(good), LOG)] * len(bad)
    errors = [item for item in items[::2] if isinstance(item, UnreadableLog)]
    assert [error.expected for error in errors] == [
        "a file, a folder or a pattern",
        "a file, a folder or a pattern",
        "a file, a folder or a pattern",
        "a folder with logs",
        "intact gzip data",
        "intact gzip data",
        "intact gzip data",
        "an intact zip archive",
        "an archive with logs",
    ]
    assert [error.found for error in errors][6] == "other bytes after its end"
    assert all(str(error).isprintable() and error.source.startswith(str(tmp_path)) for error in errors)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(LOG)
    (tmp_path / "a.json").chmod(0)
    (tmp_path / "b").mkdir(mode=0)
    errors = list(iter_blobs([tmp_path]))
    assert [error.found for error in errors if isinstance(error, UnreadableLog)] == ["Permission denied"] * 2


def test_members_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path) -> None:
    stored = zipped({"a.json": b"[1, 2, 3]", "b.json": LOG}, zipfile.ZIP_STORED)
    damaged = bytearray(stored.replace(b"[1, 2, 3]", b"[1, 2, 4]"))
    (tmp_path / "crc.zip").write_bytes(damaged)
    encrypted = bytearray(stored)
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "password.zip").write_bytes(encrypted)
    (tmp_path / "bzip2.zip").write_bytes(zipped({"a.json": LOG}, zipfile.ZIP_BZIP2))
    (tmp_path / "deep.zip").write_bytes(zipped({"a.zip": zipped({"b.json.gz": gzip.compress(LOG)}), "c.json": LOG}))
    (tmp_path / "names.zip").write_bytes(zipped({"../../etc/\x1b[31m\n.json": LOG}))
    assert names(tmp_path, tmp_path) == [
        "bzip2.zip!a.json: expected a stored or deflated member, found compression method 12",
        "crc.zip!a.json: expected an intact member of a zip archive, found Bad CRC-32 for file 'a.json'",
        "crc.zip!b.json",
        "deep.zip!a.zip!b.json.gz: expected archives nested at most 2 deep, found another one inside",
        "deep.zip!c.json",
        "names.zip!../../etc/\\x1b[31m\\n.json",
        "password.zip!a.json: expected a member without password, found an encrypted one",
        "password.zip!b.json",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}.zip" for name in ("bzip2", "crc", "deep", "names", "password")
    ]


def test_the_limit_is_exact(tmp_path: Path) -> None:
    packers: dict[str, Callable[[bytes], bytes]] = {
        "a.json": bytes,
        "a.json.gz": gzip.compress,
        "a.zip": lambda data: zipped({"a.json": data}),
    }
    for name, pack in packers.items():
        for size in (1000, 1001):
            (tmp_path / name).write_bytes(pack(b" " * size))
            (item,) = iter_blobs([tmp_path / name], limit=1000)
            assert isinstance(item, Blob) == (size == 1000)
            if isinstance(item, UnreadableLog):
                assert (item.place, item.expected) == ("byte 1000", "a log of at most 1,000 bytes")
        for size in (4000, 4001):
            (tmp_path / name).write_bytes(pack(b"\xef\xbb\xbf\n<".ljust(size)))
            (item,) = iter_blobs([tmp_path / name], limit=1000)
            assert isinstance(item, Blob) == (size == 4000)


def bomb(size: int) -> bytes:
    """A gzip file of ``size`` MB of zeros."""
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=9) as packed:
        for _ in range(size):
            packed.write(bytes(1 << 20))
    return file.getvalue()


@pytest.mark.long
def test_bombs_cost_no_more_than_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(bomb(300))
    (tmp_path / "b.zip").write_bytes(zipped({"a.json": bytes(300 << 20)}))
    # A member that claims to be small.
    lying = bytearray((tmp_path / "b.zip").read_bytes())
    header = lying.index(b"PK\x01\x02")
    lying[header + 24 : header + 28] = (1000).to_bytes(4, "little")
    (tmp_path / "c.zip").write_bytes(lying)
    (tmp_path / "d.zip").write_bytes(zipped({"a.json": bz2.compress(b"")}, zipfile.ZIP_BZIP2))
    # Many members over the same bytes.
    one = zipped({"a.json": os.urandom(10_000)}, zipfile.ZIP_STORED)
    directory = one.index(b"PK\x01\x02")
    end = one.index(b"PK\x05\x06")
    entries = one[directory:end] * 100
    tail = bytearray(one[end:])
    tail[8:12] = (100).to_bytes(2, "little") * 2
    tail[12:16] = len(entries).to_bytes(4, "little")
    (tmp_path / "e.zip").write_bytes(one[:directory] + entries + tail)

    tracemalloc.start()
    started = time.process_time()
    items = list(iter_blobs([tmp_path], limit=16 << 20))
    seconds = time.process_time() - started
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.expected for item in items if isinstance(item, UnreadableLog)] == [
        "a log of at most 16,777,216 bytes",
        "a log of at most 16,777,216 bytes",
        "an intact member of a zip archive",
        "a stored or deflated member",
        "a zip archive whose members do not overlap",
    ]
    assert len(items) == 5
    assert peak < 64 << 20
    assert seconds < 5


def test_logs_are_read_when_asked_for(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.json").write_bytes(LOG)
    blobs = iter_blobs([tmp_path, tmp_path / "missing"])
    next(blobs)
    (tmp_path / "b.json").write_bytes(b"later")
    second = next(blobs)
    assert isinstance(second, Blob)
    assert second.data == b"later"


def test_a_zip_member_without_a_name_is_an_error(tmp_path: Path) -> None:
    """A damaged archive can have one. The standard library's test for a folder ends in an IndexError there."""
    data = bytearray(zipped({"a.json": LOG, "b.json": LOG}))
    entry = data.index(b"PK\x01\x02")
    # The bytes of the name count as those of a comment.
    data[entry + 28], data[entry + 32] = 0, len("a.json")
    path = tmp_path / "damaged.zip"
    path.write_bytes(data)
    with zipfile.ZipFile(path) as archive:
        assert [info.filename for info in archive.infolist()] == ["", "b.json"]
    damaged = "File name in directory '' and header b'a.json' differ."
    assert names(tmp_path, path) == [
        f"damaged.zip!: expected an intact member of a zip archive, found {damaged}",
        "damaged.zip!b.json",
    ]


SEEDS = [gzip.compress(LOG), zipped({"a.json": LOG, "b.json.gz": gzip.compress(LOG)})]


@settings(max_examples=300, deadline=None)
@given(
    seed=st.sampled_from(SEEDS),
    cut=st.integers(0, 400),
    edits=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=6),
)
def test_damaged_archives_give_blobs_or_errors(
    tmp_path_factory: pytest.TempPathFactory, seed: bytes, cut: int, edits: list[tuple[int, int]]
) -> None:
    damaged = bytearray(seed)
    for offset, value in edits:
        damaged[offset % len(damaged)] = value
    path = tmp_path_factory.getbasetemp() / "damaged"
    path.write_bytes(damaged[: len(damaged) - cut if cut % 3 else None])
    items = list(iter_blobs([path]))
    assert items
    assert all(isinstance(item, Blob | UnreadableLog) for item in items)
