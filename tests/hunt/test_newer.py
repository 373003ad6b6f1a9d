"""Honest games of the newer generation's rules are legal, to a spectator and to a seat."""

from __future__ import annotations

import pytest

from innolog.engine.ruleset import Edition
from innolog.replay import Verdict
from tests.hunt.newer import judged
from tests.shared import sampled


@pytest.mark.parametrize("edition", [Edition.FOURTH, Edition.THIRD])
@pytest.mark.parametrize("first", sampled(range(0, 60, 3), 20))
def test_games_of_bots_are_legal(edition: Edition, first: int) -> None:
    for number in range(first, first + 3):
        for viewpoint, verdict, reason in judged(edition, number):
            assert verdict in (Verdict.LEGAL, Verdict.LEGAL_SO_FAR), (number, viewpoint, reason)
