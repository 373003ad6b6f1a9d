"""What a player could have done instead, and what each action certainly leads to."""

from __future__ import annotations

from dataclasses import replace
from gzip import decompress
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from innolog.cli._chances import chances
from innolog.cli._page import UNTRIED, full_page, page_of
from innolog.conversion import alternatives as conversion
from innolog.conversion.alternatives import After, Alternative, Depends, Fork, Untried, alternatives
from innolog.conversion.simulated import native_file
from innolog.engine.actions import ActionKind, play_next
from innolog.engine.game import Game
from innolog.engine.ruleset import Platform, Ruleset
from innolog.replay import replay
from innolog.replay.full.earliest import take_back
from innolog.results.result import Replay, Snapshot, Violation
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from reports.game import render
from reports.winprob.course import Chances
from tests.pages import page_fault
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
            if isinstance(taken.outcome, After):
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
    assert kinds == {After, Fork, Depends}


def _told(found: tuple[Alternative, ...]) -> list[Any]:
    def told(outcome: After | Fork | Depends | Untried) -> Any:
        if isinstance(outcome, Fork):
            return [outcome.player, *map(told, outcome.branches)]
        return _counts(outcome.table) if isinstance(outcome, After) else outcome

    return [(each.action, told(each.outcome)) for each in found]


def _choosers(outcome: After | Fork | Depends | Untried) -> set[int]:
    """The seats that have a choice."""
    if not isinstance(outcome, Fork):
        return set()
    return {outcome.player}.union(*map(_choosers, outcome.branches))


def test_each_certain_outcome_has_a_chance() -> None:
    result = _simulated(3)
    found = list(alternatives(result))
    course = chances(result, str(files("reports.winprob") / "default.json"), None, found)
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
        if isinstance(one.outcome, After) and one.outcome.ended
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
        elif isinstance(other.outcome, After):
            assert _told((one,)) == _told((other,))
    assert sum(isinstance(each.outcome, Fork) for each in followed) > 100


def test_what_hidden_cards_must_be_is_not_chosen() -> None:
    """A demand for a card with a crown: each of the victim's hidden cards may have none, but not all of them together.

    "None of them has one" was tried like any other answer, and ended in a traceback (Oars, Candles, Feudalism and all
    other effects that must take a card of some kind from a hand that nobody sees).
    """
    result = _simulated(9)
    found = list(alternatives(result))
    assert len(found) == len(result.actions)
    assert not [each for options in found for each in options if isinstance(each.outcome, Untried)]


def test_a_bug_costs_the_outcome_of_one_action_and_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    result = _simulated(3)
    whole = full_page(result)

    def failing(trial: Game) -> None:
        play_next(trial)
        if isinstance(trial.decider, conversion._Trial) and trial.decider._action.kind is ActionKind.MELD:
            raise KeyError(7)

    monkeypatch.setattr(conversion, "play_next", failing)
    page = full_page(result)
    for action, before in zip(page.actions, whole.actions, strict=True):
        assert action.possible is not None
        assert before.possible is not None
        assert {each.text for each in action.possible} == {each.text for each in before.possible}
        for option in action.possible:
            assert (option.depends or "").startswith(UNTRIED) == option.text.startswith("Meld "), option
    assert render(page).rstrip().endswith("</html>")


def test_a_page_says_where_what_was_possible_is_unknown() -> None:
    """The decisions of the fifth action cannot be repeated: what was possible is known up to there."""
    result = _simulated(3)
    broken = replace(result.actions[4], decisions=[])
    result = replace(result, actions=[*result.actions[:4], broken, *result.actions[5:]])
    page = full_page(result)
    assert [action.possible is None for action in page.actions] == [False] * 5 + [True] * (len(page.actions) - 5)
    assert "What was possible" in render(page)
    # Nothing was asked for: then nothing is missing.
    assert all(action.possible == () for action in page_of(result).actions)


def test_a_shortened_game_has_the_deal_of_its_own_replay(sample_logs: list[Path]) -> None:
    """An illegal log whose place is before the furthest one has the actions up to there, from another replay.

    Its deal was that of the first replay, which numbers hidden cards otherwise. So its page listed actions
    with other cards, and nothing could be tried or repeated.
    """
    path = next(path for path in sample_logs if path.name == "cities_4p_spectator.json.gz")
    result = replay(read_blob(Blob("sample.json", decompress(path.read_bytes()))), record=True)
    middle = result.actions[len(result.actions) // 2].last_move
    assert middle is not None
    at = next(seen.at for seen in result.log.observations if (seen.at.move or 0) > middle)
    take_back(result, Violation("dogma.order", "", at, "", ""))
    assert page_fault(result) == ""


def test_a_replay_without_decisions_has_none() -> None:
    assert list(alternatives(random_replay(0))) == []
