"""Texts without move headers, pieces of texts, and texts about anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.judging.verdicts import judged
from innolog.log import GameLog
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from parsers.lines.detection import fits, read
from parsers.lines.writing import review_text, table_text
from tests.parsers.lines.games import RULES, told

_NUMBERED = 'expected numbered lines that name who acts, such as "Move 3: Ann", found none'
_LATE = "does not contain the opening"
#: The last lines of a game between Ann and the viewer.
_ICONS = "Ann has 5 [crown]."
_EFFECT = "Ann has to execute the 1st non-demand effect."
_OWN = "You draw [3] Medicine."


def _judged(*lines: str) -> tuple[str, str]:
    row = judged(Blob("game", "\n".join(lines).encode()), NOTHING)
    return row.verdict, row.rule or row.message or ""


def _without_headers(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("Move ")]


@pytest.mark.parametrize("name", ["base", "cities"])
@pytest.mark.parametrize("viewpoint", [None, 0, 1])
def test_a_text_without_headers_is_read_from_every_seat(name: str, viewpoint: int | None) -> None:
    """Of two players, the text of a seat names only the other one, and was none of a game."""
    text = review_text(told(name), viewpoint)
    bare = "\n".join(_without_headers(text)).encode()
    assert fits(bare)
    log, whole = read("bare", bare), read("whole", text.encode())
    assert isinstance(log, GameLog)
    assert [seat.name for seat in log.seats] == [seat.name for seat in whole.seats]
    assert log.viewpoint == whole.viewpoint
    place = log.observations[0].at
    bare_ones, others = ([replace(one, at=place) for one in each.observations] for each in (log, whole))
    assert bare_ones == others


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann draws a [3] from base."],
        [_OWN],
        [_ICONS, "Bob has 4 [crown].", "Ann draws a [3] from base."],
        [_EFFECT, "Bob melds [3] Medicine from his hand."],
        ["Innovation (Table, Cities)", "Move 46: Bob", "Bob draws [4] Base"],
        ["Innovation (Table)", "Move 9: Bob", "Ann carries out the first dogma effect", "Bob draws [4] Base"],
        ["Innovation (Table)", "Move 9: Bob", "Bob melds Tools from hand", "Move 11: Bob", "Bob draws [4] Base"],
    ],
)
def test_a_late_piece_about_one_player_is_a_late_piece(lines: list[str]) -> None:
    """It was unreadable for want of a second player, whose lines had only counts and effects, or were not copied."""
    numbered = lines if any(line.startswith("Move ") for line in lines) else ["Move 63 :", *lines]
    verdict, reason = _judged(*numbered)
    assert (verdict, _LATE in reason) == ("unsupported", True)


def test_a_piece_with_less_than_an_action_says_so() -> None:
    """The choices of opening cards were nothing known; counts alone were about no player."""
    nothing = ("unsupported", "the log has no action, nor the opening of the game")
    assert _judged("Move 1 :", "Ann chooses a card.", "Bob chooses a card.") == nothing
    assert _judged("Move 53 :", _ICONS, "Bob has 4 [crown].") == nothing
    # Who has an opening card plays alone: that is no late piece.
    alone = ("unreadable", "expected lines about at least two players, found 1")
    assert _judged("Move 1: Ann", "Ann melds Tools from hand") == alone


def test_pieces_without_headers_are_of_a_game_if_two_players_act_in_the_words_of_the_site() -> None:
    for piece in ([_OWN, _ICONS], ["Bob draws a [3] from base.", _EFFECT], [_OWN, "Bob draws a [3] from base."]):
        verdict, reason = _judged(*piece)
        assert (verdict, _LATE in reason) == ("unsupported", True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear Bob,\nYou have to execute the plan.\nAnn draws a picture.\nYou can do it.\nSee you!",
        "You should come on Friday.\nBob transfers the money to me.\nYou transfer it to Ann",
        "Ann has 5.\nBob has 3.\nYou have 4.",
        "Bob draws a picture.\nAnn has 5 cats.\nYou have 3 [dogs].",
        "My turn was good.\nAnn draws a [3] from base.",
        "name,cards\nAnn,5\nBob,3",
        "def draw(player):\n    return player.draws(1)\n",
        "Innovation (2010)\nA game by Carl Chudyk.\nYou draw cards.",
        "Re: Innovation (Table)\nShall we play?",
        "Shall we play?\nInnovation (Table)",
    ],
)
def test_texts_about_anything_else_are_no_logs(text: str) -> None:
    assert not fits(text.encode())


@pytest.mark.parametrize("name", ["base", "all"])
@pytest.mark.parametrize("viewpoint", [None, 0])
def test_the_text_of_a_table_needs_numbered_lines(name: str, viewpoint: int | None) -> None:
    """Such a text was no log, or had nothing known, although its title says that a table wrote it down."""
    text = table_text(told(name), viewpoint, rules=RULES[name].describe())
    title, *lines = _without_headers(text)
    assert _judged(title) == ("unreadable", "expected lines of a game of Innovation, found none")
    for piece in (lines, lines[:1], lines[60:64], lines[-3:]):
        assert _judged(title, *piece) == ("unreadable", _NUMBERED)
        # Numbers without names are as good as none.
        assert _judged(title, "Move 1:", *piece) == ("unreadable", _NUMBERED)


def test_a_table_can_write_the_words_of_the_site_without_headers() -> None:
    title, *lines = _without_headers(table_text(told("base"), None, rules=RULES["base"].describe()))
    site = _without_headers(review_text(told("base"), None))
    assert _judged(title, *site)[0] == "legal"
    assert _judged(title, *site[60:])[0] == "unsupported"
    # One remark among them is no text in other words.
    assert _judged(title, *site[:30], lines[0])[0] != "unreadable"
