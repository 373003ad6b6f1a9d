"""What lines do not tell is unread or left open, and accuses nobody."""

from __future__ import annotations

import pytest

from innolog.log import At
from innolog.replay import Verdict, replay
from parsers.lines.reading import out_of_order
from parsers.lines.review import read_review_text
from parsers.lines.writing import review_text
from tests.parsers.lines.games import told


@pytest.mark.parametrize("word", ["[couronne]", "cr0wn", "[vert feuille]"])
def test_a_count_of_icons_in_unknown_words_is_not_missing(word: str) -> None:
    """It was taken for one of the messages that say nothing of the game, and so somebody had not counted the icons."""
    lines = review_text(told("base"), 0).splitlines()
    at = next(index for index, line in enumerate(lines) if " has " in line and line.endswith("]."))
    lines[at] = f"{lines[at].rpartition('[')[0]}{word}."
    log = read_review_text("x", "\n".join(lines))
    assert [unread.at.packet for unread in log.unread] == [at + 1]
    assert replay(log).verdict is Verdict.UNSUPPORTED
    # What is known to say nothing stays known.
    name = lines[at].partition(" ")[0]
    for known in ("points", "color splayed left", "[leaf] and 3 [crown]", " purple cards"):
        lines[at] = f"{name} has 4 {known}."
        assert not read_review_text("x", "\n".join(lines)).unread


def test_moves_may_be_counted_from_zero() -> None:
    moves = [(At(move, move, 0), move) for move in (0, 1, 3)]
    assert list(out_of_order(moves, again=False)) == []
    (found,) = out_of_order([*moves, (At(3, 4, 0), 3)], again=False)
    assert found.observed == "move 3"
