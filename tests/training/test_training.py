"""Training values from games of bots, and measuring bots and values."""

from __future__ import annotations

from pathlib import Path

import pytest

import innolog
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from innolog.strategy.features import NUMBERS, View
from innolog.strategy.network import Network, normal, read, rows_of, shipped, write
from innolog.training.ladder import GROUPS, won
from innolog.training.learning import fit, play, rules_of
from innolog.training.quality import measure

WEIGHTS = Path(innolog.__file__).parent / "strategy" / "data" / "value.gz"


@pytest.mark.long
def test_the_same_games_give_the_same_network(tmp_path: Path) -> None:
    examples = play(range(30), None)
    assert set(examples.won) == {False, True}
    fitted = fit(examples, 1, seed=1)
    assert fit(play(range(30), None), 1, seed=1) == fitted
    path = tmp_path / "value.gz"
    write(*fitted, path)
    game = Game(deal(rules_of(0), 1), rules_of(0), RandomDecider(0))
    assert read(path).told == fitted.told
    chances = Network(*fitted).chances(rows_of(game))
    assert read(path).chances(rows_of(game)) == pytest.approx(chances, abs=1e-3)
    # A strong bot can play with it, and the next round learns from its games.
    assert len(play(range(4), path).won) > 100


@pytest.mark.parametrize("group", GROUPS)
def test_numpy_and_plain_python_give_the_same_chances(group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(deal(GROUPS[group], 2), GROUPS[group], RandomDecider(0))
    rows = rows_of(game)
    while game.over is None and len(rows) < 200:
        play_next(game)
        rows += rows_of(game)
    with_numpy = shipped().chances(rows)
    monkeypatch.setattr("innolog.strategy.network.np", None)
    assert read(WEIGHTS).chances(rows) == pytest.approx(with_numpy, abs=1e-5)
    assert max(with_numpy) - min(with_numpy) > 0.1


@pytest.mark.parametrize("group", GROUPS)
def test_the_chances_of_all_sides_add_up_to_one(group: str) -> None:
    rules = GROUPS[group]
    game = Game(deal(rules, 2), rules, RandomDecider(0))
    numbers, _ = View(game).of(0)
    assert len(numbers) == NUMBERS
    found = normal(game, shipped().chances(rows_of(game)))
    sides = rules.teams or range(rules.players)
    assert sum(chance / list(sides).count(side) for chance, side in zip(found, sides, strict=True)) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in found)


@pytest.mark.long
def test_the_strong_bot_wins_and_its_chances_are_true() -> None:
    """In 40 games of the base set for two, far more than half; the chances are better than equal ones."""
    wins = sum(won(number, "third edition", "strong-fast", "sensible") for number in range(40))
    assert wins >= 32
    found = measure("third edition", "sensible", 40, 1)
    assert found.loss < found.equal
    assert 0.5 < found.slope < 2


def test_the_weights_are_small_and_say_how_they_were_made() -> None:
    told = shipped().told
    assert told["games"] >= 1000
    assert 0 < told["loss"] < 0.69
    assert WEIGHTS.stat().st_size < 2_000_000
