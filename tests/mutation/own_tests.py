"""Our own tests as detectors: the checks that reject something in each test, and whether it fails without them."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Iterator, Sequence

import pytest

from tests.mutation.detectors import Detector, Outcome

#: Tests of broken input, of single lines and fields, and of verdicts.
_PARSERS = "test_envelope test_not_known test_notifications test_seats test_native test_native_types"
_REPLAY = "test_statements test_announced_winners test_giving_up"
FOLDERS = (
    *(f"tests/parsers/{name}.py" for name in _PARSERS.split()),
    *(f"tests/replay/{name}.py" for name in _REPLAY.split()),
    "tests/log",
)
_OPTIONS = ("-q", "-x", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly")


class OwnTest(Detector):
    """A test, by its node id."""

    def run(self) -> Outcome:
        """Whether the test passes."""
        return (_run([self.name], []).name,)


class _Recorder:
    """A plugin that records, for each test, the checks that rejected something."""

    def __init__(self, rejecting: set[tuple[str, int]]) -> None:
        self._rejecting = rejecting
        self.found: list[OwnTest] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._rejecting.clear()
        started = time.process_time()
        done = yield
        if self._rejecting:
            test = OwnTest(item.nodeid, b"", (pytest.ExitCode.OK.name,), set(self._rejecting))
            test.seconds = time.process_time() - started
            self.found.append(test)
        return done


def _run(arguments: Sequence[str], plugins: list[object]) -> pytest.ExitCode:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return pytest.ExitCode(pytest.main([*_OPTIONS, *arguments], plugins))


def recorded(folders: Sequence[str], rejecting: set[tuple[str, int]]) -> list[OwnTest]:
    """The tests of some folders that make a check reject something. Raises ValueError if one fails."""
    recorder = _Recorder(rejecting)
    code = _run(folders, [recorder])
    if code is not pytest.ExitCode.OK:
        raise ValueError(f"the tests of {', '.join(folders)} do not pass: {code.name}")
    return list(recorder.found)
