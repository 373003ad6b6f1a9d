"""The win curve: chances after every action, which know how everybody has played so far and nothing later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog.cards.editions import Edition
from innolog.cards.facts import CardSet
from innolog.cards.generations import NEWEST
from innolog.conversion.simulated import as_replay
from innolog.engine.ruleset import Platform, Ruleset
from innolog.results.result import Replay
from innolog.reviewing import CannotReview, levels
from innolog.reviewing.levels import seen
from innolog.simulate import seats, simulate
from innolog.strategy.features import NUMBERS
from innolog.strategy.network import shipped
from tests.parsers.verdicts import replayed, written


def _played(names: tuple[str, ...], seed: int, rules: Ruleset | None = None) -> Replay:
    rules = rules or Ruleset()
    return as_replay(simulate(rules, seed, seats(names, rules.players, seed), digests=False))


def test_a_curve_knows_nothing_that_comes_later() -> None:
    game = _played(("sensible", "hasty"), 3)
    whole = levels(game)
    assert levels(replace(game, actions=game.actions[:40])) == whole[:40]
    assert whole[-1] in ([1.0, 0.0], [0.0, 1.0])
    # The deal alone says little.
    assert whole[0][0] == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(players=3),
        Ruleset(players=4, teams=(0, 1, 0, 1), sets=frozenset({CardSet.BASE, CardSet.ECHOES})),
        Ruleset(sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS})),
        Ruleset(Edition.FOURTH, players=5, teams=(0, 1, 2, 1, 1), platform=Platform.TABLE),
        Ruleset(Edition.FOURTH, players=3, teams=(1, 1, 0), platform=Platform.TABLE),
    ],
    ids=["three", "teams", "artifacts", "one against three against one", "two against one"],
)
def test_the_chances_of_all_sides_add_up_to_one(rules: Ruleset) -> None:
    sides = rules.teams or range(rules.players)
    for after in levels(_played(("sensible",), 1, rules)):
        of_sides = dict(zip(sides, after, strict=True))
        assert sum(of_sides.values()) == pytest.approx(1, abs=1e-6)
        assert after == [of_sides[side] for side in sides]


def test_chances_are_read_as_the_network_of_reviews_learned_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """That one was made surer after training, and the network of curves learned from what it was before."""
    game = _played(("sensible",), 1)

    def odds() -> list[float]:
        return [3 * each.numbers[0][NUMBERS] for each in seen(game) if each.numbers is not None]

    learned = odds()
    sure = shipped().told["sure"]
    monkeypatch.setitem(shipped().told, "sure", 1.0)
    # The odds of both seats are made one after that, so that this is not exact.
    assert odds() == pytest.approx([sure * each for each in learned], rel=0.05, abs=0.01)
    assert max(map(abs, learned)) > 1


def test_the_play_so_far_is_read() -> None:
    """Each seat reads its own play and the other's. Who passes achievements by is known for it."""
    size = 8
    missed = [0.0, 0.0]
    for seed in range(5):
        game = _played(("reluctant", "sensible"), seed)
        rows = [each.numbers for each in seen(game) if each.numbers is not None]
        assert {len(numbers) for each in rows for numbers in each} == {NUMBERS + 1 + 2 * size}
        # Nobody has played before the first action.
        assert not any(rows[0][0][-2 * size :])
        first, second = rows[-1]
        assert first[-2 * size :] == second[-size:] + second[-2 * size : -size]
        missed[0] += first[-size - 1]
        missed[1] += first[-1]
    assert missed[0] > 0.2
    assert missed[1] == 0


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(),
        Ruleset(players=3, sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.CITIES, CardSet.ECHOES})),
        Ruleset(edition=Edition.FOURTH, generation=NEWEST),
    ],
    ids=["third", "sets", "fourth"],
)
def test_an_export_is_read_as_the_game_itself(rules: Ruleset) -> None:
    """An export hides cards, achievements to claim among them. Of hidden cards the backs are read, which it shows."""
    game = _played(("sensible",), 5, rules)
    hidden = replayed(written(rules, 5))
    assert len(game.actions) == len(hidden.actions)
    for (_, whole), (_, partly) in zip(seen(game), seen(hidden), strict=True):
        assert (whole is None) == (partly is None)
        if whole is not None and partly is not None:
            for mine, told in zip(whole, partly, strict=True):
                assert mine[:NUMBERS] == told[:NUMBERS]


@pytest.mark.long
def test_among_weak_players_a_lead_says_less() -> None:
    """The same position counts for less after weak play than the value between good players says."""

    def sureness(name: str) -> float:
        games = [_played((name,), seed) for seed in range(34)]
        of_curve, of_value = 0.0, 0.0
        for game in games:
            for (_, numbers), after in zip(seen(game), levels(game), strict=True):
                if numbers is not None:
                    of_curve += abs(after[0] - 0.5)
                    of_value += abs(1 / (1 + 2.718281828 ** (-3 * numbers[0][NUMBERS])) - 0.5)
        return of_curve / of_value

    weak = sureness("reluctant")
    assert weak < 0.8
    assert weak < 0.8 * sureness("strong-fast")


def test_a_game_that_cannot_be_repeated_has_no_curve() -> None:
    game = _played(("sensible",), 2)
    broken = replace(game.actions[4], decisions=[])
    with pytest.raises(CannotReview, match="cannot be repeated"):
        levels(replace(game, actions=[*game.actions[:4], broken, *game.actions[5:]]))
