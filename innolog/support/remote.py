"""Remote files: URLs such as ``s3://bucket/logs``, opened with fsspec's filesystem for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from innolog.support.errors import InnologError

#: Two letters at least: ``c://`` is a path of Windows.
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*::)*([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
#: innolog reads files; it does not fetch pages from sites.
_WEB = frozenset({"http", "https", "ftp", "github", "webhdfs+http"})


class RemoteError(InnologError, OSError):
    """A URL that can't be read or written. ``str()`` is one line."""


def is_url(path: str | Path) -> bool:
    """Whether a path is a URL and not a file of this machine. ``file://`` is one, too; see :func:`local_path`."""
    return isinstance(path, str) and _URL.match(path) is not None


def local_path(url: str) -> Path | None:
    """The path of this machine that a ``file://`` URL stands for; None for any other URL."""
    if not url.lower().startswith("file://"):
        return None
    # These take long to load.
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return Path(url2pathname(urlsplit(url).path))


def filesystem(url: str) -> tuple[Any, str]:
    """The fsspec filesystem of a URL, and the path on it without a slash at the end.

    Credentials and endpoints are the filesystem's own business: environment variables or fsspec's configuration files.

    Raises :class:`RemoteError` for a URL of a web site or of a chain of filesystems, if a package is missing, and if
    the filesystem can't be set up.
    """
    match = _URL.match(url)
    if match is None or "::" in url or match[1].lower() in _WEB:
        raise RemoteError(f"{url}: not a URL of a filesystem such as s3:// or gs://")
    try:
        import fsspec
    except ImportError as error:
        raise RemoteError(f"{url}: this URL needs the package fsspec: pip install 'innolog[remote]'") from error
    with clear_errors(url):
        found, path = fsspec.url_to_fs(url)
        # Other processes may write, so listings are not cached.
        found.invalidate_cache()
    return found, str(path).rstrip("/")


@contextmanager
def clear_errors(url: str) -> Iterator[None]:
    """Turn every error of a filesystem that is no OSError into a :class:`RemoteError`; each has errors of its own."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        lines = str(error).splitlines()
        raise RemoteError(f"{url}: {lines[0] if lines else type(error).__name__}") from error
