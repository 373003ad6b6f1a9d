"""The win curve that every page of a game has: from the networks of reviews, or the model that comes with innolog."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from innolog.cards.facts import CardSet
from innolog.cli._chances import chances
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Platform, Ruleset
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from reports.winprob.course import Chances, Moment, Prospect, along, chance_after
from reports.winprob.model import WinModel


def _replayed(rules: Ruleset, seed: int) -> Replay:
    _, text = native_file(simulate(rules, seed, seats(["sensible"], rules.players, seed)))
    return replay(read_blob(Blob("game.innolog", text.encode())), record=True)


def _course(rules: Ruleset, seed: int) -> Chances | str | None:
    return chances(_replayed(rules, seed), None, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_default_model_knows_the_base_game(players: int) -> None:
    game = _replayed(Ruleset(players=players, platform=Platform.BGA), 3)
    # A log that breaks the rules cannot be reviewed.
    found = chances(replace(game, verdict=Verdict.ILLEGAL), None, None)
    assert isinstance(found, Chances)
    assert "comes with innolog" in found.note
    assert "played by the bots of innolog" in found.note
    for after in zip(*found.curves, strict=True):
        assert math.isclose(sum(after), 1, abs_tol=1e-9)
        assert min(after) >= 0
    # Before anything happened nobody is ahead by much, and at the end somebody has won.
    assert max(abs(curve[0] - 1 / players) for curve in found.curves) < 0.2
    assert sorted(curve[-1] for curve in found.curves)[-1] in (1, 0.5)
    assert found.turning


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(players=2, platform=Platform.BGA),
        Ruleset(players=2, platform=Platform.BGA, extra_achievement=True),
        Ruleset(players=4, teams=(0, 1, 0, 1), sets=frozenset({CardSet.BASE, CardSet.CITIES})),
        Ruleset(players=3, platform=Platform.TABLE, sets=frozenset({CardSet.BASE, CardSet.FIGURES})),
    ],
    ids=["base", "option", "teams", "figures"],
)
def test_legal_games_have_the_curve_of_the_networks(rules: Ruleset) -> None:
    found = _course(rules, 1)
    assert isinstance(found, Chances)
    assert "network" in found.note
    sides = rules.teams or range(rules.players)
    for after in zip(*found.curves, strict=True):
        of_sides = dict(zip(sides, after, strict=True))
        assert [of_sides[side] for side in sides] == pytest.approx(list(after), abs=1e-6)
        assert sum(of_sides.values()) == pytest.approx(1, abs=1e-6)
    assert max(curve[-1] for curve in found.curves) in (1, 0.5)
    assert max(abs(change) for change in found.added if change is not None) > 0.02


def test_a_game_that_is_not_legal_and_has_no_model_says_why_there_is_no_curve() -> None:
    rules = Ruleset(players=2, platform=Platform.BGA, extra_achievement=True)
    game = replace(_replayed(rules, 1), verdict=Verdict.ILLEGAL)
    assert chances(game, None, None) == (
        "the model that comes with innolog was not fitted to games of this kind: "
        "third edition, base + extra_achievement, 2 players"
    )


def test_sides_of_unequal_size_share_a_win_equally() -> None:
    """The larger side had as many shares as members."""
    teams = (0, 0, 1)
    found = along([{0: 0.6, 1: 0.4}, {0: 0.6, 1: 0.4}], [None, 0], teams, (0, 1, 2), "")
    assert [curve[-1] for curve in found.curves] == [0.5, 0.5, 0.5]
    model = next(each for each in WinModel.default().groups if each.players == len(teams))
    ended = Prospect(Moment(9, 1, 0, None), 9, 2, 0, winners=(0, 1, 2))
    assert [chance_after(model, ended, 0, seat, teams) for seat in range(3)] == [0.5, 0.5, 0.5]
