"""Find the files of a path: on the local machine, or on any filesystem that fsspec supports."""

from __future__ import annotations

import codecs
import glob
import os
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from innolog.log import UnreadableLog
from innolog.support.remote import clear_errors, filesystem, is_url, local_path
from parsers.text import first_character, printable, readable

#: The path that stands for standard input.
STDIN = "-"

#: File name extensions that are read in folders and archives. Files without an extension are checked by their first
#: bytes.
SUFFIXES = frozenset({".json", ".gz", ".zip", ".html", ".htm", ".mhtml", ".mht", ".txt", ".innolog"})

GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SNIFFED_BYTES = 64
#: A folder that a browser may have saved with a page is named after the page, and "files" in the browser's language.
_OF_PAGE = re.compile(r"(.+)[-_. ][^\W\d_]+")
#: Maximum size in bytes of a file in such a folder that may be left out.
_PART_BYTES = 4 * 1024 * 1024

#: The names of files that repeat a log with a given name.
Companions = Mapping[str, Container[str]]
#: Whether bytes may be a log.
Fits = Callable[[bytes], bool]


class NothingFound(UnreadableLog):
    """There is no log at a path: it does not exist, is an empty folder, or cannot be listed.

    The error is about the path, not about a log.
    """


def find(
    paths: Iterable[str | Path],
    companions: Companions | None = None,
    *,
    by_name: bool = False,
    fits: Fits = bool,
) -> Iterator[str | NothingFound]:
    """The files at ``paths``, in the order given, sorted within a folder or pattern.

    A path is a file, a folder (with all subfolders), a glob pattern, a URL of any of these on a filesystem that fsspec
    supports (``s3://bucket/logs``), or ``-`` for standard input. A file that is named explicitly, or matched by a
    pattern, is always found. In folders, hidden files are left out, and so are files without a known extension
    (:data:`SUFFIXES`). A folder that is matched by a pattern is searched, too, and no file of a pattern is found twice.
    ``companions`` maps the name of a log to names of files that repeat its content; these are left out if the log is
    there. In the folder that a browser saves beside a page, only what ``fits`` is found (:func:`may_be_part`).
    ``by_name``: True when no file is opened, so that all files without an extension are found.

    For a path that does not exist or cannot be listed, a :class:`NothingFound` value is yielded in its place.
    """
    here = _Here(companions or {}, by_name, fits)
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
                    yield from _There(path, companions or {}, by_name, fits).all()
            except OSError as error:
                yield NothingFound(printable(path), "", "files that can be read", reason(error))


class _Finder(ABC):
    """Finds the files of a folder, and of what a pattern matched."""

    #: The kind of paths that the filesystem has.
    kind: type[PurePath]

    def __init__(self, companions: Companions, by_name: bool, fits: Fits) -> None:
        self.companions, self.by_name, self.fits = companions, by_name, fits

    @abstractmethod
    def name(self, path: str) -> str:
        """The name of a file for messages and for opening it."""

    @abstractmethod
    def folder(self, top: str, seen: set[str], opened: Collection[str] = ()) -> Iterator[str | NothingFound]:
        """The logs in a folder, except in paths ``seen`` before. Its folders are added to these.

        ``opened`` are the files in the folder that the pattern matched. If there are any, files are added, too, and it
        is no error if there are no others.
        """

    @abstractmethod
    def head(self, path: str, size: int) -> bytes:
        """The first bytes of a file."""

    def is_found(self, path: str, in_part: bool) -> bool:
        """Whether a file may be a log by its content. ``in_part``: True when it is in a part of a page."""
        if self.by_name:
            return True
        if not os.path.splitext(path)[1] and not looks_like_log(self.head(path, _SNIFFED_BYTES)):
            return False
        return not in_part or not is_part(self.head(path, _PART_BYTES), self.fits)

    def matched(self, folders: Mapping[str, bool]) -> Iterator[str | NothingFound]:
        """Files that a pattern matched, and logs in folders that it matched. ``folders``: which paths are folders."""
        # "**" matches folders and also the files in them, which must not be read twice.
        seen: set[str] = set()
        opened: dict[str, set[str]] = defaultdict(set)
        for match, is_folder in folders.items():
            for parent in () if is_folder else self.kind(match).parents:
                opened[str(parent)].add(match)
        for match, is_folder in sorted(folders.items()):
            if match in seen:
                continue
            if is_folder:
                yield from self.folder(match, seen, opened.get(match, ()))
            else:
                seen.add(match)
                yield self.name(match)


class _Here(_Finder):
    """Finds local files."""

    kind = Path

    def name(self, path: str) -> str:
        return path

    def path(self, path: str) -> Iterator[str | NothingFound]:
        if os.path.isdir(path):
            yield from self.folder(path, set())
        elif os.path.lexists(path):
            yield path
        elif glob.has_magic(path):
            yield from self.pattern(path)
        else:
            yield NothingFound(printable(path), "", "a file, a folder or a pattern", "nothing of that name")

    def pattern(self, pattern: str) -> Iterator[str | NothingFound]:
        try:
            matches = {os.path.normpath(match) for match in glob.iglob(pattern, recursive=True)}
        except (OSError, ValueError, re.error) as error:
            yield NothingFound(printable(pattern), "", "a pattern", reason(error))
            return
        if not matches:
            yield NothingFound(printable(pattern), "", "files that match the pattern", "none")
        yield from self.matched({match: os.path.isdir(match) for match in matches})

    def folder(self, top: str, seen: set[str], opened: Collection[str] = ()) -> Iterator[str | NothingFound]:
        # os.walk yields the files of a folder before its subfolders, so the order is not sorted.
        empty = not opened
        waiting = [(top, True, False)]
        while waiting:
            path, is_folder, in_part = waiting.pop()
            if (known := os.path.normpath(path)) in seen:
                continue
            if is_folder:
                seen.add(known)
                try:
                    entries = sorted(os.scandir(path), key=lambda entry: entry.name)
                except OSError as error:
                    empty = False
                    yield NothingFound(printable(path), "", "a folder that can be listed", reason(error))
                    continue
                names = {entry.name for entry in entries}
                skipped = beside(names, self.companions)
                for entry in reversed(entries):
                    if entry.is_dir(follow_symlinks=False):
                        if not is_hidden(entry.name):
                            waiting.append((entry.path, True, in_part or may_be_part(entry.name, names)))
                    elif may_be_log(entry.name) and entry.name not in skipped and _is_plain(entry.path):
                        if _leads_out(entry, top) and os.path.normpath(entry.path) not in opened:
                            # A message about what is there could quote any file of whoever checks a foreign folder.
                            empty = False
                            yield NothingFound(printable(entry.path), "", "a file in the folder", "a link out of it")
                        else:
                            waiting.append((entry.path, False, in_part))
            elif self.is_found(path, in_part):
                empty = False
                if opened:
                    seen.add(known)
                yield path
        if empty:
            yield NothingFound(printable(top), "", "a folder with logs", "none in it")

    def head(self, path: str, size: int) -> bytes:
        try:
            with open(path, "rb") as file:
                return file.read(size)
        except OSError:
            return b""


class _There(_Finder):
    """Finds files on an fsspec filesystem."""

    kind = PurePosixPath

    def __init__(self, url: str, companions: Companions, by_name: bool, fits: Fits) -> None:
        super().__init__(companions, by_name, fits)
        self.url = url
        self.fs, self.root = filesystem(url)

    def name(self, path: str) -> str:
        return self.url if path == self.root else str(self.fs.unstrip_protocol(path))

    def all(self) -> Iterator[str | NothingFound]:
        try:
            is_folder = _is_folder(self.fs.info(self.root))
        except FileNotFoundError:
            if glob.has_magic(self.root):
                yield from self.pattern()
            else:
                yield NothingFound(printable(self.url), "", "a file, a folder or a pattern", "nothing of that name")
        else:
            yield from self.matched({self.root: is_folder})

    def pattern(self) -> Iterator[str | NothingFound]:
        matches = self.fs.glob(self.root, detail=True)
        if not matches:
            yield NothingFound(printable(self.url), "", "files that match the pattern", "none")
        yield from self.matched({path.rstrip("/"): _is_folder(entry) for path, entry in matches.items()})

    def folder(self, top: str, seen: set[str], opened: Collection[str] = ()) -> Iterator[str | NothingFound]:
        empty = not opened
        waiting = [(top, True, False)]
        while waiting:
            path, is_folder, in_part = waiting.pop()
            if path in seen:
                continue
            if is_folder:
                seen.add(path)
                entries = {entry["name"].rstrip("/"): _is_folder(entry) for entry in self.fs.ls(path, detail=True)}
                names = {below: below.rpartition("/")[2] for below in entries}
                skipped = beside(names.values(), self.companions)
                for below, name in sorted(names.items(), reverse=True):
                    inner = entries[below]
                    if not is_hidden(name) if inner else may_be_log(name) and name not in skipped:
                        part = in_part or (inner and may_be_part(name, names.values()))
                        waiting.append((below, inner, part))
            elif self.is_found(path, in_part):
                empty = False
                if opened:
                    seen.add(path)
                yield self.name(path)
        if empty:
            yield NothingFound(printable(self.name(top)), "", "a folder with logs", "none in it")

    def head(self, path: str, size: int) -> bytes:
        return bytes(self.fs.cat_file(path, start=0, end=size))


def _is_folder(entry: Mapping[str, Any]) -> bool:
    return bool(entry["type"] == "directory")


def beside(names: Collection[str], companions: Companions) -> set[str]:
    """The files in a folder that repeat another one."""
    return {name for log in companions if log in names for name in names if name in companions[log]}


def may_be_part(folder: str, names: Container[str]) -> bool:
    """Whether a folder may have the pictures and scripts of a page, which browsers save beside it.

    ``names`` are those beside the folder. People give such names to folders with logs, too (:func:`is_part`).
    """
    match = _OF_PAGE.fullmatch(folder)
    return match is not None and any(match[1] + suffix in names for suffix in (".html", ".htm"))


def is_part(data: bytes, fits: Fits) -> bool:
    """Whether a file in such a folder is a part of the page: markup or JSON, and no log."""
    return len(data) < _PART_BYTES and first_character(readable(data)) in {"<", "{", "["} and not fits(data)


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
    return not Path(os.path.realpath(entry.path)).is_relative_to(os.path.realpath(top))
