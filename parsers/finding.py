"""Find the files of a path: on the local machine, or on any filesystem that fsspec supports."""

from __future__ import annotations

import codecs
import glob
import os
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from innolog.log import UnreadableLog
from innolog.support.remote import clear_errors, filesystem, is_url, local_path
from parsers.text import first_character, printable

#: The path that stands for standard input.
STDIN = "-"

#: File name extensions that are read in folders and archives. Files without an extension are checked by their first
#: bytes.
SUFFIXES = frozenset({".json", ".gz", ".zip", ".html", ".htm", ".txt", ".innolog"})

GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SNIFFED_BYTES = 64

#: The names of files that repeat a log with a given name.
Companions = Mapping[str, Container[str]]


class NothingFound(UnreadableLog):
    """There is no log at a path: it does not exist, is an empty folder, or cannot be listed.

    The error is about the path, not about a log.
    """


def find(paths: Iterable[str | Path], companions: Companions | None = None) -> Iterator[str | NothingFound]:
    """The files at ``paths``, in the order given, sorted within a folder or pattern.

    A path is a file, a folder (with all subfolders), a glob pattern, a URL of any of these on a filesystem that fsspec
    supports (``s3://bucket/logs``), or ``-`` for standard input. A file that is named explicitly, or matched by a
    pattern, is always found. In folders, hidden files are left out, and so are files without a known extension
    (:data:`SUFFIXES`). ``companions`` maps the name of a log to names of files that repeat its content; these are left
    out if the log is there.

    For a path that does not exist or cannot be listed, a :class:`NothingFound` value is yielded in its place.
    """
    here = _Here(companions or {})
    for path in map(str, paths):
        if path == STDIN:
            yield path
        elif not is_url(path):
            yield from here.path(path)
        elif local := local_path(path):
            yield from here.path(str(local))
        else:
            try:
                with clear_errors(path):
                    yield from _There(path, companions or {}).all()
            except OSError as error:
                yield NothingFound(printable(path), "", "files that can be read", reason(error))


class _Here:
    """Finds local files."""

    def __init__(self, companions: Companions) -> None:
        self.companions = companions

    def path(self, path: str) -> Iterator[str | NothingFound]:
        if os.path.isdir(path):
            yield from self.folder(path)
        elif os.path.lexists(path):
            yield path
        elif glob.has_magic(path):
            yield from self.pattern(path)
        else:
            yield NothingFound(printable(path), "", "a file, a folder or a pattern", "nothing of that name")

    def pattern(self, pattern: str) -> Iterator[str | NothingFound]:
        try:
            matches = sorted({os.path.normpath(match) for match in glob.iglob(pattern, recursive=True)})
        except (OSError, ValueError, re.error) as error:
            yield NothingFound(printable(pattern), "", "a pattern", reason(error))
            return
        if not matches:
            yield NothingFound(printable(pattern), "", "files that match the pattern", "none")
        # "**" matches folders and also the files in them, which must not be read twice.
        opened = {str(parent) for match in matches for parent in Path(match).parents}
        for match in matches:
            if match not in opened:
                yield from self.path(match)

    def folder(self, top: str) -> Iterator[str | NothingFound]:
        # os.walk yields the files of a folder before its subfolders, so the order is not sorted.
        empty = True
        waiting = [(top, True)]
        while waiting:
            path, is_folder = waiting.pop()
            if is_folder:
                try:
                    entries = sorted(os.scandir(path), key=lambda entry: entry.name)
                except OSError as error:
                    empty = False
                    yield NothingFound(printable(path), "", "a folder that can be listed", reason(error))
                    continue
                skipped = beside({entry.name for entry in entries}, self.companions)
                for entry in reversed(entries):
                    if entry.is_dir(follow_symlinks=False):
                        if not is_hidden(entry.name):
                            waiting.append((entry.path, True))
                    elif may_be_log(entry.name) and entry.name not in skipped and _is_plain(entry.path):
                        if _leads_out(entry, top):
                            # A message about what is there could quote any file of whoever checks a foreign folder.
                            empty = False
                            yield NothingFound(printable(entry.path), "", "a file in the folder", "a link out of it")
                        else:
                            waiting.append((entry.path, False))
            elif os.path.splitext(path)[1] or _file_looks_like_log(path):
                empty = False
                yield path
        if empty:
            yield NothingFound(printable(top), "", "a folder with logs", "none in it")


class _There:
    """Finds files on an fsspec filesystem."""

    def __init__(self, url: str, companions: Companions) -> None:
        self.url, self.companions = url, companions
        self.fs, self.root = filesystem(url)

    def all(self) -> Iterator[str | NothingFound]:
        try:
            entry = self.fs.info(self.root)
        except FileNotFoundError:
            if glob.has_magic(self.root):
                yield from self.pattern()
            else:
                yield NothingFound(printable(self.url), "", "a file, a folder or a pattern", "nothing of that name")
        else:
            yield from self.entry(entry, self.url)

    def pattern(self) -> Iterator[str | NothingFound]:
        matches = sorted(self.fs.glob(self.root, detail=True).items())
        if not matches:
            yield NothingFound(printable(self.url), "", "files that match the pattern", "none")
        opened = {str(parent) for path, _ in matches for parent in PurePosixPath(path).parents}
        for path, entry in matches:
            if path not in opened:
                yield from self.entry(entry, self.fs.unstrip_protocol(path))

    def entry(self, entry: dict[str, Any], url: str) -> Iterator[str | NothingFound]:
        if entry["type"] == "directory":
            yield from self.folder(entry["name"], url)
        else:
            yield url

    def folder(self, top: str, url: str) -> Iterator[str | NothingFound]:
        empty = True
        waiting: list[dict[str, Any]] = [{"name": top, "type": "directory"}]
        while waiting:
            entry = waiting.pop()
            path = entry["name"].rstrip("/")
            if entry["type"] == "directory":
                entries = sorted(self.fs.ls(path, detail=True), key=lambda entry: entry["name"])
                names = [entry["name"].rstrip("/").rpartition("/")[2] for entry in entries]
                skipped = beside(names, self.companions)
                for name, below in reversed(list(zip(names, entries, strict=True))):
                    if below["type"] == "directory":
                        wanted = not is_hidden(name) and below["name"].rstrip("/") != path
                    else:
                        wanted = may_be_log(name) and name not in skipped
                    if wanted:
                        waiting.append(below)
            elif os.path.splitext(path)[1] or looks_like_log(self.fs.cat_file(path, start=0, end=_SNIFFED_BYTES)):
                empty = False
                yield self.fs.unstrip_protocol(path)
        if empty:
            yield NothingFound(printable(url), "", "a folder with logs", "none in it")


def beside(names: Collection[str], companions: Companions) -> set[str]:
    """The files in a folder that repeat another one."""
    return {name for log in companions if log in names for name in names if name in companions[log]}


def is_hidden(name: str) -> bool:
    """Whether a file is hidden in folders and archives."""
    # ".." in an archive is not a hidden name. It is harmless, because members are read in memory.
    return (name.startswith(".") and name != "..") or name == "__MACOSX"


def may_be_log(name: str) -> bool:
    """Whether a file may be a log by its name."""
    suffix = os.path.splitext(name)[1].lower()
    return not is_hidden(name) and (not suffix or suffix in SUFFIXES)


def looks_like_log(head: bytes) -> bool:
    """Whether a file may be a log by its first bytes."""
    return head.startswith((GZIP, *ZIP, *_MARKS)) or first_character(head) in {"{", "[", "<"}


def reason(error: Exception) -> str:
    """The message of an error, as one printable line."""
    if isinstance(error, OSError) and error.strerror:
        return printable(error.strerror)
    return printable(str(error) or type(error).__name__)


def _is_plain(path: str) -> bool:
    # A broken link counts, because opening it gives the error to report. Pipes and devices do not count.
    return os.path.isfile(path) or not os.path.exists(path)


def _leads_out(entry: os.DirEntry[str], top: str) -> bool:
    """Whether an entry is a symbolic link to something outside of a folder."""
    if not entry.is_symlink():
        return False
    whole = os.path.realpath(top)
    return os.path.commonpath([whole, os.path.realpath(entry.path)]) != whole


def _file_looks_like_log(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return looks_like_log(file.read(_SNIFFED_BYTES))
    except OSError:
        return False
