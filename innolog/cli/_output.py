"""Write the output file of a command."""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import click

from innolog.cli._manners import told
from innolog.cli._one import fail
from innolog.support.exits import USAGE
from innolog.support.remote import is_url, local_path
from parsers import may_read
from parsers.finding import STDIN


class OutputPath(click.Path):
    """A file or folder that a command writes. One that cannot be written ends the command before its work.

    ``in_place`` is as for :func:`check_file`.
    """

    def __init__(self, *, folder: bool = False, in_place: bool = False, path_type: type[Path] | None = None) -> None:
        super().__init__(file_okay=not folder, dir_okay=folder, allow_dash=not folder, path_type=path_type)
        self._in_place = in_place

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path as :class:`click.Path` gives it."""
        found = super().convert(value, param, ctx)
        # A line that is being completed writes nothing.
        if ctx is None or not ctx.resilient_parsing:
            path = Path(os.fsdecode(found))
            if self.dir_okay:
                _check_folder(path)
            else:
                check_file(path, in_place=self._in_place)
        return found


#: The option of commands whose answer is text for people, or one JSON object.
json_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Text, or JSON."
)

#: The option for a folder with several files to write.
folder_option = click.option(
    "-o",
    "--output",
    required=True,
    type=OutputPath(folder=True),
    help="The folder to write; created if it does not exist.",
)
#: The option for the file of one game to write; None is standard output.
game_option = click.option(
    "-o",
    "--output",
    type=OutputPath(path_type=Path),
    help="The file to write.  [default: standard output]",
)


def output_option(about: str, *, in_place: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option for one file to write, which is standard output by default. ``in_place``: see :func:`check_file`."""
    return click.option(
        "-o",
        "--output",
        type=OutputPath(in_place=in_place),
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
    with writing(output), replacing(output) as file:
        file.write(content)


def check_file(output: Path, *, in_place: bool = False) -> None:
    """Refuse a file that cannot be written, with one line and exit code 2, and leave it as it is. `-` is no file.

    ``in_place``: it will be opened itself, and not be replaced with :func:`replacing`.
    """
    if str(output) == "-":
        return
    with writing(output):
        if not output.exists() or (output.is_file() and not in_place):
            _make_nameless(Path(os.path.realpath(output)).parent)
        elif output.is_file() or output.is_dir():
            # A pipe would wait for its reader.
            output.open("ab").close()


def _check_folder(output: Path) -> None:
    """Refuse a folder in which nothing can be written, or that cannot be created, as :func:`check_file` does."""
    with writing(output):
        # A link to nothing is no place for a folder.
        _make_nameless(next(place for place in (output, *output.absolute().parents) if os.path.lexists(place)))


def _make_nameless(folder: Path) -> None:
    """Create a file in a folder and remove it. Permissions alone do not say whether that is possible."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def check_inputs(paths: Iterable[str], *outputs: str | Path) -> None:
    """Refuse an output that is one of the logs to read or another output, with one line and exit code 2.

    It would be emptied before it is read, or be read as a log while it is written. ``paths`` are as for
    :func:`parsers.read_logs`.
    """
    files: dict[str, str] = {}
    for output in [str(each) for each in outputs if str(each) != "-"]:
        if os.path.realpath(output) in files:
            fail(f"{output}: two outputs cannot be written to one file", USAGE)
        files[os.path.realpath(output)] = output
    # A file of this machine is in no other place.
    here = [path for path in paths if path != STDIN and (not is_url(path) or local_path(path))] if files else []
    with ExitStack() as stack:
        for file in files:
            stack.enter_context(_existing(file))
        for found in may_read(here):
            if (name := next((files[file] for file in files if _same(found, file)), None)) is not None:
                fail(f"{name}: is among the logs to read; write to another file", USAGE)


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


@contextmanager
def _existing(file: str) -> Iterator[None]:
    """Let a file exist in the block, if it can be created: a search finds only what exists."""
    made = False
    # If it cannot be created, it exists, or the command cannot write it either.
    with suppress(OSError), open(file, "xb"):
        made = True
    try:
        yield
    finally:
        if made:
            os.unlink(file)


@contextmanager
def lines_to(output: str) -> Iterator[Callable[[str], None]]:
    """What prints each text at once, or writes it to a file as a line. Errors are those of :func:`writing`."""
    if output == "-":

        def show(text: str) -> None:
            click.echo(text)
            sys.stdout.flush()

        yield show
        return
    with writing(Path(output)):
        file = click.open_file(output, "w", encoding="utf-8", errors="replace")

    def write(text: str) -> None:
        with writing(Path(output)):
            file.write(f"{text}\n")

    try:
        yield write
    finally:
        with writing(Path(output)):
            file.close()


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


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, whose content replaces that of ``path`` at once if the block ends without an error.

    A link stays, and so do the permissions of a file that exists.
    """
    if path.exists() and not path.is_file():
        # A pipe or device cannot be replaced, only written to.
        with path.open("wb") as file:
            yield file
        return
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
