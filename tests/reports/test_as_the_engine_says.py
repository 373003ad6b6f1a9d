"""Statistics take from the engine what a card counts on a board, and what can be claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from innolog.cards.facts import card_table
from innolog.cli._chances import moment_of
from innolog.store.dataset import open_dataset
from innolog.store.writer import DatasetWriter
from reports.metrics import BY_NAME
from reports.metrics.compute import compute
from reports.winprob.course import features
from reports.winprob.features import Group
from reports.winprob.states import states
from tests.store.factory import add, content_hash, make_replay


def test_the_highest_top_card_is_that_of_the_board(tmp_path: Path) -> None:
    """Battleship Yamato has an 8 on its back."""
    ((card, age),) = card_table().board_age.items()
    replay = make_replay(3)
    color, since = card_table().color[card], len(replay.actions) // 2
    for action in replay.actions[since:]:
        assert action.snapshot is not None
        mine, *others = action.snapshot.players
        boards = [(card,) if number == color else pile for number, pile in enumerate(mine.boards)]
        action.snapshot = action.snapshot._replace(players=(mine._replace(boards=tuple(boards)), *others))
    with DatasetWriter(tmp_path) as writer:
        assert add(writer, replay, content_hash("a"))
    with open_dataset(tmp_path) as data:
        items = [set(compute(data, BY_NAME[name])["item"]) for name in ("age_round", "first_to_age")]
        games = data.frame("SELECT * FROM every.card_games WHERE seat = 0")
        frame = states(data.frame, Group("third", "base", 2), counted=False)
    assert f"age {age}" in items[0] & items[1]
    assert games["dogma_age"].max() == age
    snapshot = replay.actions[since].snapshot
    assert snapshot is not None
    theirs = max(card_table().age[pile[-1]] for pile in snapshot.players[1].boards if pile)
    stored = frame[(frame["action"] == since) & (frame["side"] == 0)]
    known = features([moment_of(1, 1, 0, snapshot)], 0, (0, 1))
    assert known is not None
    assert list(stored["top_age"]) == [known[0]["top_age"]] == [age - theirs]


def test_what_can_be_claimed_is_what_the_engine_says(tmp_path: Path) -> None:
    """The rules may ask for more than points and a top card, or for less: a second one of an age, karmas."""
    replay = make_replay(3)
    taken = next(action for action in replay.actions[20:] if action.kind == "draw")
    before = replay.actions[taken.index - 1]
    assert before.snapshot is not None
    seats = [view._replace(claimable=()) for view in before.snapshot.players]
    seats[taken.player] = seats[taken.player]._replace(claimable=(7, 9))
    before.snapshot = before.snapshot._replace(players=tuple(seats))
    with DatasetWriter(tmp_path) as writer:
        assert add(writer, replay, content_hash("a"))
    with open_dataset(tmp_path) as data:
        missed = compute(data, BY_NAME["claim_missed"])
        frame = states(data.frame, Group("third", "base", 2), counted=False)
    assert {"age 7", "age 9"} <= set(missed["item"])
    stored = frame[(frame["action"] == before.index) & (frame["side"] == taken.player)]
    known = features([moment_of(1, 1, 0, before.snapshot)], 0, (0, 1))
    assert known is not None
    for name, value in (("claimable", 2), ("claimable_any", 1)):
        assert list(stored[name]) == [known[taken.player][name]] == [value]


def test_what_cannot_be_claimed_is_not_within_reach(tmp_path: Path) -> None:
    """A second achievement of an age has a higher price. With the points for a first one, it was at no distance."""
    replay = make_replay(3)
    action = replay.actions[20]
    assert action.snapshot is not None
    seats = [
        view._replace(claimable=(), score=score) for view, score in zip(action.snapshot.players, (50, 0), strict=True)
    ]
    action.snapshot = action.snapshot._replace(players=tuple(seats))
    with DatasetWriter(tmp_path) as writer:
        assert add(writer, replay, content_hash("a"))
    with open_dataset(tmp_path) as data:
        frame = states(data.frame, Group("third", "base", 2), counted=False)
    stored = frame[(frame["action"] == action.index) & (frame["side"] == 0)]
    known = features([moment_of(1, 1, 0, action.snapshot)], 0, (0, 1))
    assert known is not None
    # The other player lacks all five points for an age 1.
    assert list(stored["reach"]) == [pytest.approx(known[0]["reach"])] == [pytest.approx(0.2 - 1)]
