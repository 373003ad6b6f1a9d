"""The same seeds give the same games, and the same positions have the same number of continuations.

After an intended change: ``python -m tests.regression``.
"""

from __future__ import annotations

import pytest

from tests.regression.golden import FOLDER, RULES, playthroughs
from tests.regression.perft import table


@pytest.mark.parametrize("name", RULES)
def test_golden_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    # Line by line, so that a failure shows the first action that differs.
    for number, (line, expected) in enumerate(zip(playthroughs(name), golden, strict=True), 1):
        assert line == expected, f"line {number}"


@pytest.mark.long
def test_count_of_everything_that_can_happen() -> None:
    assert list(table()) == (FOLDER / "perft.txt").read_text(encoding="utf-8").splitlines()


def test_every_golden_file_has_its_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*RULES, "perft"}
