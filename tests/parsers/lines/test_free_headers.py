"""The header of a move that begins with the free action is held against the player of that action."""

from __future__ import annotations

import pytest

from innolog.log import GameLog
from parsers import read_blob
from parsers.files import Blob

GAME = """Innovation (Table, Artifacts)
Move 1: Ann
Ann melds Tools from hand
Move 2: Ben
Ben melds Oars from hand
Move 3: {header}
Ann may use the Artifact on display
"""


@pytest.mark.parametrize(("header", "contradictions"), [("Ann", 0), ("Ben", 1)])
def test_the_header_and_the_free_action_name_the_same_player(header: str, contradictions: int) -> None:
    log = read_blob(Blob("game.txt", GAME.format(header=header).encode()))
    assert isinstance(log, GameLog)
    found = [each for each in log.inconsistencies if "free action" in each.message]
    assert len(found) == contradictions
    assert all((each.expected, each.observed) == ("Ann", "Ben") for each in found)
