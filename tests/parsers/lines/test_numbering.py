"""Headers, moves that stand there again, and lines about people who are no players accuse nobody."""

from __future__ import annotations

from functools import partial

import pytest

from innolog.log import GameLog, UnreadableLog
from innolog.replay import Replay, Verdict, replay
from parsers import read_blob
from parsers.files import Blob

_NOTES = """\
Move 1: Ann
Ann melds Code of Laws from hand
Move 2: Bob
Bob melds Sailing from hand
Ann goes first with Code of Laws
Move 3: Ann
Ann draws [1] Base
Move 4: Bob
Bob activates Sailing
Ann carries out the first dogma effect
Ann draws and melds Archery
Bob carries out the first dogma effect
Bob draws and melds Mysticism
Free draw for sharing
Bob draws [1] Base
Move 5: Bob
Bob draws [1] Base
""".splitlines()
_SITE, _TABLE = "Innovation #77", "Innovation (Table)"
#: The indexes of the headers of the last two moves, and the end.
_FOURTH, _FIFTH, _END = 7, 15, 17


def _judged(title: str, lines: list[str]) -> Replay:
    log = read_blob(Blob("notes.txt", "\n".join([title, *lines]).encode()))
    assert isinstance(log, GameLog)
    return replay(log)


def _page(lines: list[str]) -> Replay:
    shown = (f'<div class="mayClick {"name" if line.startswith("Move") else ""}">{line}</div>' for line in lines)
    log = read_blob(Blob("page.html", f'<html><body><div id="log">{"".join(shown)}</div></body></html>'.encode()))
    assert isinstance(log, GameLog)
    return replay(log)


_WAYS = pytest.mark.parametrize("judged", [partial(_judged, _SITE), partial(_judged, _TABLE), _page])


@_WAYS
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Move 5: Bob", "Nobody resigns"),
        ("Move 5: Bob", "Rain ends the game by a dogma effect"),
        ("Ann goes first with Code of Laws", "She goes first with Code of Laws"),
    ],
)
def test_a_line_about_somebody_unknown_accuses_nobody_and_is_not_passed_over(
    judged: partial[Replay], old: str, new: str
) -> None:
    at = _NOTES.index(old)
    lines = [*_NOTES[:at], new, *_NOTES[at + (not old.startswith("Move")) :]]
    result = judged(lines)
    assert result.verdict is Verdict.UNSUPPORTED
    assert f"a line is about somebody who does not play ({new.partition(' ')[0]})" in (result.reason or "")
    # What was wrong before stays wrong.
    if at > _FOURTH:
        wrong = [line.replace("activates Sailing", "activates Oars") for line in lines]
        assert judged(wrong).verdict is Verdict.ILLEGAL


@_WAYS
@pytest.mark.parametrize(("short", "full"), [("Ann", "Ann (guest)"), ("Ann", "Ann K.")])
def test_headers_with_more_than_a_name_accuse_nobody(judged: partial[Replay], short: str, full: str) -> None:
    headed = [line.replace(short, full) if line.startswith("Move") else line for line in _NOTES]
    assert judged(headed).verdict is Verdict.UNSUPPORTED
    called = [line.replace(short, full) if " goes first" not in line else line for line in _NOTES]
    assert judged(called).verdict is Verdict.UNSUPPORTED


@pytest.mark.parametrize("judged", [partial(_judged, _SITE), _page])
def test_a_move_that_was_taken_back_accuses_nobody(judged: partial[Replay]) -> None:
    """The notice is not understood, and a move number after it was out of order."""
    undone = [*_NOTES, "Undone", *_NOTES[_FOURTH:]]
    result = judged(undone)
    assert result.verdict is Verdict.UNSUPPORTED
    assert "Undone" in (result.reason or "")
    # Without a notice between the two numbers, nothing explains them.
    lower = [line.replace("Move 5", "Move 3") for line in _NOTES]
    assert judged([*lower[:4], "Undone", *lower[4:]]).verdict is Verdict.ILLEGAL
    assert judged([*lower[:_FIFTH], "Undone", *lower[_FIFTH:]]).verdict is Verdict.UNSUPPORTED


def test_a_remark_in_the_form_of_a_header_is_none_on_a_site() -> None:
    result = _judged(_SITE, [*_NOTES[:_FIFTH], "Round 3: Bob", *_NOTES[_FIFTH:]])
    assert (result.verdict, [each.text for each in result.log.unread]) == (Verdict.LEGAL_SO_FAR, ["Round 3: Bob"])
    # What the site calls moves in another language is a header.
    for other in ("Zug", "Move"):
        mixed = [*_NOTES[:_FIFTH], _NOTES[_FIFTH].replace("Move", other), *_NOTES[_FIFTH + 1 :]]
        assert _judged(_SITE, mixed).log.unread == []
        lower = [line.replace(f"{other} 5", f"{other} 3") for line in mixed]
        assert _judged(_SITE, lower).verdict is Verdict.ILLEGAL


@_WAYS
@pytest.mark.parametrize(
    ("end", "start"),
    [
        # A part of the move, and all of it.
        (_FOURTH + 2, _FOURTH),
        (_FOURTH + 4, _FOURTH),
        # A part of it, the end of the move before, and all of it.
        (_FOURTH + 2, _FOURTH - 1),
        (_FOURTH + 1, _FOURTH - 1),
        # All of it, with the end of the one before.
        (_FIFTH, _FOURTH - 1),
        (_END, _FIFTH - 2),
    ],
)
def test_pieces_that_overlap_within_a_move_accuse_nobody(judged: partial[Replay], end: int, start: int) -> None:
    result = judged([*_NOTES[:end], *_NOTES[start:]])
    assert result.verdict is Verdict.UNSUPPORTED
    assert "a move that stands there again" in (result.reason or "")


@_WAYS
def test_a_header_may_stand_again_on_the_next_page(judged: partial[Replay]) -> None:
    again = [*_NOTES[: _FOURTH + 5], _NOTES[_FOURTH], *_NOTES[_FOURTH + 5 :]]
    assert judged(again).verdict is Verdict.UNSUPPORTED
    # Twice in succession, it says nothing.
    assert judged([*_NOTES[:_FIFTH], *_NOTES[_FIFTH:][:1], *_NOTES[_FIFTH:]]).verdict is Verdict.LEGAL_SO_FAR
    # A copy with another line in it is none.
    forged = [*_NOTES[: _FOURTH + 1], "Bob claims the achievement [9] Base", *_NOTES[_FOURTH + 1 :]]
    assert judged([*_NOTES[:_FIFTH], *forged[_FOURTH:]]).verdict is Verdict.ILLEGAL
    # Nothing shows that a line without a header was pasted: this is a draw too many.
    assert judged([*_NOTES[:_FIFTH], _NOTES[_FIFTH - 1], *_NOTES[_FIFTH:]]).verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("title", [_SITE, _TABLE])
def test_headers_and_text_on_one_line_are_named(title: str) -> None:
    """They were more than ten players."""
    lines = [f"Move {number}: Ann draws card {number}" for number in range(1, 20)]
    with pytest.raises(UnreadableLog, match=r'line 2: expected headers such as .*found "Move 1: Ann draws card 1"'):
        _judged(title, lines)


def test_a_document_is_named() -> None:
    with pytest.raises(UnreadableLog, match=r"found a document \(RTF\)"):
        read_blob(Blob("notes.rtf", b"{\\rtf1\\ansi Move 1: Ann\\par}"))
