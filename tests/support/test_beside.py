"""A file of the user's called parsers.py or reports.py does not take the place of innolog's packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import REPOSITORY

_LOG = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("parsers", "reports"):
        (tmp_path / f"{name}.py").write_text("mine = True\n", encoding="utf-8")
    return tmp_path


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": str(REPOSITORY)} if (REPOSITORY / "innolog").is_dir() else {}
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=path, capture_output=True, text=True)


def test_innolog_works_beside_files_of_these_names(folder: Path) -> None:
    """What was wrong: a program or ``python -m innolog`` in such a folder ended with an ImportError."""
    assert _run(folder, "-m", "innolog", "validate", str(_LOG)).returncode == 0
    code = "import innolog; from reports.metrics import BY_NAME; print(len(innolog.parsers.read_log({!r}).seats))"
    done = _run(folder, "-c", code.format(str(_LOG)))
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


def test_what_was_loaded_first_is_named(folder: Path) -> None:
    done = _run(folder, "-c", "import parsers, innolog")
    assert done.returncode == 1
    assert f"{folder / 'parsers.py'} was loaded by that name" in done.stderr
