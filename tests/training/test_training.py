"""Training values from games of bots, and measuring bots and values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from innolog.engine.game import Game
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from innolog.strategy.features import NUMBERS, View
from innolog.strategy.network import normal, read, rows_of, shipped
from innolog.training.ladder import GROUPS, won
from innolog.training.learning import fit, play, rules_of, write
from innolog.training.quality import measure


@pytest.mark.long
def test_the_same_games_give_the_same_network(tmp_path: Path) -> None:
    examples = play(range(30), None)
    assert set(examples.won) == {False, True}
    network, weights = fit(examples, 1, seed=1)
    _, again = fit(play(range(30), None), 1, seed=1)
    assert all(np.array_equal(weights[name], again[name]) for name in weights)
    write(weights, tmp_path / "value.npz")
    game = Game(deal(rules_of(0), 1), rules_of(0), RandomDecider(0))
    chances = read(tmp_path / "value.npz").chances(rows_of(game))
    assert chances == pytest.approx(network.chances(rows_of(game)), abs=1e-3)
    # A strong bot can play with it, and the next round learns from its games.
    assert len(play(range(4), tmp_path / "value.npz").won) > 100


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
    path = Path(__file__).parents[2] / "innolog" / "strategy" / "data" / "value.npz"
    assert path.stat().st_size < 2_000_000
