"""Every recorded scenario is played, disagrees for a reason in the table, or can't be played for a reason in a list."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from innolog.engine.ruleset import Edition
from tests.scenarios.ledger import faces_of_the_other_engine
from tests.scenarios.names import Mismatch, NotApplicable
from tests.scenarios.player import play
from tests.scenarios.reading import SHARED, scenarios

#: Folders of scenarios; a set that innolog does not play yet makes its scenarios not applicable.
FOLDERS = [
    *((Edition.THIRD, folder) for folder in ("base", "arti", "city", "echo", "figs", "general", "general_more")),
    *((Edition.FOURTH, folder) for folder in ("base", "general")),
]
#: Why a scenario may be not applicable: beginnings of the message.
REASONS = (
    "uses a figure",
    "sets not implemented",
    "sets of the fourth edition that are not implemented",
    "flagged card_in_wrong_deck",
    "a card lies in a pile of another color",
    "a forecast or an artifact on display in a game without them",
    "the card Nairobi is not in the card table",
    "the card Museum ",
)

pytestmark = pytest.mark.skipif(
    not (SHARED / "scenarios").is_dir(), reason="the recorded scenarios are not beside the repository"
)

with (Path(__file__).parent / "disagreements.toml").open("rb") as _file:
    DISAGREEMENTS = {entry["scenario"]: entry for entry in tomllib.load(_file)["disagreement"]}


@pytest.mark.parametrize(("edition", "folder"), FOLDERS)
def test_every_scenario_is_accounted_for(edition: Edition, folder: str) -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    found = list(scenarios(folder, edition))
    for scenario in found:
        disagrees = scenario.key in DISAGREEMENTS
        try:
            with faces_of_the_other_engine(edition):
                play(scenario)
        except NotApplicable as reason:
            counts["not applicable"] += 1
            if not str(reason).startswith(REASONS):
                wrong.append(f"{scenario.key} left out: {reason}")
        except Mismatch as mismatch:
            counts["disagreeing"] += 1
            if not disagrees:
                wrong.append(f"{scenario.key}: {mismatch}")
        else:
            counts["played"] += 1
            if disagrees:
                wrong.append(f"{scenario.key} is listed as disagreeing, but agrees")
    assert not wrong, "\n".join(wrong)
    print(edition.value, folder, dict(counts))
    start = f"{folder}/" if edition is Edition.THIRD else f"{edition.value}/{folder}/"
    assert counts.total() == len(found) > 0
    assert counts["disagreeing"] == sum(key.startswith(start) for key in DISAGREEMENTS)
    assert counts["played"] > len(found) // 5


def test_every_disagreement_names_its_rule() -> None:
    for key, entry in DISAGREEMENTS.items():
        assert entry["book"], key
        assert entry["section"], key
        assert len(entry["why"]) > 40, key
