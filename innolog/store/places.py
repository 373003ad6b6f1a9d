"""The place of a dataset: a local folder, or any filesystem that fsspec supports.

The two differ in how files are created. In a local folder, a file is written under a temporary name, synced and
renamed, and a lock keeps a second writer out, if the system has locks. An object store has neither renaming nor locks.
There a file is written locally and then uploaded, so that an object exists completely or not at all. Files that must
not be written twice (the marker of the dataset, the manifest of a batch) are created only if they do not exist. Without
a lock, all other files have names that no other writer uses. If there are two writers, one of them cannot create its
manifest, and nothing it wrote is ever read.
"""

from __future__ import annotations

import errno
import os
import secrets
import tempfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow.dataset as pads
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from innolog.store.errors import DatasetError
from innolog.support.remote import clear_errors, filesystem, is_url, local_path

LOCK = ".lock"
_CHUNK_BYTES = 1 << 20


class Storage(ABC):
    """A folder for the files of a dataset. File names are relative to it, with slashes.

    All methods may raise :class:`OSError`.
    """

    #: The name of the folder for messages.
    name: str
    #: The pyarrow filesystem to which :meth:`path` belongs.
    arrow: Any
    #: The token in the names of this writer's files, so that no other writer uses the same names.
    token: str

    @abstractmethod
    def path(self, name: str) -> str:
        """The absolute path of a file."""

    @abstractmethod
    def sizes(self) -> dict[str, int]:
        """All files with their sizes in bytes. Links are left out, because they could point anywhere."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether the folder exists, if the filesystem has folders."""

    @abstractmethod
    def read(self, names: Sequence[str], limit: int) -> Iterator[bytes]:
        """The first ``limit`` bytes of each file."""

    @abstractmethod
    def crc32(self, name: str) -> str:
        """The checksum of a file, computed by :func:`crc32_of`."""

    @abstractmethod
    def create(self, name: str, content: bytes) -> None:
        """Create a small file atomically. Raises FileExistsError if it already exists."""

    @abstractmethod
    def stage(self, name: str) -> Path:
        """The local path for writing a file that :meth:`publish` will then move to this place."""

    @abstractmethod
    def publish(self, name: str) -> None:
        """Publish a staged file under its name, atomically."""

    @abstractmethod
    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they exist."""

    @abstractmethod
    def prepare(self) -> None:
        """Create the folder."""

    @abstractmethod
    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock out other writers, if that is possible. Raises :class:`DatasetError` if there is another writer."""

    def parquet(self, name: str) -> pq.ParquetFile:
        """Open a Parquet file; the caller must close it."""
        return pq.ParquetFile(self.path(name), filesystem=self.arrow)

    def scan(self, names: Sequence[str], schema: Any) -> pads.Dataset:
        """Parquet files as one Arrow dataset."""
        paths = [self.path(name) for name in names]
        return pads.dataset(paths, schema=schema, format="parquet", filesystem=self.arrow, partitioning=None)


def storage_of(path: str | Path) -> Storage:
    """The place for a path or URL.

    Raises :class:`DatasetError` for a URL whose filesystem is not available.
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
    """The CRC-32 of the rest of a file, in hexadecimal. It detects accidental damage, not manipulation."""
    checksum = 0
    while chunk := file.read(_CHUNK_BYTES):
        checksum = zlib.crc32(chunk, checksum)
    return f"{checksum:08x}"


def temporary(path: Path, token: str = "") -> Path:
    """The temporary name of a file that is not complete yet. ``token``: that of its writer, if its name has none."""
    return path.with_name(f".{path.name}{token}.tmp")


def new_token() -> str:
    """A token in the names of the files of one writer."""
    return f"-{secrets.token_hex(4)}"


class Folder(Storage):
    """A local folder. :class:`Storage` documents the methods."""

    def __init__(self, folder: Path) -> None:
        self.token = ""
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
        final = self._root / name
        staged = temporary(final, self.token)
        staged.parent.mkdir(parents=True, exist_ok=True)
        # A killed writer may have left it as another name of the final file.
        staged.unlink(missing_ok=True)
        try:
            staged.write_bytes(content)
            _move(staged, final, _rename_new)
        finally:
            staged.unlink(missing_ok=True)

    def stage(self, name: str) -> Path:
        staged = temporary(self._root / name)
        staged.parent.mkdir(parents=True, exist_ok=True)
        return staged

    def publish(self, name: str) -> None:
        final = self._root / name
        _move(temporary(final), final, os.replace)

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
            self.token = new_token()
            yield
            return
        # The lock is released when the process ends, in whatever way.
        descriptor = os.open(self._root / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise DatasetError(f"{self.name}: another process is writing to this dataset") from error
            yield
        finally:
            os.close(descriptor)


def _move(staged: Path, final: Path, rename: Callable[[Path, Path], None]) -> None:
    with staged.open("rb") as file:
        # Also after a power failure.
        os.fsync(file.fileno())
    rename(staged, final)
    # And the name, before anything that relies on it.
    _sync_folder(final.parent)


def _rename_new(staged: Path, final: Path) -> None:
    """Give a complete file another name. Raises FileExistsError if there is a file of that name."""
    try:
        os.link(staged, final)
    except FileExistsError:
        raise
    except OSError:
        # Some filesystems have no links.
        if final.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(final)) from None
        staged.replace(final)


def _sync_folder(folder: Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        # On some systems folders cannot be opened.
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Bucket(Storage):
    """A folder on an fsspec filesystem."""

    def __init__(self, url: str) -> None:
        self.name = url
        self._fs, self._root = filesystem(url)
        self.arrow = pafs.PyFileSystem(pafs.FSSpecHandler(self._fs))
        self.token = new_token()
        #: The local folder of staged files, while this writer has the lock.
        self._staging: Path

    def path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def exists(self) -> bool:
        return bool(self.sizes())

    def sizes(self) -> dict[str, int]:
        with clear_errors(self.name):
            self._fs.invalidate_cache()
            try:
                found = self._fs.find(self._root, detail=True)
            except FileNotFoundError:
                # There is no such bucket.
                return {}
        start = len(self._root) + 1
        return {path[start:]: int(entry["size"]) for path, entry in found.items() if entry["type"] == "file"}

    def read(self, names: Sequence[str], limit: int) -> Iterator[bytes]:
        with clear_errors(self.name):
            # All at once, because each single request would wait for its response.
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
        staged = self._staging / name
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
                with suppress(FileNotFoundError):
                    self._fs.rm_file(path)

    def prepare(self) -> None:
        """An object store has no folders."""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """A second writer is detected only when it tries to publish its batch."""
        with tempfile.TemporaryDirectory(prefix="innolog-") as folder:
            self._staging = Path(folder)
            yield
