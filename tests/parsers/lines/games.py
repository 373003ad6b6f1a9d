"""Games that tests write as lines of text, to read them again."""

from __future__ import annotations

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Ruleset
from innolog.log.told import ToldGame
from tests.simulate.test_exports import played

_BASE, _CITIES, _ECHOES, _ARTIFACTS = CardSet.BASE, CardSet.CITIES, CardSet.ECHOES, CardSet.ARTIFACTS
RULES = {
    "base": Ruleset(),
    "cities": Ruleset(sets=frozenset({_BASE, _CITIES}), players=3),
    "echoes": Ruleset(sets=frozenset({_BASE, _ECHOES})),
    "artifacts": Ruleset(sets=frozenset({_BASE, _ARTIFACTS})),
    "all": Ruleset(sets=frozenset({_BASE, _CITIES, _ECHOES, _ARTIFACTS}), relics=True, players=3),
    "teams": Ruleset(players=4, teams=(0, 1, 0, 1)),
}


def told(name: str) -> ToldGame:
    game = played(RULES[name], 4).told
    assert game is not None
    return game
