"""Where a dataset lies: in a folder of this machine, or on any filesystem that fsspec knows.

The two differ in how a file comes into being. In a folder it is written under a temporary name, synced and renamed, and
a lock keeps a second writer out. An object store has neither renaming nor locks; there a file is written on this
machine and uploaded, and an object is there entirely or not at all. What must not be written twice (the mark of the
dataset, the manifest of a batch) is created on condition that it is not there, and all other files have names that no
other writer uses: of two writers one is refused its manifest, and nothing it wrote is ever read.
"""

from __future__ import annotations

import os
import secrets
import tempfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow.dataset as pads
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from innolog.store.errors import DatasetError
from innolog.support.remote import clear_errors, filesystem, is_url, local_path

LOCK = ".lock"
_CHUNK_BYTES = 1 << 20


class Place(ABC):
    """A folder for the files of a dataset. Names of files are relative to it, with slashes.

    All methods may raise :class:`OSError`.
    """

    #: The folder, for messages.
    name: str
    #: A pyarrow filesystem on which :meth:`path` is.
    arrow: Any
    #: What this writer's files of rows have in their names, so that no other one writes the same.
    token: str

    @abstractmethod
    def path(self, name: str) -> str:
        """The absolute path of a file."""

    @abstractmethod
    def sizes(self) -> dict[str, int]:
        """All files there are, with their sizes in bytes. Links are left out: they could lead anywhere."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is such a folder, as far as the filesystem knows folders."""

    @abstractmethod
    def read(self, names: Sequence[str], limit: int) -> Iterator[bytes]:
        """The first ``limit`` bytes of each file."""

    @abstractmethod
    def crc32(self, name: str) -> str:
        """The checksum of a file as :func:`crc32_of` has it."""

    @abstractmethod
    def create(self, name: str, content: bytes) -> None:
        """Make a small file, entirely or not at all; where two could, FileExistsError for the second."""

    @abstractmethod
    def stage(self, name: str) -> Path:
        """Where on this machine to write a file that :meth:`publish` will make one of this place."""

    @abstractmethod
    def publish(self, name: str) -> None:
        """Make a staged file appear under its name, entirely or not at all."""

    @abstractmethod
    def remove(self, names: Iterable[str]) -> None:
        """Remove files; those that are gone are gone."""

    @abstractmethod
    def prepare(self) -> None:
        """Make the folder."""

    @abstractmethod
    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other writers out, where that is possible. Raises :class:`DatasetError` if there is one."""

    def parquet(self, name: str) -> pq.ParquetFile:
        """A Parquet file, which the caller closes."""
        return pq.ParquetFile(self.path(name), filesystem=self.arrow)

    def scan(self, names: Sequence[str], schema: Any) -> pads.Dataset:
        """Parquet files as one Arrow dataset."""
        paths = [self.path(name) for name in names]
        return pads.dataset(paths, schema=schema, format="parquet", filesystem=self.arrow, partitioning=None)


def place_of(path: str | Path) -> Place:
    """The place that a path or URL means.

    Raises :class:`DatasetError` for a URL whose filesystem is not to be had.
    """
    if not is_url(path):
        return Folder(Path(path))
    folder = local_path(str(path))
    if folder is not None:
        return Folder(folder)
    try:
        return Bucket(str(path))
    except OSError as error:
        raise DatasetError(str(error)) from error


def crc32_of(file: BinaryIO) -> str:
    """The CRC-32 of what is left of a file, in hexadecimal. It finds accidents, and nobody's intent."""
    checksum = 0
    while chunk := file.read(_CHUNK_BYTES):
        checksum = zlib.crc32(chunk, checksum)
    return f"{checksum:08x}"


def temporary(path: Path) -> Path:
    """The name under which a file is written before it is complete."""
    return path.with_name(f".{path.name}.tmp")


class Folder(Place):
    """A folder of this machine. What each method promises is said in :class:`Place`."""

    token = ""

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self.folder = folder
        self._root = folder.resolve()
        self.arrow = pafs.LocalFileSystem()

    def path(self, name: str) -> str:
        return str(self._root / name)

    def exists(self) -> bool:
        return self.folder.is_dir()

    def sizes(self) -> dict[str, int]:
        found = {}
        for top, _, names in os.walk(self._root):
            for name in names:
                file = Path(top, name)
                if file.is_file() and not file.is_symlink():
                    found[file.relative_to(self._root).as_posix()] = file.stat().st_size
        return found

    def read(self, names: Sequence[str], limit: int) -> Iterator[bytes]:
        for name in names:
            with (self._root / name).open("rb") as file:
                yield file.read(limit)

    def crc32(self, name: str) -> str:
        with (self._root / name).open("rb") as file:
            return crc32_of(file)

    def create(self, name: str, content: bytes) -> None:
        self.stage(name).write_bytes(content)
        self.publish(name)

    def stage(self, name: str) -> Path:
        staged = temporary(self._root / name)
        staged.parent.mkdir(parents=True, exist_ok=True)
        return staged

    def publish(self, name: str) -> None:
        final = self._root / name
        staged = temporary(final)
        with staged.open("rb") as file:
            # Also after a power failure.
            os.fsync(file.fileno())
        staged.replace(final)
        # And the name, before anything that relies on it.
        _sync_folder(final.parent)

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            (self._root / name).unlink(missing_ok=True)

    def prepare(self) -> None:
        self._root.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        try:
            import fcntl
        except ImportError:
            # The system has no such locks.
            yield
            return
        # The lock ends with the process, however that ends.
        descriptor = os.open(self._root / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise DatasetError(f"{self.name}: another process is writing to this dataset") from error
            yield
        finally:
            os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        # A system on which folders can't be opened.
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Bucket(Place):
    """A folder on a filesystem of fsspec."""

    def __init__(self, url: str) -> None:
        self.name = url
        self._fs, self._root = filesystem(url)
        self.arrow = pafs.PyFileSystem(pafs.FSSpecHandler(self._fs))
        self.token = f"-{secrets.token_hex(4)}"
        self._stage = tempfile.TemporaryDirectory(prefix="innolog-")

    def path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def exists(self) -> bool:
        return bool(self.sizes())

    def sizes(self) -> dict[str, int]:
        with clear_errors(self.name):
            self._fs.invalidate_cache()
            found = self._fs.find(self._root, detail=True)
        start = len(self._root) + 1
        return {path[start:]: int(entry["size"]) for path, entry in found.items() if entry["type"] == "file"}

    def read(self, names: Sequence[str], limit: int) -> Iterator[bytes]:
        with clear_errors(self.name):
            # All at once: each alone would wait for its answer.
            found = self._fs.cat([self.path(name) for name in names]) if names else {}
        for name in names:
            content: bytes = found[self.path(name)] if isinstance(found, dict) else found
            yield content[:limit]

    def crc32(self, name: str) -> str:
        with clear_errors(self.name), self._fs.open(self.path(name), "rb") as file:
            return crc32_of(file)

    def create(self, name: str, content: bytes) -> None:
        with clear_errors(self.name):
            self._fs.pipe_file(self.path(name), content, mode="create")

    def stage(self, name: str) -> Path:
        staged = Path(self._stage.name, name)
        staged.parent.mkdir(parents=True, exist_ok=True)
        return staged

    def publish(self, name: str) -> None:
        staged = self.stage(name)
        with clear_errors(self.name):
            self._fs.put_file(str(staged), self.path(name))
        staged.unlink()

    def remove(self, names: Iterable[str]) -> None:
        paths = [self.path(name) for name in names]
        with clear_errors(self.name):
            for path in paths:
                try:
                    self._fs.rm_file(path)
                except FileNotFoundError:
                    continue

    def prepare(self) -> None:
        """An object store has no folders."""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Two writers are told apart when the second one wants to make its batch visible."""
        yield
