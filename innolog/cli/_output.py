"""Writing the one file that a command is asked for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from innolog.cli._one import USAGE, fail


def write_output(output: str, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it, and say so; if it can't be written, exit with 2."""
    try:
        _replace(Path(output), content)
    except OSError as error:
        fail(f"{output}: {error.strerror or error}", USAGE)
    click.echo(f"wrote {click.format_filename(output)}", err=True)


def _replace(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():
        # A pipe or device can't be replaced, only written to.
        path.write_bytes(content)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
