"""Cards that execute each other, perhaps without end: no rulebook says what happens then."""

from __future__ import annotations

import pytest

from innolog.cards.facts import CardSet
from innolog.conversion.simulated import native_file
from innolog.engine.reading import DEEPEST, TooDeep
from innolog.engine.ruleset import Platform, Ruleset
from innolog.judging.verdicts import judged
from innolog.log import NestedStarted
from innolog.replay import Verdict, replay
from innolog.replay.forced import NOTHING
from innolog.results.soundness import Incomplete
from innolog.simulate import seats, simulate
from parsers.files import Blob
from tests.parsers.verdicts import read, written
from tests.replay.poorer import TEXT, poorer
from tests.table import Script, seat, table

#: A game of sensible bots in which cards execute others.
_SEED = 23
_LIMIT = "innolog.engine.game.DEEPEST"


def test_two_cards_that_must_execute_each_other_are_too_deep() -> None:
    """By print, each of the two excludes itself alone. This stopped Python, and with it a simulation."""
    board = ["Self Service", "The Daily Courant"]
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = table(seat(board=board), seat(), top={9: ["Services"]}, sets=sets, platform=Platform.TABLE)
    with pytest.raises(TooDeep):
        Script(game, *[9] * DEEPEST).dogma("Self Service")
    assert game.depth == 0


@pytest.mark.plain
@pytest.mark.parametrize("form", ["export", "text", "native"])
def test_a_log_that_goes_too_deep_is_unsupported_there(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = read(written(Ruleset(), _SEED))
    assert any(isinstance(told, NestedStarted) for told in log.observations)
    _, native = native_file(simulate(Ruleset(), _SEED, seats(["sensible"], 2, _SEED)))
    monkeypatch.setattr(_LIMIT, 0)
    if form == "native":
        found = judged(Blob("game.jsonl", native.encode()), NOTHING)
        assert (found.verdict, found.place) == ("unsupported", None)
        assert found.message is not None
        assert found.message.startswith("move ")
        assert Incomplete.DEPTH.value in found.message
        return
    result = replay(log if form == "export" else poorer(log, TEXT))
    assert (result.verdict, result.violation) == (Verdict.UNSUPPORTED, None)
    assert result.reason is not None
    assert result.reason.startswith("move ")
    assert Incomplete.DEPTH.value in result.reason
    assert result.soundness.has(Incomplete.DEPTH)


@pytest.mark.plain
def test_a_simulated_game_stops_before_an_action_that_goes_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(most_actions: int | None = None, *, digests: bool = True) -> list[object]:
        bots = seats(["sensible"], 2, _SEED)
        game = simulate(Ruleset(), _SEED, bots, tell=True, most_actions=most_actions, digests=digests)
        assert game.told is not None
        return [len(game.actions), game.actions[-1].digest, game.told.told, game.told.hands, game.ended]

    whole = play()
    monkeypatch.setattr(_LIMIT, 0)
    stopped, last = play(), play(digests=False)
    assert stopped[-1] is None
    assert stopped == last
    monkeypatch.undo()
    count = stopped[0]
    assert isinstance(count, int)
    assert isinstance(whole[0], int)
    assert 1 < count < whole[0]
    assert play(count) == stopped
