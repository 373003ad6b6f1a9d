"""The moves of a log in which an action began and ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from innolog.replay import replay
from tests.replay.poorer import read


@pytest.mark.parametrize("name", ["base_3p_spectator", "third_all_sets_3p_player", "first_edition_teams_spectator"])
def test_an_action_begins_after_the_move_in_which_the_site_asked_for_it(name: str, sample_logs: list[Path]) -> None:
    """The site asks at the end of the move before: who plays first, and for free actions, too.

    The first action had the move of the opening, and free actions that of the action before.
    """
    result = replay(read(next(path for path in sample_logs if path.name.startswith(name))), record=True)
    pairs = list(zip(result.actions, result.actions[1:], strict=False))
    # Nothing but the question tells that somebody leaves the card on display.
    wrong = [
        after.index
        for before, after in pairs
        if after.kind != "leave display" and not (before.last_move or 0) < (after.move or 0) <= (after.last_move or 0)
    ]
    assert len(pairs) > 40
    assert wrong == []
