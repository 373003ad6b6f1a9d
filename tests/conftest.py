"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import shared


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of reference material; a test that asks for it is skipped where it is missing."""
    folder = shared.shared_folder()
    if folder is None:
        pytest.skip("the reference material is not here: neither ../shared nor INNOLOG_SHARED is a folder")
    return folder


@pytest.fixture(scope="session")
def sample_logs() -> list[Path]:
    """The logs in ``sample_logs/``, which every checkout has."""
    return sorted(path for path in (shared.REPOSITORY / "sample_logs").iterdir() if ".json" in path.name)
