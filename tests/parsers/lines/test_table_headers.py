"""At a table, people may write the header of a move above any line. It matters above the first line of an action."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import count
from typing import Any

import pytest

from innolog.log import ActionBegan
from innolog.results.result import Verdict
from tests.parsers.lines.tables import checked, judged, read_table

_TEXT = (files("innolog") / "docs" / "table.md").read_text(encoding="utf-8")
_EXAMPLE = _TEXT.split("```text\n")[1].split("```")[0] + "Bob resigns\n"
#: Lines of the example that begin no action.
_NO_ACTION = re.compile(
    r"^(?=\w+ (?:goes first|scores|claims|splays|resigns|carries out the (?:first dogma|decree)))|^(?=Free draw)"
    r"|(?<=sharing\n)(?=\w+ draws)",
    re.MULTILINE,
)


def _told(text: str) -> list[tuple[type, dict[str, Any]]]:
    """What is read, without the places."""
    told = read_table(text).observations
    return [(type(each), {name: getattr(each, name) for name in each.__match_args__ if name != "at"}) for each in told]


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_a_header_above_a_line_that_begins_no_action_means_nothing(name: str) -> None:
    """It began an action, so honest notes were illegal: for a player who resigned in another's turn, for a claim."""
    text, number = _NO_ACTION.subn(f"Move 0: {name}\n", _EXAMPLE)
    assert number > 20
    numbers = count(1)
    text = re.sub("Move .*:", lambda _: f"Move {next(numbers)}:", text)
    assert _told(text) == _told(_EXAMPLE)
    result = judged(text)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert checked(result, text) == "legal_so_far"


@pytest.mark.parametrize(
    ("true", "written"),
    [
        # The header of an action stands above what comes after it.
        ("Move 12: Bob\nBob melds Ximen Bao from hand\n", "Bob melds Ximen Bao from hand\nMove 12: Bob\n"),
        # A second draw hides below the header of a claim, and a third action below that of an effect.
        ("Bob claims Expansion\n", "Move 17: Bob\nBob claims Expansion\nBob draws [2] Base\n"),
        (
            "Move 6: Ann\nAnn activates Code of Laws\n",
            "Move 6: Ann\nAnn activates Code of Laws\nMove 6: Bob\nBob carries out the first dogma effect\n"
            "Bob activates Sailing\n",
        ),
        # A line that begins an action does so below each header.
        ("Ann draws and melds Archery\n", "Move 4: Ann\nAnn draws and melds Archery\n"),
        # The first line of an action is missing.
        ("Ann activates Code of Laws\nBob carries out", "Bob carries out"),
    ],
)
def test_no_action_hides_below_a_header_that_means_nothing(true: str, written: str) -> None:
    assert true in _EXAMPLE
    assert judged(_EXAMPLE.replace(true, written, 1)).verdict is Verdict.ILLEGAL


def test_a_site_has_a_header_above_each_action_and_no_other() -> None:
    text = _EXAMPLE.replace("(Table, Figures, Deluxe)", "(Figures)").replace("Free draw", "Move 5: Bob\nFree draw", 1)
    began = [told for told in read_table(text).observations if isinstance(told, ActionBegan)]
    assert len(began) == 1 + _EXAMPLE.count("Move") - 2


@pytest.mark.parametrize(
    ("true", "written", "verdict"),
    [
        ("Move 1: Ann\n", "Move 1: Bob\n", Verdict.ILLEGAL),
        ("Move 2: Bob\nBob melds", "Move 2: Ann\nBob melds", Verdict.ILLEGAL),
        ("Move 2: Bob\nBob melds", "Move 2: Ann\nAnn goes first with Code of Laws\nBob melds", Verdict.ILLEGAL),
        # One header stands above all opening cards. They lie there in any order.
        ("Move 2: Bob\nBob melds", "Bob melds", Verdict.LEGAL_SO_FAR),
        (
            "Move 1: Ann\nAnn melds Code of Laws from hand\nMove 2: Bob\nBob melds Sailing from hand\n",
            "Move 1: Ann\nBob melds Sailing from hand\nAnn melds Code of Laws from hand\n",
            Verdict.LEGAL_SO_FAR,
        ),
        # The card of the header's player can be in the line that is not understood.
        ("Move 2: Bob\nBob melds", "Move 2: Ann\nAnn puts down a card\nBob melds", Verdict.LEGAL_SO_FAR),
        ("Move 1: Ann\n", "Move 0: Bob\nMove 1: Ann\n", Verdict.LEGAL_SO_FAR),
    ],
)
def test_the_header_above_an_opening_card_names_its_player(true: str, written: str, verdict: Verdict) -> None:
    """It was not compared at all, neither in notes of a table nor in texts and pages of Yucata."""
    assert true in _EXAMPLE
    text = _EXAMPLE.replace(true, written, 1)
    assert judged(text).verdict is verdict
    on_yucata = read_table(text.replace("Table, Figures, Deluxe", "Figures"))
    assert on_yucata.site == "yucata"
    assert bool(on_yucata.inconsistencies) is (verdict is Verdict.ILLEGAL)
