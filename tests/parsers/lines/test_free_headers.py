"""The first line below a header that is understood shows whether the move begins with the free action."""

from __future__ import annotations

import pytest

from innolog.log import ActionBegan, FreeActionBegan, GameLog
from innolog.replay import replay
from innolog.results.result import Verdict
from parsers import read_blob
from parsers.files import Blob
from tests.parsers.lines.tables import checked, judged

_BEGINNINGS = (ActionBegan, FreeActionBegan)

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
        # A line that says it in other words, for which the next line stands, too.
        ("Ada uses her Artifact", Verdict.LEGAL_SO_FAR),
        ("Move 8: Bob\nBob draws [1] Base\nMove 9: Ada\nAda may use the Artifact on display", Verdict.ILLEGAL),
        ("Ada draws [1] Base", Verdict.ILLEGAL),
    ],
)
def test_a_line_that_is_not_understood_does_not_show_which_action_begins(lines: str, verdict: Verdict) -> None:
    assert replay(_read(DUG_UP.format(lines=lines))).verdict is verdict


_RETURNS = "Ada returns Jiskairumoko Necklace from display\n"
_FREE = f"Move 8: Ada\n{_RETURNS}"


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        # It was illegal not to write that the Artifact may be used, even if it is not.
        ("", Verdict.LEGAL_SO_FAR),
        ("Move 8: Ada\n", Verdict.LEGAL_SO_FAR),
        ("Move 8: Ada\nAda passes\n", Verdict.LEGAL_SO_FAR),
        ("Ada passes\n", Verdict.LEGAL_SO_FAR),
        ("Move 8: Ada\nAda reveals Tools from hand\n", Verdict.LEGAL_SO_FAR),
        ("Move 8: Ada\nAda may use the Artifact on display\nAda passes\n", Verdict.LEGAL_SO_FAR),
        (_FREE, Verdict.LEGAL_SO_FAR),
        (f"Move 8: Ada\nAda may use the Artifact on display\n{_FREE}", Verdict.LEGAL_SO_FAR),
        # The compel effect demands nothing of a player without a score.
        (
            "Move 8: Ada\nAda activates Jiskairumoko Necklace\nBob carries out the first compel effect\n" + _RETURNS,
            Verdict.LEGAL_SO_FAR,
        ),
        ("Move 8: Ada\nAda activates Domestication\nMove 8: Ada\nAda passes\n", Verdict.ILLEGAL),
        ("Move 8: Bob\nBob passes\n", Verdict.ILLEGAL),
        (_FREE + "Ada passes\n", Verdict.ILLEGAL),
        (f"Move 8: Bob\n{_RETURNS}", Verdict.ILLEGAL),
        (_RETURNS, Verdict.ILLEGAL),
        # It is the first of a turn, and there is one.
        ("Move 8: Ada\nAda draws [1] Base\n" + _FREE.replace("8", "9"), Verdict.ILLEGAL),
        (_FREE + _FREE.replace("8", "9"), Verdict.ILLEGAL),
        ("Move 8: Ada\nAda draws [1] Base\nMove 9: Ada\nAda activates Jiskairumoko Necklace\n", Verdict.ILLEGAL),
    ],
)
def test_nobody_has_to_write_that_a_player_may_use_an_artifact(written: str, verdict: Verdict) -> None:
    text = DUG_UP.replace(f"Move 8: Ada\n{{lines}}\n{_RETURNS}", written)
    assert text != DUG_UP
    # A text that says who carries out which effect says who may pass.
    text += "Move 10: Ada\nAda activates Agriculture\nAda carries out the first dogma effect\n"
    result = judged(text)
    assert result.verdict is verdict
    assert verdict is Verdict.ILLEGAL or checked(result, text) == verdict.value


def test_an_artifact_that_may_not_be_used_is_not_said_to_be() -> None:
    text = DUG_UP.format(lines="").replace(
        "Move 6: Bob\n", "Move 6: Bob\nBob may use the Artifact on display\nMove 6: Bob\n"
    )
    assert judged(text).verdict is Verdict.ILLEGAL


def test_a_karma_may_come_before_the_artifact_is_activated() -> None:
    lines = "Ada carries out the first karma effect\nAda draws [1] Base\nAda activates Jiskairumoko Necklace"
    began = [told for told in _read(DUG_UP.format(lines=lines)).observations if isinstance(told, _BEGINNINGS)]
    assert [type(told) for told in began[-2:]] == [FreeActionBegan, ActionBegan]
