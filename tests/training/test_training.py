"""Training values from games of bots, and measuring bots and values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.sparse import csr_matrix
from scipy.special import logit

import innolog
from innolog.conversion.simulated import as_replay
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.reviewing import levels
from innolog.simulate import seats, simulate
from innolog.simulate.bots import RandomDecider
from innolog.simulate.dealing import deal
from innolog.simulate.games import LONGEST
from innolog.strategy.features import NUMBERS, PER_PLAYER, View
from innolog.strategy.lookout import Standing, Tried
from innolog.strategy.network import Network, normal, read, rows_of, shipped, write
from innolog.strategy.strong import StrongBot
from innolog.training.ladder import GROUPS, score, won
from innolog.training.learning import Examples, Fitted, Late, aims_of, fit, joined_weights, play, rules_of
from innolog.training.learning import command as train_values
from innolog.training.leveling import command as train_curves
from innolog.training.quality import measure, values
from innolog.training.ranking import played
from innolog.training.references import Plan, Referred, among, as_if_given, level, lines, refer, root
from tests.shared import sampled

#: The seed of numbers that stand for results.
SEED = 3
#: The number of a position that says in which turn it is (a fortieth).
_TURN = 3 * PER_PLAYER + 16
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
    # A strong bot can play with it, and the next round learns from its games and from the chances in them.
    later = play(range(4), path)
    assert len(later.won) > 100
    assert set(examples.aims) == {0, 1}
    assert len(set(later.aims)) > 100


def test_later_rounds_do_not_learn_from_the_sensible_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The network of the last round alone is made surer: the others play the games to learn from."""
    rounds: list[list[int]] = []
    written: dict[str, list[float]] = {}

    def examples(numbers: range, *_: object) -> list[Examples]:
        of = np.full(1, numbers[0] % 1_000_000 // 10)
        return [Examples(of, csr_matrix((1, 1)), of, of)]

    def fitted(these: Examples, *_: object, **__: object) -> Fitted:
        rounds.append(these.games.tolist())
        return Fitted({"first": [[1.0]], "last": [[1.0]], "last_bias": [[-2.0]]}, {})

    def write_down(weights: dict[str, list[list[float]]], told: dict[str, float], path: Path) -> None:
        written[path.name] = [*(weights[name][0][0] for name in ("first", "last", "last_bias")), told.get("sure", 1)]

    monkeypatch.setattr("innolog.training.learning.write", write_down)
    monkeypatch.setattr("innolog.training.learning._played", examples)
    monkeypatch.setattr("innolog.training.learning.fit", fitted)
    arguments = ["-o", str(tmp_path / "value.gz"), *["--games", "10"] * 5]
    assert CliRunner().invoke(train_values, arguments, catch_exceptions=False).exit_code == 0
    assert rounds == [[0], [1], [1, 2], [2, 3], [2, 3, 4]]
    sure = written["value.gz"][-1]
    assert list(written.values()) == [[1, 1, -2, 1]] * 4 + [[1, sure, -2 * sure, sure]]
    assert sure > 1


def test_what_follows_a_position_is_learned_of_it_and_least_of_all_the_result() -> None:
    assert aims_of([True, False], [None, None]) == [[1, 0], [1, 0]]
    first, second, last = aims_of([True, False], [[0.5, 0.5], [0.2, 0.8], [0.6, 0.4]])
    assert last == [1, 0]
    assert second == pytest.approx([0.85 * 1 + 0.15 * 0.6, 0.15 * 0.4])
    assert first == pytest.approx([0.85 * second[0] + 0.15 * 0.2, 0.85 * second[1] + 0.15 * 0.8])


def test_joined_networks_have_the_mean_of_their_odds() -> None:
    random = np.random.default_rng(SEED)
    sizes = [(NUMBERS + 5, 4), (4, 3), (3, 1)]
    models = [
        SimpleNamespace(
            coefs_=[random.normal(scale=0.2, size=size) for size in sizes],
            intercepts_=[random.normal(size=size) for _, size in sizes],
        )
        for _ in range(3)
    ]
    rows = [([*random.normal(size=NUMBERS)], [*cards]) for cards in ([], [0, 4], [2])]

    def odds(of: Sequence[SimpleNamespace]) -> Any:
        return logit(Network(joined_weights(of, 5), {}).chances(rows))

    assert odds(models) == pytest.approx(np.mean([odds([model]) for model in models], axis=0), abs=1e-3)


def test_nothing_is_learned_of_the_turns_in_which_somebody_plays_weaker() -> None:
    number, late = next((n, bot) for n in range(0, 40, 2) if (bot := Late(StrongBot(n), n, 2)).first_turn > 5)
    weaker = simulate(rules_of(number), number, late, digests=False)
    assert weaker != simulate(rules_of(number), number, StrongBot(number), digests=False)
    examples = play([number], WEIGHTS)
    turns = 40 * examples.rows[:, _TURN].toarray()
    assert turns.min() >= late.first_turn


@cache
def of_lists() -> Network:
    """The network of reviews, if numpy is not there at the first call. Networks that were read so stay so."""
    return read(WEIGHTS)


@pytest.mark.parametrize("group", sampled(GROUPS, 3))
def test_numpy_and_plain_python_give_the_same_chances(group: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(deal(GROUPS[group], 2), GROUPS[group], RandomDecider(0))
    rows = rows_of(game)
    while game.over is None and len(rows) < 80:
        play_next(game)
        rows += rows_of(game)
    with_numpy = shipped().chances(rows)
    monkeypatch.setattr("innolog.strategy.network.np", None)
    plain = of_lists()
    for apart in (1, len(game.players)):
        assert plain.chances(rows, apart) == pytest.approx(with_numpy, abs=1e-5)
    assert max(with_numpy) - min(with_numpy) > 0.1


def test_numpy_and_plain_python_draw_the_same_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    game = as_replay(simulate(GROUPS["third edition"], 2, seats(["sensible"], 2, 2), digests=False))
    with_numpy = levels(game)
    shipped.cache_clear()
    monkeypatch.setattr("innolog.strategy.network.np", None)
    try:
        plain = levels(game)
    finally:
        # Networks that were read without numpy stay so.
        shipped.cache_clear()
    for one, other in zip(plain, with_numpy, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


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
def test_the_same_games_give_the_same_network_of_curves(tmp_path: Path) -> None:
    written = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.gz"
        found = CliRunner().invoke(train_curves, ["-o", str(path), "--games", "40", "--epochs", "1", "-j", jobs])
        assert found.exit_code == 0, found.output
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert read(path).told["games"] == 40


@pytest.mark.long
def test_the_strong_bot_wins_and_its_chances_are_true() -> None:
    """In 40 games of the base set for two, far more than half; the chances are better than equal ones."""
    wins = sum(won(number, "third edition", "strong-fast", "sensible") for number in range(40))
    assert wins >= 32
    found = measure("third edition", "sensible", 40, 1)
    assert found.loss < found.equal
    assert 0.5 < found.slope < 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("bot", "rules"),
    [
        *((bot, "third edition") for bot in ("curious", "empty-handed", "hasty", "reluctant")),
        *(("uniform", rules) for rules in ("Echoes", "Artifacts", "all sets but Figures")),
    ],
)
def test_the_curve_is_true_for_players_that_it_did_not_learn_from(bot: str, rules: str) -> None:
    """In 300 games the error of the slope is about 0.1, and that of a tenth four points."""
    found = measure(rules, bot, 300, 2)
    assert found.loss < found.equal
    assert 0.7 < found.slope < 1.4
    assert found.off < 0.15


@pytest.mark.long
def test_the_chances_of_reviews_are_true_for_good_players() -> None:
    """In 200 games the error of the slope is about 0.12. As it was learned, it is 1.2 or more."""
    found = measure("third edition", "strong-fast", 200, 2, values)
    assert found.loss < found.equal
    assert 0.8 < found.slope < 1.2


def test_the_weights_are_small_and_say_how_they_were_made() -> None:
    for name in ("value", "level"):
        told = shipped(name).told
        assert told["games"] >= 1000
        assert 0 < told["loss"] < 0.69
        assert 0.8 < told["sure"] < 1.3
    assert sum(path.stat().st_size for path in WEIGHTS.parent.iterdir()) < 2_000_000


def test_errors_of_values_are_told_apart_from_the_chance_of_results() -> None:
    """Values are planted that are off by known amounts; results are wins and losses of paired deals."""
    random = np.random.default_rng(SEED)
    found = []
    for _ in range(400):
        chances = random.uniform(0.3, 0.7, 3)
        deals = random.uniform(size=(40, 1))
        results = ((deals + random.uniform(-0.1, 0.1, (40, 3))) % 1 < chances).astype(float)
        values = chances + random.normal(0, 0.04, 3) + random.normal(0, 0.09) + random.normal(0, 0.1, (16, 3))
        common = values.mean(axis=1)
        found.append(Referred(values, results, (common.mean(), common.std(ddof=1) / 4), False))
    # The mean of three answers is off by what they have in common and a third of what they have not.
    assert root(among(found)) == pytest.approx(0.04, abs=0.015)
    of_level = 0.09**2 + 0.04**2 / 3
    assert root(level(found, deals=False)) == pytest.approx(of_level**0.5, abs=0.015)
    of_deals = 0.1**2 / 16 / 3
    assert np.mean(level(found, deals=True)) - np.mean(level(found, deals=False)) == pytest.approx(of_deals, rel=0.2)
    assert root(among([each._replace(values=each.results[:16]) for each in found])) < 0.03


def test_what_a_blunder_loses_is_that_of_later_deals() -> None:
    """What was lost in the deals that raised suspicion may be chance."""
    results = np.array([[1.0, 0.0]] * 9 + [[0.0, 0.0]])
    found = Referred(np.array([[0.8, 0.3], [0.7, 0.2]]), results, (0.5, 0.05), True)
    assert found.loss() == pytest.approx(0.9)
    assert found._replace(again=np.array([[1.0, 0.0]] + [[1.0, 1.0]] * 9)).loss() == pytest.approx(0.1)


def test_another_answer_as_if_it_had_been_given() -> None:
    one, two, three = ([Standing(points, 0, 0, 1, 2, 1)] for points in (1, 2, 3))
    tried = Tried(["a", "b", "c"], [[0.1, 0.2, 0.3]], [[one, two, three]])
    assert as_if_given(tried, 2) == Tried(["c", "a", "b"], [[0.3, 0.1, 0.2]], [[three, one, two]])


@pytest.mark.long
def test_choices_of_games_are_played_to_the_end() -> None:
    plan = Plan(ahead=1, rollouts=3, actions=2 * LONGEST)
    found = [each for number in range(3) if (each := refer(number, plan)) is not None]
    assert found
    for each in found:
        assert each.values.shape[1] == each.results.shape[1] > 1
        assert set(each.results.flat) <= {0.0, 0.5, 1.0}
        assert each.again is None or each.again.shape[1] == 2
        # More chance is in the level, which is played on, than in the values.
        values = each.values.mean(axis=1)
        assert each.level[1] > values.std(ddof=1) / len(values) ** 0.5
    assert any(each.again is not None for each in found)
    assert [text.split(":")[0] for text in lines(found)][:3] == [
        "error among the answers",
        "error in level",
        "error in level with that of the deals",
    ]


@pytest.mark.long
def test_decisions_of_two_bots_in_a_game() -> None:
    found = played(0, ("sensible", "uniform"))
    for decisions in found.values():
        losses = [each.loss for each in decisions]
        assert len(losses) > 20
        assert min(losses) == 0


def test_a_bot_that_wins_all_games_need_not_win_all_others() -> None:
    """The interval of 40 wins in 40 games was 100 % to 100 %."""
    found = score([1.0] * 40)
    assert (found.games, found.share, found.high) == (40, 1.0, 1.0)
    assert found.low == pytest.approx(0.912, abs=0.001)
