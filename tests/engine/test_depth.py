"""Cards that must execute each other: no rulebook says when they stop, so the engine does after many times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.cards.facts import CardSet
from innolog.engine.events import Event, NestedStarted
from innolog.engine.reading import DEEPEST
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import IconCounted
from innolog.log import NestedStarted as Executed
from innolog.replay import Verdict, guide, replay
from innolog.results.soundness import Incomplete
from tests.parsers.verdicts import read, written
from tests.table import Script, names, seat, table


def test_two_cards_that_must_execute_each_other_come_to_an_end() -> None:
    """By print, each of the two excludes itself alone. A simulated game stopped innolog with an error."""
    board = ["Self Service", "The Daily Courant"]
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = table(seat(board=board), seat(), top={9: ["Services"]}, sets=sets, platform=Platform.TABLE)
    nested: list[Event] = []
    tell = game.sink

    def sink(event: Event) -> None:
        tell(event)
        nested.extend([event] if isinstance(event, NestedStarted) else [])

    game.sink = sink
    Script(game, *[9] * (DEEPEST // 2)).dogma("Self Service")
    assert len(nested) == DEEPEST
    assert game.depth == 0
    assert set(names(game.players[0].tops())) == set(board)


@pytest.mark.plain
def test_a_log_that_goes_so_deep_is_never_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    log = read(written(Ruleset(), 23))
    told = list(log.observations)
    executed = next(index for index, each in enumerate(told) if isinstance(each, Executed))
    after = next(index for index, each in enumerate(told) if index > executed and isinstance(each, IconCounted))
    count = told[after]
    assert isinstance(count, IconCounted)
    told[after] = replace(count, count=count.count + 1)
    forged = replace(log, observations=told)
    assert replay(forged).verdict is Verdict.ILLEGAL
    monkeypatch.setattr(guide, "DEEPEST_KARMA", 0)
    found = replay(forged)
    assert found.verdict is Verdict.UNSUPPORTED
    assert found.soundness.has(Incomplete.DEPTH)
