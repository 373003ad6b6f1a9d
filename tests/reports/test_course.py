"""The win curve that every page of a game has: from the model that comes with innolog."""

from __future__ import annotations

import math

import pytest

from innolog.cli._chances import chances
from innolog.conversion.simulated import native_file
from innolog.engine.ruleset import Platform, Ruleset
from innolog.replay import replay
from innolog.simulate import seats, simulate
from parsers import read_blob
from parsers.files import Blob
from reports.winprob.course import Chances


def _course(rules: Ruleset, seed: int) -> Chances | str | None:
    _, text = native_file(simulate(rules, seed, seats(["sensible"], rules.players, seed)))
    return chances(replay(read_blob(Blob("game.innolog", text.encode())), record=True), None, None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_default_model_knows_the_base_game(players: int) -> None:
    found = _course(Ruleset(players=players, platform=Platform.BGA), 3)
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


def test_other_games_have_no_default_curve_and_the_reason() -> None:
    found = _course(Ruleset(players=2, platform=Platform.BGA, extra_achievement=True), 1)
    assert found == (
        "the model that comes with innolog was not fitted to games of this kind: "
        "third edition, base + extra_achievement, 2 players"
    )
