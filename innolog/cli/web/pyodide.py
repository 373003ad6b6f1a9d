"""Python for the browser: which files of Pyodide the site has, and where they come from."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from innolog.support.errors import InnologError

#: The package of the npm registry. A new version needs the hashes below, and the tests in a browser.
PACKAGE, VERSION = "pyodide", "314.0.7"
#: SHA-256 of each file that the site needs.
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
#: Seconds.
_PATIENCE = 300


class NoPyodide(InnologError):
    """Pyodide is not available or not the pinned version. ``str()`` is one line."""


def files(given: Path | None) -> dict[str, bytes]:
    """The files of Pyodide: from a tarball or folder of the npm package, or else from the registry by ``npm pack``.

    Raises :class:`NoPyodide` if they cannot be had, or if one of them does not have the pinned hash.
    """
    if given is None:
        with TemporaryDirectory() as folder:
            found = _in_tarball(_packed(Path(folder)))
    elif given.is_dir():
        found = {name: (given / name).read_bytes() for name in FILES if (given / name).is_file()}
    else:
        found = _in_tarball(given)
    for name, digest in FILES.items():
        if name not in found:
            raise NoPyodide(f"{given or PACKAGE}: no {name} in it; it is not the package {PACKAGE} {VERSION} of npm")
        if hashlib.sha256(found[name]).hexdigest() != digest:
            raise NoPyodide(f"{given or PACKAGE}: {name} is not the one of {PACKAGE} {VERSION}, or it is damaged")
    return found


def _packed(folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NoPyodide(
            f"npm is not installed. It fetches Python for the browser; or give --pyodide the file that "
            f"`npm pack {PACKAGE}@{VERSION}` writes elsewhere"
        )
    command = [npm, "pack", "--silent", "--ignore-scripts", f"{PACKAGE}@{VERSION}"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=_PATIENCE)
        return next(folder.glob("*.tgz"))
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        raise NoPyodide(f"npm could not fetch {PACKAGE} {VERSION}: {error}") from None


def _in_tarball(path: Path) -> dict[str, bytes]:
    """Only what is wanted is read, and nothing is written."""
    found = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                found[name] = member.read()
    except (tarfile.TarError, KeyError, EOFError, OSError) as error:
        raise NoPyodide(f"{path}: not the package {PACKAGE} {VERSION} of npm ({error})") from None
    return found
