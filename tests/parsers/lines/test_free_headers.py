"""The first line below a header that is understood shows whether the move begins with the free action."""

from __future__ import annotations

import pytest

from innolog.log import GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
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
DUG_UP = """Innovation (Table, First edition, Artifacts)
Move 1: Bob
Bob melds Archery from hand
Move 2: Ada
Ada melds Domestication from hand
Bob goes first with Archery
Move 3: Bob
Bob draws [1] Base
Move 4: Ada
Ada melds Agriculture from hand
Ada digs up Jiskairumoko Necklace
Move 5: Ada
Ada draws [1] Base
Move 6: Bob
Bob draws [1] Base
Move 7: Bob
Bob draws [1] Base
Move 8: Ada
{lines}
Ada returns Jiskairumoko Necklace from display
Move 9: Ada
Ada draws [1] Base
"""


def _read(text: str) -> GameLog:
    log = read_blob(Blob("game.txt", text.encode()))
    assert isinstance(log, GameLog)
    return log


@pytest.mark.parametrize(("header", "contradictions"), [("Ann", 0), ("Ben", 1)])
def test_the_header_and_the_free_action_name_the_same_player(header: str, contradictions: int) -> None:
    log = _read(GAME.format(header=header))
    found = [each for each in log.inconsistencies if "free action" in each.message]
    assert len(found) == contradictions
    assert all((each.expected, each.observed) == ("Ann", "Ben") for each in found)


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("Ada may use the Artifact on display", Verdict.LEGAL_SO_FAR),
        # The remark was taken for the first line of another action, and so the free action was illegal.
        ("(pizza)\nAda may use the Artifact on display", Verdict.LEGAL_SO_FAR),
        # A line that says it in other words: without it, what follows would be an action of its own.
        ("Ada uses her Artifact", Verdict.UNSUPPORTED),
        ("Move 8: Bob\nBob draws [1] Base\nMove 9: Ada\nAda may use the Artifact on display", Verdict.ILLEGAL),
        ("Ada draws [1] Base", Verdict.ILLEGAL),
    ],
)
def test_a_line_that_is_not_understood_does_not_show_which_action_begins(lines: str, verdict: Verdict) -> None:
    assert replay(_read(DUG_UP.format(lines=lines))).verdict is verdict
