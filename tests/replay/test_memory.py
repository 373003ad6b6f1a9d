"""The search of one action does not go twice where the same game stands.

What was wrong: an effect that asks each of several players for a card and does nothing with most of them (Kobukson
splays a color on any board) has thousands of explanations, which all lead to the same game. Whatever was false later in
the log, the search came back and tried them all, ran out of steps, and the log was unsupported: a place for a forger to
hide. The class is every choice without consequence that several players make in one action. Engines that cheat found
it; here a false score is told at the end of games with such actions.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog import log as seen
from innolog.cards.facts import CardSet
from innolog.compiled import is_compiled
from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from innolog.replay import memory
from innolog.replay.search import replay_under
from parsers.bga.writer import export
from tests.cheating.con import play
from tests.tampering.story import read_export

_RULES = Ruleset(
    sets=frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS}),
    players=4,
    teams=(0, 1, 0, 1),
    relics=True,
)


def _false_score_at_the_end(seed: int) -> GameLog:
    told = play(_RULES, seed).told
    for index in range(len(told.told) - 1, 0, -1):
        move = told.told[index].observation
        if isinstance(move, seen.Transfer) and move.to_place is seen.Place.BOARD and len(move.checks) == 1:
            false = replace(move.checks[0], score=(move.checks[0].score or 0) + 1)
            told.told[index] = replace(told.told[index], observation=replace(move, checks=(false,)))
            break
    return read_export(export(told, None))


@pytest.mark.skipif(is_compiled(), reason="a constant of a compiled module can't be changed")
def test_the_same_is_found_with_fewer_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict and the place are those of a search that goes everywhere; the returns are half as many, or fewer."""
    with_it, without = 0, 0
    for seed in (10, 14, 21):
        log = _false_score_at_the_end(seed)
        found = replay_under(log, _RULES)
        with monkeypatch.context() as patched:
            patched.setattr(memory, "PATIENCE", 10**9)
            everywhere = replay_under(log, _RULES)
        assert found.violation is not None
        assert found.violation == everywhere.violation
        assert found.violation.rule == "count.score"
        with_it, without = with_it + found.returns, without + everywhere.returns
    assert with_it * 2 <= without
