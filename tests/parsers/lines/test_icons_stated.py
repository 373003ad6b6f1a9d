"""Effects say how many icons a player has. Nothing else does, after the counts that follow an activation."""

from __future__ import annotations

import json
import re

import pytest

from innolog.log import GameLog
from innolog.proving.checking import check
from innolog.proving.proof import Refused, read
from innolog.proving.writing import proof_of
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers.lines.review import read_review_text
from parsers.lines.writing import review_text
from parsers.tracker.reader import read as read_tracker
from parsers.tracker.writer import write
from tests.parsers.lines.games import told

_TEXT = review_text(told("base"), None)
_COUNTED = f"{told('base').seats[0].name} has 19 [crown]."


def _read(text: str) -> GameLog:
    return read_review_text("game.txt", text)


def _proof(text: str, of: str) -> str:
    """What the proof of one text proves of another one."""
    return check(
        read(proof_of(replay(_read(of), record=True), text.encode()).encode()), text.encode(), _read(text)
    ).verdict


@pytest.mark.parametrize("action", ["draws", "melds", "achieves"])
def test_no_icons_are_counted_in_an_action_without_effects(action: str) -> None:
    """The line was dropped, so that a false count stood in a legal game."""
    alone = re.compile(rf"^Move.*\n\w+ {action} .*\n(?=Move)", re.MULTILINE).search(_TEXT, _TEXT.index("activates"))
    assert alone is not None
    forged = f"{_TEXT[: alone.end()]}{_COUNTED}\n{_TEXT[alone.end() :]}"
    result = replay(_read(forged))
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert result.violation.at is not None
    assert result.violation.rule == "dogma.icons"
    assert result.violation.at.packet == forged.splitlines().index(_COUNTED) + 1
    with pytest.raises(Refused, match="nothing counts icons"):
        _proof(forged, _TEXT)


def test_an_effect_may_count_icons() -> None:
    text, number = re.subn(r"(?<=has to execute the 1st non-demand effect\.\n)", f"{_COUNTED}\n", _TEXT)
    assert number
    assert _proof(text, text) == "legal"


@pytest.mark.parametrize("generation", ["text", "camel"])
def test_a_trackers_file_counts_no_icons_before_the_first_activation(generation: str) -> None:
    content = json.loads(write(told("base"), None, generation))
    (third, *_) = (entry for entry in content["log"][2:] if entry["type"] == "transfer")
    content["log"].insert(content["log"].index(third), {"type": "log", "move": third["move"], "msg": _COUNTED})
    content.pop("actions", None)
    violation = replay(read_tracker("game.json", json.dumps(content).encode())).violation
    assert violation is not None
    assert violation.rule == "dogma.icons"
