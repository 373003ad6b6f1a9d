"""What a player could have done instead, and what each action certainly leads to."""

from __future__ import annotations

from dataclasses import replace
from gzip import decompress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from innolog.cli._chances import chances
from innolog.conversion.alternatives import Alternative, Depends, Fork, Outcome, alternatives
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
    assert kinds == {Outcome, Fork, Depends}


def _told(found: tuple[Alternative, ...]) -> list[Any]:
    def told(outcome: Outcome | Fork | Depends) -> Any:
        if isinstance(outcome, Fork):
            return [outcome.player, *map(told, outcome.branches)]
        return outcome if isinstance(outcome, Depends) else _counts(outcome.table)

    return [(each.action, told(each.outcome)) for each in found]


def _choosers(outcome: Outcome | Fork | Depends) -> set[int]:
    """The seats that have a choice."""
    if not isinstance(outcome, Fork):
        return set()
    return {outcome.player}.union(*map(_choosers, outcome.branches))


def test_each_certain_outcome_has_a_chance() -> None:
    result = _simulated(3)
    found = list(alternatives(result))
    course = chances(result, None, None, found)
    assert isinstance(course, Chances)
    for each, values in zip(found, course.possible, strict=True):
        assert [isinstance(one.outcome, Depends) for one in each] == [value is None for value in values]
        # A drawn card counts whichever it is.
        assert not [one for one in each if one.action.kind is ActionKind.DRAW and isinstance(one.outcome, Depends)]
    forks = {"own": 0, "others": 0}
    for index, each in enumerate(found[1:-1], 1):
        player = result.actions[index].player
        for alternative, value in zip(each, course.possible[index], strict=True):
            if not alternative.taken or value is None:
                continue
            came = course.curves[player][index]
            choosers = _choosers(alternative.outcome)
            # What was chosen is one of the branches: no better than the best, and no worse than the worst.
            if not choosers:
                assert value == pytest.approx(came)
            elif choosers == {player}:
                forks["own"] += 1
                assert value >= came - 1e-9
            elif player not in choosers:
                forks["others"] += 1
                assert value <= came + 1e-9
    assert min(forks.values()) > 0, forks
    # An action that ends the game has its result.
    won = [
        value
        for each, values in zip(found, course.possible, strict=True)
        for one, value in zip(each, values, strict=True)
        if isinstance(one.outcome, Outcome) and one.outcome.ended
    ]
    assert set(won) <= {0.0, 0.5, 1.0}


def test_choices_are_followed_only_if_asked_and_few() -> None:
    result = _simulated(3)
    plain = [each for found in alternatives(result, forks=False) for each in found]
    followed = [each for found in alternatives(result) for each in found]
    assert not any(isinstance(each.outcome, Fork) for each in plain)
    for one, other in zip(plain, followed, strict=True):
        if isinstance(other.outcome, Fork):
            assert one.outcome in (Depends.OWN, Depends.OTHERS)
            assert len(other.outcome.branches) > 1
        elif isinstance(other.outcome, Outcome):
            assert _told((one,)) == _told((other,))
    assert sum(isinstance(each.outcome, Fork) for each in followed) > 100


def test_a_replay_without_decisions_has_none() -> None:
    assert list(alternatives(random_replay(0))) == []
