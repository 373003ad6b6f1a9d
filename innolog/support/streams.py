"""The standard streams of a command, and the exit of the process if they can't be written.

The exit code must distinguish a full disk from an illegal log. So an error of standard output has an exception of its
own, which no code mistakes for an error of a file. Errors of standard error are ignored, because there is no way to
report them.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Event, Thread
from types import FrameType
from typing import TextIO

from innolog.support.exits import BROKEN_PIPE, INTERRUPTED, USAGE

# The file of Python's own code that loads a module. Whatever an import calls has it among its callers.
_IMPORTER = "<frozen importlib._bootstrap>"
# How many seconds pass before an interrupt that came while a library was loaded is tried again.
_SOON = 0.05
# How often it is tried. Nothing that takes longer than ten seconds should be waited for.
_PATIENCE = 200


class OutputLost(Exception):
    """Standard output can't be written. ``reason`` is None if the reader has closed it, which is no error."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.reason = None if isinstance(error, BrokenPipeError) else _reason(error)


class _Output(io.FileIO):
    """A file descriptor that raises :class:`OutputLost` once, and then accepts and drops everything."""

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
    """A file descriptor that ignores its errors."""

    def write(self, data: object, /) -> int:
        """Write some bytes, if that is possible."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return memoryview(data).nbytes  # type: ignore[arg-type]


def run(command: Callable[[], object]) -> None:
    """Run a command that writes to standard output and ends with :class:`SystemExit`; then exit.

    The exit code is the command's. It is 2, with one line on standard error, if standard output is closed or full, and
    141, without a message, if its reader has closed it.
    """
    for descriptor in range(3):
        _occupy(descriptor)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = _text(sys.stdout, _Output(1, "wb", closefd=False), "utf-8")
    sys.stderr = _text(sys.stderr, _Messages(2, "wb", closefd=False), "utf-8", line_by_line=True)
    try:
        # While a library is loaded, or the output is written at the end, there is nothing to clear away.
        with _on_interrupt(_leave):
            try:
                command()
            finally:
                sys.stdout.flush()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            # At once: libraries that were interrupted complain at the end about what they left unfinished.
            _end_processes()
            os._exit(INTERRUPTED)
        raise
    except OutputLost as lost:
        if lost.reason is None:
            sys.exit(BROKEN_PIPE)
        print(f"standard output: {lost.reason}", file=sys.stderr)
        sys.exit(USAGE)


def _end_processes() -> None:
    """Kill the processes of the command and remove their semaphores. If these stay, Python prints a warning."""
    if util := sys.modules.get("multiprocessing.util"):
        # Processes that are still starting need the semaphores, so they are killed first.
        for process in sys.modules["multiprocessing"].active_children():
            process.kill()
        util._run_finalizers(0)


def _leave(_signal: int, _frame: object) -> None:
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def working() -> AbstractContextManager[None]:
    """Inside :func:`run`, let an interrupt raise :class:`KeyboardInterrupt`, so that work can be cleared away.

    If a library is just being loaded, the interrupt waits until that is done. After ten seconds it ends the process.
    """
    return _working(sys._getframe(1))


@contextmanager
def _working(command: FrameType) -> Iterator[None]:
    waiting: _Reminder | None = None

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal waiting
        reminder = waiting
        if not _is_loading(frame, command):
            waiting = None
            if reminder is not None:
                reminder.stop()
            signal.default_int_handler(number, frame)
        if reminder is None:
            waiting = reminder = _Reminder()
            reminder.start()
        elif reminder.times > _PATIENCE:
            _leave(number, frame)

    with _on_interrupt(handle):
        try:
            yield
        finally:
            if waiting is not None:
                waiting.stop()
        if waiting is not None:
            raise KeyboardInterrupt


class _Reminder(Thread):
    """Interrupts the main thread again and again, as the user did once; ``times``: how often so far."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.times = 0
        self._over = Event()

    def run(self) -> None:
        while not self._over.wait(_SOON):
            self.times += 1
            if sys.platform == "win32":
                interrupt_main()
            else:
                # This also ends the main thread's waiting for something else.
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def stop(self) -> None:
        """Return when no interrupt will come any more."""
        self._over.set()
        self.join()


def _is_loading(frame: FrameType | None, command: FrameType) -> bool:
    """Whether the command is in an import, at any depth."""
    while frame is not None and frame is not command:
        if frame.f_code.co_filename == _IMPORTER:
            return True
        frame = frame.f_back
    return False


@contextmanager
def _on_interrupt(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    # Signals are for the main thread; who started the process may have asked it to ignore them.
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _reason(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def _occupy(descriptor: int) -> None:
    """Make sure that no file which is opened later takes the place of a standard stream that is closed.

    The replacement can be read and not written, so that writing fails instead of losing output silently.
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
    # Characters that the encoding lacks are escaped, so that no name in a log can end a run.
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=known.encoding if known else encoding,
        errors="backslashreplace",
        line_buffering=line_by_line or raw.isatty(),
    )
