"""Texts and pages in which a player gives up."""

from __future__ import annotations

import pytest

from innolog.replay import Replay, Verdict, replay
from innolog.results.soundness import Incomplete
from parsers.lines.review import read_review_text
from parsers.lines.writing import review_text, yucata_page
from parsers.lines.yucata import read_yucata_page
from tests.parsers.lines.games import told


def _until_given_up() -> tuple[list[str], list[str], list[str]]:
    """A text of two players up to a move in which one gives up, the rest of its lines, and the names."""
    lines = review_text(told("base"), None).splitlines()
    names = sorted({line.split()[0] for line in lines if line.endswith(" chooses a card.")})
    cut = next(number for number, line in enumerate(lines) if line.startswith("Move 40 "))
    assert len(names) == 2
    return [*lines[:cut], f"{names[0]} concedes the game."], lines[cut:], names


def _judged(lines: list[str]) -> Replay:
    return replay(read_review_text("x", "\n".join(lines) + "\n"))


def test_a_text_that_stops_says_who_gave_up() -> None:
    until, _, names = _until_given_up()
    result = _judged(until)
    assert (result.verdict, result.reason) == (Verdict.LEGAL_SO_FAR, f"{names[0]} conceded")
    assert _judged([*until, "End of game"]).verdict is Verdict.LEGAL_SO_FAR


@pytest.mark.parametrize(
    "forged",
    [
        "the rest",
        "one more move",
        "{1} concedes the game.",
        "END OF GAME BY ACHIEVEMENTS: {1} has got 6 achievements. {1} wins!",
    ],
)
def test_nothing_is_told_after_a_player_gave_up(forged: str) -> None:
    """Whatever stood below the line was passed over: another game, or another end."""
    until, rest, names = _until_given_up()
    if forged == "one more move":
        forged = next(line for line in rest if " draws a " in line)
    result = _judged([*until, *(rest if forged == "the rest" else [forged.format(*names)])])
    assert result.verdict is Verdict.ILLEGAL
    assert result.violation is not None
    assert (result.violation.rule, result.violation.expected) == ("end.after", f"{names[0]} conceded")
    assert result.violation.at is not None
    assert result.violation.at.packet > len(until)


def _page(gives_up: int) -> Replay:
    """The verdict on a page of three players in which one gives up before the last move of the winner.

    The number is that of turns that have passed since the player's.
    """
    page = yucata_page(told("cities"), None)
    headers = [part.partition("<")[0].partition(": ") for part in page.split(">Move ")[1:]]
    acting = list(dict.fromkeys(name for _, _, name in reversed(headers)))
    start = page.rindex('<div class="mayClick name')
    start = page.rindex('<div class="mayClick action', 0, start)
    given_up = f'<div class="mayClick action"><span>{acting[gives_up]} resigns</span></div>'
    return replay(read_yucata_page("x", (page[:start] + given_up + page[start:]).encode()))


def test_others_may_go_on_without_a_player_who_gave_up() -> None:
    result = _page(2)
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.soundness.has(Incomplete.STRANGE)


def test_who_gave_up_does_not_go_on() -> None:
    assert _page(0).verdict is Verdict.ILLEGAL
