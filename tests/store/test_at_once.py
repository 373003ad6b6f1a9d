"""Two processes that ingest into one dataset at the same time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import REPOSITORY
from tests.store.contents import contents, copies

#: Each takes seconds.
pytestmark = pytest.mark.long


def test_of_two_ingests_at_once_one_is_told_and_the_dataset_is_that_of_one(tmp_path: Path) -> None:
    """The folder is made by whichever comes first, so they may meet before there is a dataset, or in the middle."""
    logs = copies(tmp_path / "logs", 1, "*_spectator")

    def start(dataset: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "innolog", "ingest", str(logs), "-o", str(tmp_path / dataset), "--batch", "1"]
        return subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True)

    alone, *both = start("alone"), start("shared"), start("shared")
    ended = [(process.communicate(timeout=120)[1], process.returncode) for process in (alone, *both)]
    assert ended[0][1] == 0
    codes = sorted(code for _, code in ended[1:])
    # One may have been done before the other began.
    assert codes in ([0, 2], [0, 0]), ended
    for told, code in ended[1:]:
        if code == 2:
            assert told == f"{tmp_path / 'shared'}: another process is writing to this dataset\n"
    assert contents(tmp_path / "shared", totals=True) == contents(tmp_path / "alone", totals=True)
