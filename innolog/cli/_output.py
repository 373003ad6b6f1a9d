"""Write the output file of a command."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.support.exits import USAGE

#: The option of commands whose answer is text for people, or one JSON object.
json_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Text, or JSON."
)

#: The option for a folder with several files to write.
folder_option = click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False),
    help="The folder to write; created if it does not exist.",
)
#: The option for the file of one game to write; None is standard output.
game_option = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write.  [default: standard output]",
)


def output_option(about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option for one file to write, which is standard output by default."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=False, allow_dash=True),
        default="-",
        show_default="standard output",
        help=about,
    )


def write_output(output: str, content: bytes) -> None:
    """Write a file with :func:`write_file` and report it on stderr."""
    write_file(Path(output), content)
    told(f"wrote {click.format_filename(output)}")


def write_file(output: Path, content: bytes) -> None:
    """Write a file atomically, or to standard output if its name is ``-``.

    If it cannot be written, print one line to stderr and exit with 2.
    """
    if str(output) == "-":
        click.echo(content, nl=False)
        return
    with writing(output):
        _replace(output, content)


def check_folder(output: Path, ours: str) -> None:
    """Refuse a folder with other things in it than an earlier run of the command wrote, with one line and exit code 2.

    ``ours`` is a pattern of the names that the command writes. Hidden files count for nothing.
    """
    if not output.is_dir():
        return
    others = (each.name for each in output.iterdir() if not each.name.startswith("."))
    other = min((name for name in others if re.fullmatch(ours, name) is None), default=None)
    if other is not None:
        fail(f"{output}: the folder has other files ({other}); give a new one, or one that this command wrote", USAGE)


@contextmanager
def writing(output: Path) -> Iterator[None]:
    """Turn an ``OSError`` in the block into one line about ``output`` on stderr and exit code 2."""
    try:
        yield
    except OSError as error:
        fail(f"{output}: {error.strerror or error}", USAGE)


def _replace(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():
        # A pipe or device cannot be replaced, only written to.
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
