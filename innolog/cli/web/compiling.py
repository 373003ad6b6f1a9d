"""Have the Python of the site compiled ahead of time, by Node.js (:mod:`innolog.cli.web.bytecode`)."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from importlib.resources import as_file
from importlib.resources import files as resources
from pathlib import Path
from tempfile import TemporaryDirectory

from innolog.support.errors import InnologError

#: What is compiled: the packages of the site, and the standard library.
ARCHIVE, LIBRARY = "python.zip", "pyodide/python_stdlib.zip"
#: Seconds.
_PATIENCE = 1200


class NotCompiled(InnologError):
    """The site could not be compiled. ``str()`` is one line."""


def compiled(site: Mapping[str, bytes], example: str, node: str) -> dict[str, bytes]:
    """The files of a site that have bytecode.

    ``example`` is the path of a log among them, and ``node`` the program. Raises :class:`NotCompiled` if it fails.
    """
    program = resources("innolog.cli.web") / "compile.mjs"
    with TemporaryDirectory() as name, as_file(program) as path:
        folder = Path(name)
        for each, content in site.items():
            (folder / each).parent.mkdir(exist_ok=True)
            (folder / each).write_bytes(content)
        try:
            subprocess.run(
                [node, path, folder, example, ARCHIVE],
                check=True,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
            )
            return {each: (folder / each).read_bytes() for each in (ARCHIVE, LIBRARY)}
        except subprocess.CalledProcessError as error:
            # Node.js prints where an error was, then the error, its stack, and its own version.
            said = [line for line in error.stderr.splitlines() if "Error" in line]
            raise NotCompiled(said[0] if said else str(error)) from None
        except (OSError, subprocess.SubprocessError) as error:
            raise NotCompiled(str(error)) from None
