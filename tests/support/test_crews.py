"""A crew: results in the order of the tasks, few tasks in flight, and one result less for each task that kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from innolog.support.crews import Processes
from innolog.support.exits import INTERRUPTED
from tests.shared import REPOSITORY


def _squares(tasks: Sequence[int], fatal: Sequence[int]) -> list[int]:
    for task in tasks:
        if task in fatal:
            os._exit(9)
    # The first ones take longer than those after them.
    time.sleep(0.05 / (1 + tasks[0]))
    return [task * task for task in tasks]


def _given_up(task: int, reason: str) -> list[int]:
    assert "killed" in reason
    return [-task]


@pytest.mark.parametrize("start", [None, pytest.param("spawn", marks=pytest.mark.long)])
def test_tasks_that_kill_cost_only_their_own_results(start: str | None) -> None:
    fatal = (7, 8, 30)
    chunks = [range(first, first + 3) for first in range(0, 60, 3)]
    with Processes(partial(_squares, fatal=fatal), 2, start=start) as crew:
        found = [each for done in crew.in_order(chunks, _given_up) for each in done]
    assert found == [-task if task in fatal else task * task for task in range(60)]


def _sizes(tasks: Sequence[bytes]) -> list[int]:
    if not tasks[0]:
        os._exit(9)
    return [len(task) for task in tasks]


def test_a_task_that_is_being_sent_does_not_hold_up_the_end() -> None:
    """A task larger than a pipe is still on its way when a process is killed."""
    large = bytes(2_000_000)
    for _ in range(5):
        with Processes(_sizes, 2) as crew:
            found = list(crew.in_order([[large], [b""], [large], [large]], lambda _task, _reason: [-1]))
        assert found == [[len(large)], [-1], [len(large)], [len(large)]]


def test_no_more_tasks_are_taken_than_are_in_flight() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[list[int]]:
        for number in range(30):
            taken.append(number)
            yield [number]

    with Processes(partial(_squares, fatal=()), 2, ahead=2) as crew:
        for done, _ in enumerate(crew.in_order(tasks(), _given_up)):
            assert len(taken) <= done + 1 + crew.capacity


_PROGRAM = """
import sys, time
from innolog.support.crews import Processes
def work(tasks):
    if tasks != ["first"]:
        time.sleep(600)
    return tasks
with Processes(work, 2) as crew:
    for done in crew.in_order([["first"], ["second"], ["third"]], lambda task, reason: [reason]):
        print(done, flush=True)
"""


@pytest.mark.parametrize("deadly", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_processes_end_silently_with_the_one_that_started_them(deadly: signal.Signals, tmp_path: Path) -> None:
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    messages = tmp_path / "messages"
    with messages.open("wb") as file, subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=file, preexec_fn=listening, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"['first']\n"
        time.sleep(0.2)
        if deadly is signal.SIGINT:
            os.killpg(process.pid, deadly)
        else:
            process.kill()
        # The pipe is closed when the last process that can write to it has ended.
        started = time.monotonic()
        assert process.stdout.read() == b""
        assert time.monotonic() - started < 10
    assert messages.read_text().count("Traceback") == (deadly is signal.SIGINT)


_STARTING = """
import sys, time
from innolog.support.crews import Processes
from innolog.support.exits import INTERRUPTED
from innolog.support.streams import run, working
def command():
    try:
        with working(), Processes(time.sleep, 2, start="spawn") as crew:
            print("begun", flush=True)
            crew.submit(600), crew.submit(600)
            time.sleep(600)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
run(command)
"""


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1, 0.2, 0.4])
def test_processes_of_a_command_that_are_still_starting_end_silently(delay: float) -> None:
    listening = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        [sys.executable, "-c", _STARTING],
        cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listening, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, messages = process.communicate(timeout=20)
    assert (process.returncode, messages) == (INTERRUPTED, b"")


def test_a_crew_that_is_left_with_an_error_leaves_no_thread_behind() -> None:
    """Python may have written into the pipe of that thread when it ended, just when the thread closed it."""
    threads = threading.active_count()
    with suppress(OSError), Processes(partial(_squares, fatal=()), 2) as crew:
        for first in range(4):
            crew.submit([first])
        raise OSError
    assert threading.active_count() <= threads
