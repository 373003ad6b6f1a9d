"""The bots: reproducible, and one of them with some sense."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cards.facts import CardSet
from innolog.cli import main
from innolog.engine.ruleset import Ruleset
from innolog.simulate import seats, simulate


def test_sensible_beats_uniform() -> None:
    """Of 40 games against chance, from both seats and with and without expansions, sense wins at least 32."""
    wins: Counter[str] = Counter()
    every = frozenset({CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS})
    for sets in (frozenset({CardSet.BASE}), every):
        for names in (("sensible", "uniform"), ("uniform", "sensible")):
            for seed in range(10):
                game = simulate(Ruleset(sets=sets), seed, seats(names, 2, seed))
                assert game.ended is not None
                wins.update(names[winner] for winner in game.ended.winners)
    assert wins["sensible"] >= 32, wins


def test_a_game_depends_on_its_seed_alone() -> None:
    rules = Ruleset(players=4, teams=(0, 1, 0, 1))
    bots = seats(("sensible",), 4, 1)
    one, other = (simulate(rules, 1, bots) for bots in (bots, seats(("sensible",), 4, 1)))
    assert [action.digest for action in one.actions] == [action.digest for action in other.actions]
    another = simulate(rules, 2, seats(("sensible",), 4, 2))
    assert another.actions[0].digest != one.actions[0].digest


@pytest.mark.long
def test_processes_write_the_same_games(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        arguments = ["simulate", "-n", "21", "-j", jobs, "--bot", "uniform", "-o", str(tmp_path / jobs)]
        result = CliRunner().invoke(main, arguments)
        assert (result.exit_code, "21 games written" in result.stderr) == (0, True), result.output
    one, two = ({path.name: path.read_text() for path in (tmp_path / jobs).iterdir()} for jobs in "12")
    assert len(one) == 21
    assert one == two


def test_only_the_last_digest_without_the_others() -> None:
    """All digests take a quarter of the time, and an export has none."""
    full, lean = (simulate(Ruleset(), 3, seats(("uniform",), 2, 3), digests=digests) for digests in (True, False))
    assert {action.digest for action in lean.actions[:-1]} == {""}
    assert (lean.actions[-1].digest, len(lean.actions)) == (full.actions[-1].digest, len(full.actions))
