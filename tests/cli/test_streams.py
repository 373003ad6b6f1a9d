"""Commands whose output can't be written, or that are interrupted.

A full disk ended in a traceback and 1, which stands for an illegal log. The class: every write to standard output, also
that of the help, of a library (rich, csv), and the last one when the process ends. So all commands are tried, and each
with a disk that is full, a stream that is closed, and a reader that went away.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.shared import REPOSITORY, sampled
from tests.store.factory import add, content_hash, make_replay

SAMPLE = str(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")
#: One call of each command that writes to standard output, and of the library that does it.
CALLS = {
    "help": ["--help"],
    "validate": ["validate", SAMPLE],
    "show": ["show", SAMPLE],
    "cards": ["cards"],
    "query": ["query", "DATASET", "SELECT * FROM range(100000)", "--format", "csv"],
    "convert": ["convert", SAMPLE, "--to", "text"],
}
#: A query that runs until it is interrupted, and one in which DuckDB does not notice an interrupt for twenty seconds.
ENDLESS = "SELECT sum(a.i * b.i) FROM range(100000000) a(i), range(100000) b(i)"
DEAF = "SELECT list_unique(range(1, a.i)) FROM range(10000000, 10000003) a(i)"
#: In tests that run in the background the signal is ignored, and a process would inherit that.
LISTENING = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> str:
    from innolog.store.writer import DatasetWriter

    folder = tmp_path_factory.mktemp("dataset")
    with DatasetWriter(folder) as writer:
        add(writer, make_replay(1), content_hash("1"))
    return str(folder)


def call(words: list[str], dataset: str, redirection: str) -> tuple[int, str]:
    words = [dataset if word == "DATASET" else word for word in words]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", sys.executable, "-m", "innolog", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", sampled(CALLS, 3))
def test_output_that_is_full_is_one_line_and_code_2(name: str, dataset: str) -> None:
    assert call(CALLS[name], dataset, ">/dev/full") == (2, "standard output: No space left on device\n")


@pytest.mark.parametrize("name", sampled(["validate", "help", "query"], 3))
def test_output_that_is_closed_is_one_line_and_code_2(name: str, dataset: str) -> None:
    assert call(CALLS[name], dataset, ">&-") == (2, "standard output: it is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_messages_that_nobody_gets_change_nothing(dataset: str) -> None:
    assert call(["validate", SAMPLE], dataset, "2>/dev/full")[0] == 0
    assert call(["validate", "nothing-here"], dataset, "2>&-")[0] == 3


def test_a_closed_input_is_an_empty_one(dataset: str) -> None:
    code, told = call(["validate", "-"], dataset, "<&-")
    assert (code, told.count("\n")) == (3, 1)


@pytest.mark.parametrize("sql", [ENDLESS, DEAF], ids=["endless", "deaf"])
def test_a_query_is_interrupted_within_a_second(sql: str, dataset: str) -> None:
    command = [sys.executable, "-m", "innolog", "query", dataset, sql]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=LISTENING) as process:
        # When the database works, so does more than one thread.
        tasks = Path(f"/proc/{process.pid}/task")
        while tasks.parent.exists() and process.poll() is None and len(os.listdir(tasks)) < 2:
            time.sleep(0.05)
        time.sleep(1.0)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (out, err) == (b"", b"interrupted\n")
    assert process.returncode == 130
    # Of a busy machine's time, some more.
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    ("library", "words"),
    [("duckdb", ["metrics", "DATASET"]), ("scipy", ["metrics", "DATASET"]), ("tempfile", ["validate", "-"])],
    ids=["before work", "within work", "before waiting"],
)
def test_an_interrupt_waits_until_a_library_is_loaded(
    library: str, words: list[str], dataset: str, tmp_path: Path
) -> None:
    """Compiled libraries print what Python raises in them. DuckDB has a folder for its files when scipy is loaded."""
    (tmp_path / "libraries").mkdir()
    (tmp_path / "files").mkdir()
    (tmp_path / "libraries" / f"{library}.py").write_text(
        "import os, signal, sys, time\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(0.2)\n"
        "except BaseException:\n"
        "    print('a critical error', file=sys.stderr)\n"
        "sys.path.remove(os.path.dirname(__file__))\n"
        f"del sys.modules['{library}']\n"
        f"import {library}\n"
    )
    words = [dataset if word == "DATASET" else word for word in words]
    with subprocess.Popen(
        [sys.executable, "-c", "from innolog.__main__ import run; run()", *words],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path / "libraries"), *sys.path]),
            "TMPDIR": str(tmp_path / "files"),
        },
        preexec_fn=LISTENING,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        # Nothing is written to its input, and nothing closes it.
        assert process.stderr is not None
        try:
            assert process.wait(timeout=60) == 130
        finally:
            process.kill()
        assert process.stderr.read() == b"interrupted\n"
    assert not list((tmp_path / "files").iterdir())


@pytest.mark.long
@pytest.mark.parametrize("command", [["metrics"], ["query", "SELECT 1"]], ids=["metrics", "query"])
def test_a_command_is_interrupted_at_any_moment(command: list[str], dataset: str) -> None:
    # DuckDB works in the main thread for a part of the time and has its own error for an interrupt.
    called = [sys.executable, "-m", "innolog", command[0], dataset, *command[1:]]
    codes: dict[bytes, set[int]] = {b"": set(), b"interrupted\n": set()}
    for wait in range(15):
        with subprocess.Popen(
            called, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=LISTENING
        ) as process:
            time.sleep(0.3 + 0.1 * wait)
            process.send_signal(signal.SIGINT)
            err = process.communicate(timeout=30)[1]
        codes.setdefault(err, set()).add(process.returncode)
    assert list(codes) == [b"", b"interrupted\n"]
    # The signal itself ends the process while Python begins or ends. Shells report 130.
    assert codes[b""] <= {0, -signal.SIGINT}
    assert codes[b"interrupted\n"] == {130}


@pytest.mark.long
def test_a_query_has_its_time_and_no_more(dataset: str) -> None:
    for sql in (ENDLESS, DEAF):
        started = time.monotonic()
        assert call(["query", "DATASET", sql, "--timeout", "0.5"], dataset, "") == (
            2,
            "the query was stopped after 0.5 s\n",
        )
        assert time.monotonic() - started < 10
