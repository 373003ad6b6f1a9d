"""What the README shows from Python works as it stands there. (Its commands are run by ``.ci/run``.)"""

from __future__ import annotations

import subprocess
import sys

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
