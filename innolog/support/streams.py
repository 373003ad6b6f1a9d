"""What a process of the command line writes to, and how the process ends if that can't be written.

Whoever reads the exit code must not take a full disk for an illegal log. So an error of standard output is an exception
of its own, which nothing between here and the command mistakes for an error of a file; errors of standard error are
ignored, because nobody could be told about them.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

#: Exit codes, see :mod:`innolog.cli`.
_NOT_WRITTEN = 2
_INTERRUPTED = 130
_BROKEN_PIPE = 141


class OutputLost(Exception):
    """Standard output can't be written. ``reason`` is None when whoever read it has stopped, which is no fault."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.reason = None if isinstance(error, BrokenPipeError) else _reason(error)


class _Output(io.FileIO):
    """A file descriptor that raises :class:`OutputLost` once, and takes everything after that."""

    lost = False

    def write(self, data: object, /) -> int:
        """Write some bytes."""
        if not self.lost:
            try:
                return super().write(data)  # type: ignore[arg-type]
            except OSError as error:
                self.lost = True
                raise OutputLost(error) from None
        return memoryview(data).nbytes  # type: ignore[arg-type]


class _Messages(io.FileIO):
    """A file descriptor whose errors nobody hears about."""

    def write(self, data: object, /) -> int:
        """Write some bytes, if that is possible."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return memoryview(data).nbytes  # type: ignore[arg-type]


def run(command: Callable[[], object]) -> None:
    """Run a command that writes to standard output and ends with :class:`SystemExit`; then exit.

    The exit code is the command's, 2 with one line on standard error if standard output can't be written (it is closed
    or full), and 141 without a word if nobody reads it any more.
    """
    for descriptor in range(3):
        _occupy(descriptor)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = _text(sys.stdout, _Output(1, "wb", closefd=False), "utf-8")
    sys.stderr = _text(sys.stderr, _Messages(2, "wb", closefd=False), "utf-8", line_by_line=True)
    try:
        try:
            command()
        finally:
            sys.stdout.flush()
    except OutputLost as lost:
        if lost.reason is None:
            sys.exit(_BROKEN_PIPE)
        print(f"standard output: {lost.reason}", file=sys.stderr)
        sys.exit(_NOT_WRITTEN)


def _leave(_signal: int, _frame: object) -> None:
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)


@contextmanager
def loading() -> Iterator[None]:
    """While libraries are loaded, let an interrupt end the process at once.

    Some of them swallow the exception that Python makes of it, and others leave a process behind that complains.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _reason(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def _occupy(descriptor: int) -> None:
    """Make sure that no file which is opened later takes the place of a standard stream that is closed.

    What takes the place can be read and not written: nobody wants an output that is lost without a word.
    """
    try:
        os.fstat(descriptor)
    except OSError:
        opened = os.open(os.devnull, os.O_RDONLY)
        if opened != descriptor:
            os.dup2(opened, descriptor)
            os.close(opened)


def _text(known: TextIO | None, raw: io.FileIO, encoding: str, *, line_by_line: bool = False) -> TextIO:
    """A text stream like the one Python made, on another raw file."""
    # What a terminal's encoding lacks is escaped: no name in a log may end a run.
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=known.encoding if known else encoding,
        errors="backslashreplace",
        line_buffering=line_by_line or raw.isatty(),
    )
