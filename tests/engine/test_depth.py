"""Cards that execute each other, perhaps without end: no rulebook says what happens then."""

from __future__ import annotations

import pytest

from innolog.cards.facts import CardSet
from innolog.conversion.simulated import native_file
from innolog.engine.actions import play_next
from innolog.engine.reading import DEEPEST, TooDeep
from innolog.engine.ruleset import Platform, Ruleset
from innolog.judging.verdicts import judged
from innolog.log import NestedStarted
from innolog.replay import Verdict, replay
from innolog.replay.forced import NOTHING
from innolog.results.soundness import Incomplete
from innolog.simulate import seats, simulate
from innolog.strategy.strong import StrongBot
from parsers.files import Blob
from tests.parsers.verdicts import read, written
from tests.replay.poorer import TEXT, poorer
from tests.table import Script, seat, table

#: A game of sensible bots in which cards execute others.
_SEED = 23
_LIMIT = "innolog.engine.game.DEEPEST"


def test_two_cards_that_must_execute_each_other_are_too_deep() -> None:
    """Each of the two excludes only the card it is said to be on. This stopped Python, and with it a simulation."""
    board = ["Self Service", "The Daily Courant"]
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = table(seat(board=board), seat(), top={9: ["Services"]}, sets=sets, platform=Platform.TABLE)
    with pytest.raises(TooDeep):
        Script(game, *[9] * DEEPEST).dogma("Self Service")
    assert game.depth == 0


def test_bots_that_look_ahead_leave_out_what_is_too_deep() -> None:
    """The trap: the games in which they look ahead are played within the calls of their own."""
    board = ["Self Service", "The Daily Courant"]
    sets = frozenset({CardSet.BASE, CardSet.ARTIFACTS})
    game = table(seat(board=board), seat(), top={9: ["Services"]}, sets=sets, platform=Platform.TABLE)
    game.decider = StrongBot(1, worlds=1)
    game.decider.attach(game)
    play_next(game)
    assert game.depth == 0


@pytest.mark.plain
@pytest.mark.parametrize("form", ["export", "text", "native"])
def test_a_log_that_goes_too_deep_is_unsupported_there(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = read(written(Ruleset(), _SEED))
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
    deep = next(told.at.move for told in log.observations if isinstance(told, NestedStarted))
    assert result.reason.startswith(f"move {deep}, ")
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
