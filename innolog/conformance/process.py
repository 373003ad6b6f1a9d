"""Another program as an engine: lines to its standard input, lines from its standard output, within limits.

Whatever the program does, each request ends with an answer or with one :class:`EngineFault`: it may say nothing, end,
write garbage, write a line without end or write without being asked. A program that did so is ended; the next request
starts it again.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Protocol

from innolog.support.errors import InnologError

#: The longest line of an answer, in bytes. A state needs less than a hundredth of that.
LONGEST_LINE = 1_000_000
#: How much of an answer is read at once, and how many of these pieces wait to be looked at.
_PIECE = 1 << 16
_WAITING = 8
#: The least time limit for hello, in seconds.
_STARTING = 10.0
#: How much of what a program wrote to its standard error is kept.
_LAST_WORDS = 4000
#: How long a program that closed its output may take to end, and its last words to be read, in seconds.
_PARTING = 0.5
#: A line that names an error: ``ValueError: ...``, ``game.Stuck``, ``panic: ...``.
_ERROR = re.compile(rb"[\w.$]+(?:: .*)?")


class EngineFault(InnologError):
    """The engine did not answer as the protocol says. ``kind`` is a word for it, ``str()`` one line."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


class Engine(Protocol):
    """What answers requests."""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request. Raises :class:`EngineFault` if there is none."""
        ...


class EngineProcess:
    """A program that is started when the first request is sent, and again after a fault.

    ``command`` is split as a shell would, but no shell runs it. ``limit`` is the time for one answer in seconds.
    Raises ValueError if the command is empty or cannot be split.
    """

    def __init__(self, command: str | Sequence[str], limit: float = 10.0) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self._command:
            raise ValueError("it is empty")
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._pieces: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._rest = b""
        self._said = bytearray()
        #: Reads what the program writes to its standard error.
        self._keeper: threading.Thread

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request. Raises :class:`EngineFault`, after which the program is ended."""
        try:
            # A program that starts may be slow before its first answer.
            limit = max(self._limit, _STARTING) if request.get("request") == "hello" else self._limit
            return self._ask(json.dumps(request, separators=(",", ":")).encode() + b"\n", limit)
        except EngineFault:
            self.end()
            raise

    def _ask(self, line: bytes, limit: float) -> dict[str, Any]:
        process = self._started()
        with suppress(queue.Empty):
            self._rest += self._pieces.get_nowait()
            if not self._rest:
                raise self._gone()
        if self._rest:
            raise EngineFault("unasked", "it writes without being asked")
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            raise self._gone() from None
        answer = self._line(limit)
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            raise EngineFault("garbage", f"its answer is not JSON: {_shown(answer)}") from None
        if not isinstance(found, dict) or not isinstance(found.get("answer"), str):
            raise EngineFault("garbage", f"its answer is no object with the field answer: {_shown(answer)}")
        return found

    def _line(self, limit: float) -> bytes:
        """The next line without its end."""
        until = time.monotonic() + limit
        parts, length = [self._rest], len(self._rest)
        while b"\n" not in parts[-1]:
            try:
                piece = self._pieces.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise EngineFault("time-out", f"no answer within {limit:g} s") from None
            if not piece:
                raise self._gone()
            parts.append(piece)
            length += len(piece)
            if length > LONGEST_LINE:
                raise EngineFault("long line", f"a line of more than {LONGEST_LINE:,} bytes")
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def _gone(self) -> EngineFault:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PARTING)
        code = self._process.poll()
        # The process may have ended before its last words were read.
        self._keeper.join(_PARTING)
        said = _shown(_complaint(bytes(self._said)))
        how = "it closed its output" if code is None else f"it ended with exit code {code}"
        return EngineFault("crash", f"{how}: {said}" if said else how)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise EngineFault("start", f"it cannot be started: {why}") from None
        self._process, self._rest, self._said = process, b"", bytearray()
        self._pieces = queue.Queue(_WAITING)
        assert process.stdout is not None
        assert process.stderr is not None
        threading.Thread(target=_read, args=(process.stdout, self._pieces), daemon=True).start()
        self._keeper = threading.Thread(target=_keep, args=(process.stderr, self._said), daemon=True)
        self._keeper.start()
        return process

    def end(self) -> None:
        """End the program, and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(OSError):
            process.kill()
        process.wait()
        # A reader that waits for room goes on, and finds the end.
        for _ in range(2 * _WAITING):
            with suppress(queue.Empty):
                self._pieces.get_nowait()
        with suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            with suppress(EngineFault):
                self.ask({"request": "bye"})
        self.end()


def _read(stream: IO[bytes], pieces: queue.Queue[bytes]) -> None:
    """Pass on what a program writes, piece by piece, and an empty piece at the end."""
    with stream:
        while piece := os.read(stream.fileno(), _PIECE):
            pieces.put(piece)
        pieces.put(b"")


def _keep(stream: IO[bytes], said: bytearray) -> None:
    """Keep the end of what a program writes to its standard error."""
    with stream:
        while piece := os.read(stream.fileno(), _PIECE):
            said += piece[-_LAST_WORDS:]
            del said[:-_LAST_WORDS]


def _complaint(said: bytes) -> bytes:
    """The line that says why a program ended, of what it wrote to its standard error.

    Traces of calls and lines of source are indented. Some interpreters write more after the error.
    """
    lines = [line for line in said.splitlines() if line.strip()]
    plain = [line for line in lines if not line[:1].isspace()]
    named = [line for line in plain if _ERROR.fullmatch(line)]
    return (named or plain or lines or [b""])[-1]


def _shown(line: bytes) -> str:
    text = line[:80].decode("utf-8", "replace")
    return repr(text)[1:-1] + (" ..." if len(line) > 80 else "")
