"""What a player could have done instead, and what each action certainly leads to."""

from __future__ import annotations

from dataclasses import replace
from gzip import decompress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from innolog.cli._chances import chances
from innolog.conversion.alternatives import Alternative, Depends, Outcome, alternatives
from innolog.conversion.simulated import native_file
from innolog.engine.actions import ActionKind
from innolog.engine.ruleset import Platform, Ruleset
from innolog.replay import replay
from innolog.results.result import Replay, Snapshot
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from reports.winprob.course import Chances
from tests.reports.factory import random_replay


def _counts(table: Snapshot) -> list[tuple[Any, ...]]:
    """What a table has in numbers, whichever cards they are."""
    return [
        (
            (view.score, view.icons, view.achievement_ages, view.splays, tuple(map(len, view.boards))),
            [len(zone) for zone in (view.hand, view.score_pile, view.forecast, view.display)],
        )
        for view in table.players
    ]


def _simulated(seed: int) -> Replay:
    rules = Ruleset(players=2, platform=Platform.BGA)
    _, text = native_file(simulate(rules, seed, seats(["sensible"], 2, seed)))
    return replay(read_blob(Blob("game.innolog", text.encode())), record=True)


def test_what_is_certain_came_true(sample_logs: list[Path]) -> None:
    """The action taken is among the alternatives, and a certain outcome is the table that the log then shows."""
    certain = 0
    for path in sample_logs[:2]:
        result = replay(read_blob(Blob("sample.json", decompress(path.read_bytes()))), record=True)
        found = list(alternatives(result))
        assert len(found) == len(result.actions)
        assert found[0] == ()
        for action, each in zip(result.actions[1:], found[1:], strict=True):
            (taken,) = (alternative for alternative in each if alternative.taken)
            assert action.kind == taken.action.kind.value
            if isinstance(taken.outcome, Outcome):
                assert action.snapshot is not None
                assert _counts(taken.outcome.table) == _counts(action.snapshot)
                certain += 1
    assert certain > 80


def test_cards_that_nobody_saw_decide_nothing() -> None:
    """Another order of the supply changes no outcome that counts as certain."""
    kinds: set[type] = set()
    for seed in range(6):
        result = _simulated(seed)
        assert result.setup is not None
        decks = {back: list(cards) for back, cards in result.setup.decks.items()}
        for cards in decks.values():
            Random(seed).shuffle(cards)
        setup = replace(result.setup, decks={back: tuple(cards) for back, cards in decks.items()})
        # Only the first action has the same position in both games.
        first, again = (
            next(each for each in alternatives(game) if each) for game in (result, replace(result, setup=setup))
        )
        assert _told(first) == _told(again)
        kinds |= {type(each.outcome) for each in first}
    assert kinds == {Outcome, Depends}


def _told(found: tuple[Alternative, ...]) -> list[Any]:
    return [
        (each.action, _counts(each.outcome.table) if isinstance(each.outcome, Outcome) else each.outcome)
        for each in found
    ]


def test_each_certain_outcome_has_a_chance() -> None:
    result = _simulated(3)
    found = list(alternatives(result))
    course = chances(result, None, None, found)
    assert isinstance(course, Chances)
    for each, values in zip(found, course.possible, strict=True):
        assert [isinstance(one.outcome, Outcome) for one in each] == [value is not None for value in values]
        # A drawn card counts whichever it is.
        assert not [one for one in each if one.action.kind is ActionKind.DRAW and isinstance(one.outcome, Depends)]
    for index, each in enumerate(found[1:-1], 1):
        player = result.actions[index].player
        for alternative, value in zip(each, course.possible[index], strict=True):
            if alternative.taken and value is not None:
                assert value == pytest.approx(course.curves[player][index])
    # An action that ends the game has its result.
    won = [
        value
        for each, values in zip(found, course.possible, strict=True)
        for one, value in zip(each, values, strict=True)
        if isinstance(one.outcome, Outcome) and one.outcome.ended
    ]
    assert set(won) <= {0.0, 0.5, 1.0}


def test_a_replay_without_decisions_has_none() -> None:
    assert list(alternatives(random_replay(0))) == []
