"""Checks are found in the syntax tree, disabled in place, and restored. A run lists those that no test misses."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation.__main__ import Lab
from tests.mutation.detectors import Detector, Outcome
from tests.mutation.sites import Check, checks

pytestmark = pytest.mark.plain

_SOURCE = """
class Mismatch(Exception):
    pass

class OutOfLog(Exception):
    pass

def _odd(number):
    if number % 2:
        return True
    return False

def number_faults(number):
    faults = []
    if number > 90 or number < 0:
        faults.append("size")
    if (number % 7, number // 7) != (number % 7, number // 7):
        faults.append("seven")
    return faults

def look(number):
    if number == 50:
        raise OutOfLog
    if _odd(number):
        raise Mismatch
    if number_faults(number):
        raise Mismatch
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "checked_module.py").write_text(_SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "checked_module"
    del sys.modules["checked_module"]


class _Looks(Detector):
    """Is a number accepted?"""

    def run(self) -> Outcome:
        try:
            sys.modules["checked_module"].look(int(self.content))
        except Exception as error:
            return (type(error).__name__,)
        return ("accepted",)


def test_checks_are_found_disabled_and_put_back(module: str) -> None:
    detectors = [_Looks(str(number), str(number).encode()) for number in (2, 3, 50, 95, 96)]
    lab = Lab([module], detectors)
    lab.record()
    assert [each.outcome for each in detectors] == [
        ("accepted",),
        ("Mismatch",),
        ("OutOfLog",),
        ("Mismatch",),
        ("Mismatch",),
    ]
    found = {_text(each.check): (each.way, each.by) for each in map(lab.judge, checks(module, lab.names))}
    assert found == {
        "number % 2": ("verdict", "3"),
        "_odd(number)": ("verdict", "3"),
        "number_faults(number)": ("verdict", "96"),
        "number > 90 or number < 0": ("verdict", "96"),
        "number > 90": ("verdict", "96"),
        # Another detector would be needed: of a number below zero.
        "number < 0": ("not noticed", ""),
        "(number % 7, number // 7) != (number % 7, number // 7)": ("never rejects", ""),
        "number % 7": ("never rejects", ""),
        "number // 7": ("never rejects", ""),
    }
    # All is as it was.
    assert all(each.run() == each.outcome for each in detectors)


def _text(check: Check) -> str:
    return check.text.partition(" [of]")[0]
