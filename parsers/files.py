"""Paths of all kinds to the bytes of single logs: lazily, within bounds, and without writing anything.

A path is a file, a folder (with everything below it), a glob pattern, or ``-`` for standard input. Zip and gzip files
are opened, also one inside the other, and recognised by their first bytes.
"""

from __future__ import annotations

import codecs
import glob
import gzip
import io
import os
import re
import struct
import sys
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol

from innolog.log import UnreadableLog
from parsers.text import first_character, printable

if TYPE_CHECKING:
    from parsers.lines.templates import Table

#: No log is larger than this, decompressed, in bytes. The largest export known (four players, all sets) has 4.5 MB;
#: hostile JSON may take thirty times its size in memory, and 500 MB are to be enough for any log.
MAX_LOG_BYTES = 16 * 1024 * 1024

#: The directory of a zip archive is read as a whole: at most so many bytes, enough for some 300,000 members.
MAX_DIRECTORY_BYTES = 32 * 1024 * 1024

#: What is picked in folders and archives by its name. Names without a suffix are picked by their first bytes.
SUFFIXES = frozenset({".json", ".gz", ".zip", ".html", ".htm", ".txt", ".innolog"})

#: An archive may lie in an archive, once.
MAX_NESTING = 2

_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SNIFFED_BYTES = 64
_CHUNK_BYTES = 1024 * 1024

#: All that the archive modules of the standard library raise on damaged archives.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)


class Blob(NamedTuple):
    """The bytes of one log. ``name`` is its path; for a member of an archive ``dir/game.zip!inner/raw.json``.

    ``templates`` are wordings to read it with, beside the built-in ones.
    """

    name: str
    data: bytes
    templates: Table | None = None


def iter_blobs(
    paths: Iterable[str | Path],
    *,
    limit: int = MAX_LOG_BYTES,
    companions: Mapping[str, Container[str]] | None = None,
) -> Iterator[Blob | UnreadableLog]:
    """The logs at ``paths``, in the order given, sorted within a folder, pattern or archive.

    A file that is named, or matched by a pattern, is read whatever it is called; in folders and archives hidden files
    are left out, and what does not look like a log by its name (:data:`SUFFIXES`). ``companions`` maps the name of a
    log to names of files that repeat its content: they are left out beside it.

    What cannot be read (missing, forbidden, damaged, larger than ``limit`` bytes, a folder without logs) comes as an
    :class:`UnreadableLog` value, and the rest goes on. A log is read when it is asked for, and not kept.
    """
    reader = _Reader(limit, companions or {})
    for path in paths:
        yield from reader.path(str(path))


class _Source(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Reader:
    def __init__(self, limit: int, companions: Mapping[str, Container[str]]) -> None:
        self.limit = limit
        self.companions = companions

    def path(self, path: str) -> Iterator[Blob | UnreadableLog]:
        if path == "-":
            yield from self.stream("-", sys.stdin.buffer)
        elif os.path.isdir(path):
            yield from self.folder(path)
        elif os.path.lexists(path):
            yield from self.file(path)
        elif glob.has_magic(path):
            yield from self.pattern(path)
        else:
            yield UnreadableLog(printable(path), "", "a file, a folder or a pattern", "nothing of that name")

    def pattern(self, pattern: str) -> Iterator[Blob | UnreadableLog]:
        try:
            matches = sorted({os.path.normpath(match) for match in glob.iglob(pattern, recursive=True)})
        except (OSError, ValueError, re.error) as error:
            yield UnreadableLog(printable(pattern), "", "a pattern", _reason(error))
            return
        if not matches:
            yield UnreadableLog(printable(pattern), "", "files that match the pattern", "none")
        # "**" matches folders and also what is in them, which is not to be read twice.
        opened = {str(parent) for match in matches for parent in Path(match).parents}
        for match in matches:
            if match not in opened:
                yield from self.path(match)

    def folder(self, top: str) -> Iterator[Blob | UnreadableLog]:
        # os.walk gives the files of a folder before its subfolders and so not in sorted order.
        empty = True
        waiting = [(top, True)]
        while waiting:
            path, is_folder = waiting.pop()
            if is_folder:
                try:
                    entries = sorted(os.scandir(path), key=lambda entry: entry.name)
                except OSError as error:
                    empty = False
                    yield UnreadableLog(printable(path), "", "a folder that can be listed", _reason(error))
                    continue
                skipped = self.beside({entry.name for entry in entries})
                for entry in reversed(entries):
                    if entry.is_dir(follow_symlinks=False):
                        if not _is_hidden(entry.name):
                            waiting.append((entry.path, True))
                    elif _may_be_log(entry.name) and entry.name not in skipped and _is_plain(entry.path):
                        waiting.append((entry.path, False))
            elif os.path.splitext(path)[1] or _file_looks_like_log(path):
                empty = False
                yield from self.file(path)
        if empty:
            yield UnreadableLog(printable(top), "", "a folder with logs", "none in it")

    def file(self, path: str) -> Iterator[Blob | UnreadableLog]:
        try:
            with open(path, "rb") as file:
                yield from self.stream(printable(path), file)
        except OSError as error:
            yield UnreadableLog(printable(path), "", "a readable file", _reason(error))

    def stream(self, name: str, stream: IO[bytes]) -> Iterator[Blob | UnreadableLog]:
        if stream.seekable():
            yield from self.unpack(name, stream, 0)
        else:
            data = self.read(name, stream)
            yield from [data] if isinstance(data, UnreadableLog) else self.unpack(name, io.BytesIO(data), 0)

    def read(self, name: str, stream: _Source) -> bytes | UnreadableLog:
        chunks: list[bytes] = []
        size = 0
        while size <= self.limit:
            chunk = stream.read(_CHUNK_BYTES)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
            size += len(chunk)
        return self.too_large(name)

    def too_large(self, name: str) -> UnreadableLog:
        return UnreadableLog(name, f"byte {self.limit}", f"a log of at most {self.limit:,} bytes", "more")

    def unpack(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        head = stream.read(4)
        stream.seek(0)
        if not head.startswith((_GZIP, *_ZIP)):
            data = self.read(name, stream)
            yield data if isinstance(data, UnreadableLog) else Blob(name, data)
        elif nesting == MAX_NESTING:
            yield UnreadableLog(name, "", f"archives nested at most {MAX_NESTING} deep", "another one inside")
        elif head.startswith(_GZIP):
            yield from self.gunzip(name, stream, nesting)
        else:
            yield from self.unzip(name, stream, nesting)

    def gunzip(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        try:
            with gzip.GzipFile(fileobj=stream, mode="rb") as file:
                data = self.read(name, file)
        except _DAMAGED as error:
            data = UnreadableLog(name, f"byte {stream.tell()}", "intact gzip data", _reason(error))
        yield from [data] if isinstance(data, UnreadableLog) else self.unpack(name, io.BytesIO(data), nesting + 1)

    def unzip(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        try:
            archive = zipfile.ZipFile(_Bounded(stream))
        except _DAMAGED as error:
            yield UnreadableLog(name, "", "an intact zip archive", _reason(error))
            return
        # Members that share their bytes make a small archive as large as anybody likes.
        if sum(info.compress_size for info in archive.infolist()) > stream.seek(0, io.SEEK_END):
            yield UnreadableLog(name, "", "a zip archive whose members do not overlap", "overlapping members")
            return
        folders: defaultdict[PurePosixPath, set[str]] = defaultdict(set)
        for info in archive.infolist():
            member = PurePosixPath(info.filename)
            folders[member.parent].add(member.name)
        skipped = {folder: self.beside(names) for folder, names in folders.items()}
        empty = True
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            member = PurePosixPath(info.filename)
            if info.is_dir() or any(map(_is_hidden, member.parts)) or not _may_be_log(member.name):
                continue
            if member.name in skipped[member.parent]:
                continue
            label = f"{name}!{printable(info.filename)}"
            data = self.member(label, archive, info)
            if isinstance(data, bytes) and not member.suffix and not _looks_like_log(data):
                continue
            empty = False
            yield from [data] if isinstance(data, UnreadableLog) else self.unpack(label, io.BytesIO(data), nesting + 1)
        if empty:
            yield UnreadableLog(name, "", "an archive with logs", "none in it")

    def member(self, name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | UnreadableLog:
        if info.flag_bits & 1:
            return UnreadableLog(name, "", "a member without password", "an encrypted one")
        # The decompressors of the other methods cannot be told where to stop.
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return UnreadableLog(name, "", "a stored or deflated member", f"compression method {info.compress_type}")
        if info.file_size > self.limit:
            return self.too_large(name)
        try:
            with archive.open(info) as file:
                return self.read(name, file)
        except _DAMAGED as error:
            return UnreadableLog(name, "", "an intact member of a zip archive", _reason(error))

    def beside(self, names: set[str]) -> set[str]:
        """Which of the files in a folder repeat another one."""
        return {name for log in self.companions if log in names for name in names if name in self.companions[log]}


class _Bounded:
    """A stream that refuses to read very much at once, as zipfile does with the directory of an archive."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.seek = stream.seek
        self.tell = stream.tell
        self.seekable = stream.seekable

    def read(self, size: int = -1, /) -> bytes:
        if size > MAX_DIRECTORY_BYTES:
            raise zipfile.BadZipFile(f"a directory of {size:,} bytes")
        return self._stream.read(size)


def _is_hidden(name: str) -> bool:
    # ".." in an archive is no name, and harmless: members are read in memory.
    return (name.startswith(".") and name != "..") or name == "__MACOSX"


def _may_be_log(name: str) -> bool:
    suffix = os.path.splitext(name)[1].lower()
    return not _is_hidden(name) and (not suffix or suffix in SUFFIXES)


def _is_plain(path: str) -> bool:
    # A link that leads nowhere counts: opening it gives the error to report. Pipes and devices do not.
    return os.path.isfile(path) or not os.path.exists(path)


def _looks_like_log(head: bytes) -> bool:
    return head.startswith((_GZIP, *_ZIP, *_MARKS)) or first_character(head) in {"{", "[", "<"}


def _file_looks_like_log(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return _looks_like_log(file.read(_SNIFFED_BYTES))
    except OSError:
        return False


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return printable(error.strerror)
    return printable(str(error) or type(error).__name__)
