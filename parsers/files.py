"""Read the bytes of single logs from paths of all kinds: lazily, with size limits, and without writing anything.

:mod:`parsers.finding` finds the files of a path. Zip and gzip files are recognized by their first bytes and opened,
even if one is inside the other. Of a single-file page the page is read (:mod:`parsers.mhtml`).
"""

from __future__ import annotations

import io
import struct
import sys
import zlib
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from innolog.log import UnreadableLog
from innolog.support.errors import InnologError
from innolog.support.remote import clear_errors, filesystem, is_url
from parsers.finding import (
    GZIP,
    STDIN,
    ZIP,
    Companions,
    Fits,
    NothingFound,
    beside,
    find,
    is_hidden,
    is_part,
    looks_like_log,
    may_be_log,
    may_be_part,
    reason,
)
from parsers.mhtml import is_saved_whole, page_in
from parsers.text import CUT, printable

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

    from parsers.lines.templates import Table

#: Maximum size of a log in bytes, decompressed. The largest known export (four players, all sets) has 4.5 MB. Hostile
#: JSON may take thirty times its size in memory, and 500 MB should be enough for any log.
MAX_LOG_BYTES = 16 * 1024 * 1024
#: A saved page may be this many times as large, because it contains pictures and scripts. It needs only a few times its
#: size in memory.
PAGE_FACTOR = 4

#: Maximum size in bytes of the directory of a zip archive, which is read as a whole. This allows some 300,000 members.
MAX_DIRECTORY_BYTES = 32 * 1024 * 1024

#: Maximum depth of archives inside archives.
MAX_NESTING = 2

#: Maximum depth of a file within the folder of a page. Browsers write all into the folder, or those of frames below it.
_MOST_INSIDE = 3

#: Number of bytes of a remote file that are fetched at once.
_BLOCK_BYTES = 4 * 1024 * 1024
_CHUNK_BYTES = 1024 * 1024

#: All exceptions that the archive modules of the standard library raise for damaged archives, except those of zipfile.
#: The modules are imported only for an archive.
_DAMAGED = (zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


class Blob(NamedTuple):
    """The bytes of one log. ``name`` is its path; for a member of an archive ``dir/game.zip!inner/raw.json``.

    ``templates`` are wordings for reading it, in addition to the built-in ones. ``addresses`` are those of a page that
    stand outside of its bytes, in a single-file page.
    """

    name: str
    data: bytes
    templates: Table | None = None
    addresses: tuple[str, ...] = ()


#: A log for any process: a file for it to open, the bytes, or the reason why there are none.
Input: TypeAlias = str | Blob | UnreadableLog


def iter_blobs(
    paths: Iterable[str | Path],
    *,
    limit: int = MAX_LOG_BYTES,
    companions: Companions | None = None,
    fits: Fits = bool,
) -> Iterator[Blob | UnreadableLog]:
    """The logs at ``paths``, in the order given, sorted within a folder, pattern or archive.

    :func:`parsers.finding.find` documents the kinds of path, and which files of a folder or an archive are read.

    For an input that cannot be read (missing, forbidden, damaged, a folder without logs, larger than ``limit`` bytes
    or, for a page, :data:`PAGE_FACTOR` times that), an :class:`UnreadableLog` value is yielded, and reading continues.
    A log is read on demand and not kept.
    """
    reader = _Reader(limit, companions or {}, fits)
    for found in find(paths, companions, fits=fits):
        yield from [found] if isinstance(found, NothingFound) else reader.file(found)


def read_file(path: str) -> Blob | UnreadableLog | None:
    """The single log in a file that :func:`parsers.finding.find` found, possibly in another process.

    None if the file cannot be opened here, or is an archive that may contain several logs.
    """
    return next(_Single(MAX_LOG_BYTES, {}, bool).file(path), None)


def open_file(path: str, *, companions: Companions, fits: Fits) -> Iterator[Blob | UnreadableLog]:
    """All logs in a file that :func:`parsers.finding.find` found; ``companions`` and ``fits`` are as in that."""
    yield from _Reader(MAX_LOG_BYTES, companions, fits).file(path)


def _too_large(name: str, limit: int) -> UnreadableLog:
    return UnreadableLog(name, f"byte {limit}", f"a log of at most {limit:,} bytes", "more")


class _Source(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Reader:
    def __init__(self, limit: int, companions: Companions, fits: Fits) -> None:
        self.limit = limit
        self.companions = companions
        self.fits = fits

    def file(self, path: str) -> Iterator[Blob | UnreadableLog]:
        try:
            with self.opened(path) as file:
                yield from self.stream(printable(path), file)
        except OSError as error:
            yield from self.closed(path, error)

    def closed(self, path: str, error: OSError) -> Iterator[Blob | UnreadableLog]:
        yield UnreadableLog(printable(path), "", "a readable file", reason(error))

    @contextmanager
    def opened(self, path: str) -> Iterator[IO[bytes]]:
        if path == STDIN:
            yield sys.stdin.buffer
        elif is_url(path):
            with clear_errors(path):
                there, name = filesystem(path)
                with there.open(name, "rb", block_size=_BLOCK_BYTES) as file:
                    yield file
        else:
            with open(path, "rb") as file:
                yield file

    def stream(self, name: str, stream: IO[bytes]) -> Iterator[Blob | UnreadableLog]:
        if stream.seekable():
            yield from self.unpack(name, stream, 0)
        else:
            data = self.read(name, stream)
            yield from [data] if isinstance(data, UnreadableLog) else self.unpack(name, io.BytesIO(data), 0)

    def read(self, name: str, stream: _Source) -> bytes | UnreadableLog:
        chunks: list[bytes] = []
        size, limit = 0, self.limit
        while size <= limit:
            chunk = stream.read(_CHUNK_BYTES)
            if not chunk:
                return b"".join(chunks)
            if not chunks and (chunk.removeprefix(BOM_UTF8).lstrip().startswith(b"<") or is_saved_whole(chunk)):
                limit *= PAGE_FACTOR
            chunks.append(chunk)
            size += len(chunk)
        return _too_large(name, limit)

    def unpack(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        head = stream.read(4)
        stream.seek(0)
        if not head.startswith((GZIP, *ZIP)):
            data = self.read(name, stream)
            yield data if isinstance(data, UnreadableLog) else self.page(name, data)
        elif nesting == MAX_NESTING:
            yield UnreadableLog(name, "", f"archives nested at most {MAX_NESTING} deep", "another one inside")
        elif head.startswith(GZIP):
            yield from self.gunzip(name, stream, nesting)
        else:
            yield from self.unzip(name, stream, nesting)

    def page(self, name: str, data: bytes) -> Blob | UnreadableLog:
        if not is_saved_whole(data):
            return Blob(name, data)
        try:
            page, addresses = page_in(name, data)
        except UnreadableLog as error:
            return error
        limit = PAGE_FACTOR * self.limit
        return Blob(name, page, addresses=addresses) if len(page) <= limit else _too_large(name, limit)

    def gunzip(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        import gzip

        try:
            with gzip.GzipFile(fileobj=stream, mode="rb") as file:
                data = self.read(name, file)
        except _DAMAGED as error:
            # The library takes what follows the data for more of it.
            follows = isinstance(error, gzip.BadGzipFile) and "Not a gzipped file" in str(error)
            found = CUT if isinstance(error, EOFError) else "other bytes after its end" if follows else reason(error)
            data = UnreadableLog(name, f"byte {stream.tell()}", "intact gzip data", found)
        yield from [data] if isinstance(data, UnreadableLog) else self.unpack(name, io.BytesIO(data), nesting + 1)

    def unzip(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        from zipfile import BadZipFile, ZipFile

        try:
            archive = ZipFile(_Bounded(stream))
        except _LargeDirectory as error:
            yield UnreadableLog(
                name, "", f"a zip archive with a directory of {MAX_DIRECTORY_BYTES >> 20} MB", str(error)
            )
            return
        except (BadZipFile, *_DAMAGED) as error:
            # The list of members is at the end of an archive, and the sign of one is at the start.
            cut = isinstance(error, BadZipFile) and "not a zip file" in str(error)
            yield UnreadableLog(name, "", "an intact zip archive", CUT if cut else reason(error))
            return
        # Members that share their bytes can make a small archive arbitrarily large.
        if sum(info.compress_size for info in archive.infolist()) > stream.seek(0, io.SEEK_END):
            yield UnreadableLog(name, "", "a zip archive whose members do not overlap", "overlapping members")
            return
        skipped, parts = self.left_out(archive)
        empty = True
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            member = PurePosixPath(info.filename)
            # ZipInfo.is_dir raises IndexError for a member without a name.
            if info.filename.endswith("/") or any(map(is_hidden, member.parts)) or not may_be_log(member.name):
                continue
            if member.name in skipped[member.parent]:
                continue
            label = f"{name}!{printable(info.filename)}"
            data = self.member(label, archive, info)
            if isinstance(data, bytes):
                if not member.suffix and not looks_like_log(data):
                    continue
                if not parts.isdisjoint(member.parents[:_MOST_INSIDE]) and is_part(data, self.fits):
                    continue
            empty = False
            yield from [data] if isinstance(data, UnreadableLog) else self.unpack(label, io.BytesIO(data), nesting + 1)
        if empty:
            yield UnreadableLog(name, "", "an archive with logs", "none in it")

    def left_out(self, archive: ZipFile) -> tuple[dict[PurePosixPath, set[str]], set[PurePosixPath]]:
        """The files in each folder of an archive that repeat another one, and folders that may be parts of pages."""
        members = {PurePosixPath(info.filename) for info in archive.infolist()}
        folders: defaultdict[PurePosixPath, set[str]] = defaultdict(set)
        for member in members:
            folders[member.parent].add(member.name)
        above = {folder for member in members for folder in member.parents[:_MOST_INSIDE]}
        parts = {folder for folder in above if may_be_part(folder.name, folders.get(folder.parent, ()))}
        return {folder: beside(names, self.companions) for folder, names in folders.items()}, parts

    def member(self, name: str, archive: ZipFile, info: ZipInfo) -> bytes | UnreadableLog:
        from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile

        if info.flag_bits & 1:
            return UnreadableLog(name, "", "a member without password", "an encrypted one")
        # The decompressors of the other methods have no size limit.
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            return UnreadableLog(name, "", "a stored or deflated member", f"compression method {info.compress_type}")
        if info.file_size > PAGE_FACTOR * self.limit:
            return _too_large(name, self.limit)
        try:
            with archive.open(info) as file:
                return self.read(name, file)
        except (BadZipFile, *_DAMAGED) as error:
            return UnreadableLog(name, "", "an intact member of a zip archive", reason(error))


class _Single(_Reader):
    """Reads files that contain one log each, and skips all others."""

    def closed(self, path: str, error: OSError) -> Iterator[Blob | UnreadableLog]:
        yield from ()

    def unzip(self, name: str, stream: IO[bytes], nesting: int) -> Iterator[Blob | UnreadableLog]:
        yield from ()


class _LargeDirectory(InnologError, ValueError):
    """The directory of an archive is too large."""


class _Bounded:
    """A stream that refuses to read very much at once, which zipfile does for the directory of an archive."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.seek = stream.seek
        self.tell = stream.tell
        self.seekable = stream.seekable

    def read(self, size: int = -1, /) -> bytes:
        if size > MAX_DIRECTORY_BYTES:
            raise _LargeDirectory(f"one of {size >> 20} MB, so with very many members")
        return self._stream.read(size)
