"""Games with figures in which somebody breaks one rule once, recorded in the native format: all must be found illegal.

``python -m tests.cheating --figures --games 15`` is the long run.
"""

from __future__ import annotations

import pytest

from innolog.engine.actions import play_next
from innolog.engine.choices import Choice
from innolog.engine.figures import top_figures
from innolog.engine.game import Game
from tests.cheating import figures
from tests.cheating.__main__ import _figures
from tests.cheating.figures import FORGERS, DoesNotFade, Making, Row, Told, is_honest, judge, play
from tests.shared import sampled

pytestmark = pytest.mark.plain

_CASES = [(seed, forger) for seed in range(15) for forger in FORGERS]


@pytest.mark.parametrize(("seed", "forger"), sampled(_CASES, 17, many=True))
def test_a_forged_record_is_illegal(seed: int, forger: Making) -> None:
    """It is found in the action that breaks the rule."""
    row = Row()
    judge(seed, forger, row)
    assert row.crashed == []
    assert (row.caught, row.placed) == (row.forged, row.forged), row.missed


def test_a_crash_is_no_caught_forgery(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An engine that fails is counted apart, and the command names the seed and fails.

    What the honest engine raised was taken for its refusal of the record, so every crash was a forgery.
    """
    monkeypatch.setattr(figures, "FORGERS", (DoesNotFade,))
    assert _figures(range(3, 4), misses=False) == 0
    assert "forged 1, caught 1, " in capsys.readouterr().out

    def crash(told: Told, choice: Choice) -> None:
        raise KeyError("a card")

    monkeypatch.setattr(Told, "choose", crash)
    assert _figures(range(3, 4), misses=False) == 1
    printed = capsys.readouterr().out
    assert "  CRASHED seed 3: KeyError: 'a card'" in printed
    assert "forged 0, caught 0, " in printed
    assert printed.endswith("crashed 1\n")


@pytest.mark.parametrize("forger", FORGERS)
def test_a_forger_who_waits_plays_honestly(forger: Making) -> None:
    game, one = play(1, forger, 0)
    assert one.action is None
    assert is_honest(game)


def test_a_figure_that_did_not_fade_is_left_on_the_board() -> None:
    """The forger above leaves two top figures: what the engine never does."""
    game, one = play(3, DoesNotFade, 0)
    told = Told()
    told.answers = [answer for action in game.actions for _, answer in action.decisions]
    replayed = Game(game.setup, game.rules, told)
    for _ in game.actions:
        play_next(replayed)
        if replayed.over is None:
            assert all(len(top_figures(replayed, player)) < 2 or _spared(replayed) for player in replayed.players)
    assert one.occasions


def _spared(game: Game) -> bool:
    """Whether a figure is on top that lets others not fade."""
    names = {game.table.name[card] for player in game.players for card in player.tops()}
    return bool(names & {"Avicenna", "Duke Ellington", "Nelson Mandela", "Yi Sun-sin", "Saladin"})
