"""Engines that cheat are caught at the move of the breach, and each rule can be cited.

A few seeded games run here; ``python -m tests.cheating --games 20 --jobs 2`` is the long run.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import get_args

import pytest

from innolog.comparing.rules import RULES, RuleId
from innolog.engine.ruleset import Edition, Ruleset
from innolog.replay import replay
from tests.cheating.con import CHEATS, play, same_story
from tests.cheating.judging import Row, by_rule, cases, export_moves, measure
from tests.shared import sampled
from tests.tampering.story import read_export
from tests.written import export

pytestmark = pytest.mark.plain

SEED = 2026


#: Cheats for which every game must cite the main rule. Verdicts used to cite a less helpful one: a free action was
#: counted as an action of the turn, an invisible action was one action too few, and after a missing payment the count
#: of icons was called superfluous.
_TELLING = (
    "an eliminated player plays on",
    "endorses without paying",
    "free action left out",
    "free action twice",
    "takes a draw action without drawing",
)


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str], Row]:
    """One game of a cheat, judged from one viewpoint. Processes that run tests side by side share the results."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "cheats"
    folder.mkdir(exist_ok=True)

    def measured(name: str) -> Row:
        known = folder / f"{list(CHEATS).index(name)}.pickle"
        if known.exists():
            row: Row = pickle.loads(known.read_bytes())
            return row
        row = measure(name, SEED, 1, most=1)
        written = known.with_suffix(f".{worker_id}")
        written.write_bytes(pickle.dumps(row))
        written.replace(known)
        return row

    return measured


@pytest.mark.parametrize("name", sampled(CHEATS, 16))
def test_a_cheat_is_caught_at_the_move(name: str, measured: Callable[[str], Row]) -> None:
    """One game of each cheat, judged from one viewpoint and, if it decides otherwise, by its decisions alone."""
    row = measured(name)
    assert row.games == 1
    assert row.exports == CHEATS[name].exported
    assert (row.caught, row.native_caught) == (row.exports, row.native), row.missed
    assert row.placed == row.exports, row.misplaced
    if name in _TELLING:
        assert not row.otherwise


#: Rules that the fourth edition alone has. A verdict may cite a rule of all editions that is broken with them.
_FOURTH_ALONE = {"parley.payment", "junk.deck"}
#: Rules on figures, with which no site's game is played: ``tests/parsers/lines/test_table.py`` breaks them.
_FIGURES = {"figures.draw", "figures.karma", "figures.fade", "figures.inspire", "figures.decree"}

#: The rule on the deal of a native file: ``tests/engine/test_deals.py`` breaks it.
_DEAL = "setup.deal"


def test_each_rule_has_a_place_in_each_rulebook_that_has_it_and_a_cheat_who_breaks_it() -> None:
    """The type of the ids is the table; of the first edition only what concerns expansions has no place.

    What the decisions of a cheat alone are cited for, in the native format, cheats don't name. They don't deal.
    """
    assert get_args(RuleId) == tuple(RULES)
    broken = {rule for cheat in CHEATS.values() for rule in cheat.rules}
    assert set(RULES) - broken == {"native.decision", "native.after-end", _DEAL, *_FIGURES}
    without = {rule.id for rule in RULES.values() if rule.section and not rule.place_in(Edition.FIRST)}
    assert without == {"draw.set", "cities.icons", "endorse.condition", "display.action", *_FIGURES, *_FOURTH_ALONE}
    for rule in RULES.values():
        assert bool(rule.place_in(Edition.THIRD)) == (bool(rule.section) and rule.id not in _FOURTH_ALONE)
        assert bool(rule.place_in(Edition.FOURTH)) or rule.id not in _FOURTH_ALONE


@pytest.mark.long
def test_each_rule_can_be_cited(measured: Callable[[str], Row]) -> None:
    """Every rule id of the table is cited in a game of some cheat; what cheats can be cited by are rules.

    Where it is not in the games above, it is in one of ten more of the cheats on that rule.
    """
    assert {rule for cheat in CHEATS.values() for rule in cheat.rules} <= set(RULES)
    cited = {rule for name in CHEATS for rule in measured(name).cited}
    for rule in set(RULES) - cited - _FOURTH_ALONE - _FIGURES - {_DEAL}:
        more = (measure(name, SEED + seed, 1, most=1) for seed in range(1, 11) for name in by_rule([rule])[:3])
        assert any(rule in row.cited for row in more), rule


def test_an_honest_game_is_told_the_same_with_a_cheat_who_waits() -> None:
    """A cheat who finds no occasion changes nothing, and what was wrapped is put back."""
    rules = Ruleset(players=3)
    honest = play(rules, 7)
    for name, cheat in list(CHEATS.items())[::9]:
        if cheat.install is not None:
            assert same_story(honest, play(rules, 7, cheat.install)), name
    assert same_story(honest, play(rules, 7))
    assert replay(read_export(export(honest.told, None))).verdict.explained


@pytest.mark.parametrize("players", [2, 5])
def test_moves_of_an_export_are_those_of_the_decisions(players: int) -> None:
    """The number of the move that is computed for each observation is the one that the reader finds in the export."""
    played = play(Ruleset(players=players), 3)
    log = read_export(export(played.told, None))
    told = [(type(one).__name__, move) for one, move in zip(played.observations, export_moves(played), strict=True)]
    assert [(type(one).__name__, one.at.move) for one in log.observations] == told


@pytest.mark.long
def test_before_the_breach_the_games_are_the_same() -> None:
    """Up to the breach, the log of a cheated game equals the honest one of its seed. After it they differ."""
    for name in Random(SEED).sample(list(CHEATS), 12):
        for case in cases(CHEATS[name], SEED, 1, Row()):
            # The last face seen before an exchange may be the false one.
            index = case.breach.index - bool(case.breach.witnesses)
            assert case.honest.observations[:index] == case.played.observations[:index], name
