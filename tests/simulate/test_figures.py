"""Simulated games with figures in every combination of sets keep the invariants, and validate from their record."""

from __future__ import annotations

from itertools import combinations

import pytest

from innolog.cards.editions import Printing
from innolog.cards.facts import CardSet
from innolog.conversion.retelling import NotConvertible, converted
from innolog.conversion.simulated import as_replay, native_file
from innolog.engine.actions import play_next
from innolog.engine.game import Game
from innolog.engine.invariants import violations
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import At, GameLog, Place, Transfer
from innolog.replay import replay
from innolog.results.native import replay_recorded
from innolog.results.result import Verdict
from innolog.simulate import deal, seats, simulate
from parsers.native import reader
from tests.shared import sampled

_OTHERS = (CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS)
_RULES = [
    Ruleset(
        sets=frozenset({CardSet.BASE, CardSet.FIGURES, *more}),
        players=players,
        teams=(0, 1, 0, 1) if players == 4 else (),
        relics=CardSet.ARTIFACTS in more,
        printing=printing,
        platform=Platform.TABLE,
    )
    for number in range(4)
    for more in combinations(_OTHERS, number)
    for printing in Printing
    for players in (2, 3, 4)
]


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 7))
def test_no_invariant_breaks(seed: int, rules: Ruleset) -> None:
    bots = seats(["uniform", "sensible"], rules.players, seed)
    game = Game(deal(rules, seed), rules, bots)
    bots.attach(game)
    while game.over is None and game.turn < 1_000:
        play_next(game)
        assert list(violations(game)) == []
    assert game.over is not None


@pytest.mark.parametrize(("seed", "rules"), sampled(enumerate(_RULES), 7))
def test_a_game_validates_from_its_record(seed: int, rules: Ruleset) -> None:
    name, text = native_file(simulate(rules, 100 + seed, seats(["curious", "uniform"], rules.players, seed)))
    result = replay_recorded(reader.read(name, text.encode()))
    assert result.verdict is Verdict.LEGAL
    assert result.rules == rules


def test_no_other_format_than_the_native_one_is_written_or_judged() -> None:
    """The search does not know what karmas do that a log leaves out: it must say so, and accuse nobody."""
    game = simulate(Ruleset(sets=frozenset({CardSet.BASE, CardSet.FIGURES})), 1, seats(["uniform"], 2, 1))
    with pytest.raises(NotConvertible, match="native format alone"):
        converted(as_replay(game), "text", None)
    told = Transfer(At(1, 0, 0), None, int(CardSet.FIGURES), 1, False, -1, Place.DECK, 0, 0, Place.HAND, 0)
    result = replay(GameLog("a log", "bga", "1", game.seats, [told]))
    assert result.verdict is Verdict.UNSUPPORTED
