"""What README and package show from Python works as it stands there. (The README's commands are run by ``.ci/run``.)"""

from __future__ import annotations

import builtins
import doctest
import re
import subprocess
import sys

import pytest

import innolog
from tests.shared import REPOSITORY


def test_the_python_example_runs() -> None:
    block = subprocess.run(
        [sys.executable, ".ci/readme_block", "python"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout
    done = subprocess.run([sys.executable, "-c", block], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    games = [log for log in innolog.read_logs([REPOSITORY / "sample_logs"]) if isinstance(log, innolog.GameLog)]
    assert len([line for line in done.stdout.splitlines() if " legal" in line]) == len(games) > 0


def test_the_example_of_the_package_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    done = doctest.testmod(innolog)
    assert done.attempted > 5
    assert done.failed == 0


#: Exceptions that a function of innolog catches again, or that end the command line.
_SIGNALS = {
    "Abandoned", "Contradiction", "Died", "Differs", "DogmaComplete", "GameOver", "Mismatch", "NeedsLesson",
    "OutOfBudget", "OutOfLog", "OutputLost",
}  # fmt: skip


def test_every_error_has_the_common_base_class() -> None:
    found = {
        name
        for package in ("innolog", "parsers", "reports")
        for path in (REPOSITORY / package).rglob("*.py")
        for name, base in re.findall(r"^class ([A-Z]\w*)\((\w*)\):", path.read_text(encoding="utf-8"), re.M)
        if base.endswith(("Error", "Exception")) and hasattr(builtins, base)
    }
    assert found == _SIGNALS | {"InnologError"}


def test_public_names_are_there_and_loaded_when_used() -> None:
    code = "import innolog as i, sys; print(len(sys.modules)); print(all(hasattr(i, name) for name in i.__all__))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded, all_there = done.stdout.split()
    assert all_there == "True"
    assert int(loaded) < 150
