"""An ingest that is killed loses nothing but time. ``python -m tests.store.kill_ingest`` does it fifty times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.kill_ingest import kill_ingests

#: Each takes seconds.
pytestmark = pytest.mark.long


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_ingest_opens_and_is_completed_by_another_run(jobs: int, tmp_path: Path) -> None:
    outcome = kill_ingests(3, jobs, seed=1, folder=tmp_path)
    assert outcome.kills >= 3
    assert outcome.completed >= 1
