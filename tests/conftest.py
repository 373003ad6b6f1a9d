"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from innolog.support.compiled import is_compiled
from tests import shared

# On a busy machine, examples take longer to make and to try. That is no fault.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

#: Rooms whose tests run compiled modules. Where these are compiled, CI runs all of their tests, not only the long ones.
_COMPILED_ROOMS = frozenset(
    {"beliefs", "comparing", "conversion", "corpus", "engine", "hunt", "parsers", "regression", "replay", "scenarios",
     "proving", "reviewing", "simulate", "strategy", "tampering"}
)  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of rooms with compiled modules. Where they are compiled, skip tests that need plain Python.

    Of tests marked ``many``, those run that ``INNOLOG_PART`` chooses (:func:`tests.shared.is_in_part`).
    """
    root, compiled = Path(__file__).parent, is_compiled()
    for item in items:
        if item.path.parent.relative_to(root).as_posix() in _COMPILED_ROOMS:
            item.add_marker("compiled")
        if compiled and item.get_closest_marker("plain"):
            item.add_marker(pytest.mark.skip(reason="a compiled module can't be changed"))
    part = os.environ.get("INNOLOG_PART")
    left_out = [item for item in items if item.get_closest_marker("many") and not shared.is_in_part(item.nodeid, part)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def pytest_collection_finish() -> None:
    """Leave thousands of tests, and the modules they import, out of garbage collections: a thirtieth faster."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """No test shows what a power failure would leave, and waiting for the disk takes one second of thirty."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


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
