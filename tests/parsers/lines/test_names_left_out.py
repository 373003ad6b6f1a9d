"""Notes of a table from which some of the values that a player names in a row are left out."""

from __future__ import annotations

import re

import pytest

from innolog.cards.facts import CardSet
from innolog.cards.registry import card_named
from innolog.engine.ruleset import Platform, Ruleset
from innolog.proving.checking import check
from innolog.proving.proof import read
from innolog.proving.writing import proof_of
from innolog.replay import replay
from innolog.results.result import Replay, Verdict
from innolog.simulate import BOTS, deal, simulate, stacked
from innolog.simulate.bots import Seats
from parsers.lines import detection
from parsers.lines.writing import table_text

_VALUES = re.compile(r"(\w+) chooses the value \[(\d)\]\n\1 chooses the value \[(\d)\]\n")


def _judged(text: str) -> Replay:
    return replay(detection.read("a table.txt", text.encode()), record=True)


def _checked(result: Replay, text: str) -> str:
    proof = read(proof_of(result, text.encode()).encode())
    return check(proof, text.encode(), detection.read("a table.txt", text.encode())).verdict


@pytest.fixture(scope="module")
def actions() -> list[tuple[str, re.Match[str], str]]:
    """Games up to each action in which players name two values: the lines before these names, and after them."""
    rules = Ruleset(players=3, sets=frozenset({CardSet.BASE, CardSet.ECHOES}), platform=Platform.TABLE)
    bots = Seats([BOTS["sensible"](4 * 16 + seat) for seat in range(3)])
    setup = stacked(deal(rules, 4), frozenset([card_named("Jeans")]))
    game = simulate(rules, 4, bots, tell=True, setup=setup, most_actions=110)
    assert game.told is not None
    text = table_text(game.told, None, rules=rules.describe())
    found = list(_VALUES.finditer(text))
    assert len(found) > 1
    return [(text[: each.start()], each, text[each.end() :].partition("\nMove")[0]) for each in found[:2]]


def test_a_name_may_be_of_a_later_choice(actions: list[tuple[str, re.Match[str], str]]) -> None:
    """The name of the second value was taken for that of the first one, and the game was illegal."""
    for before, names, after in actions:
        first, second = names[0].splitlines(keepends=True)
        for kept in (first + second, first, second, ""):
            text = before + kept + after
            result = _judged(text)
            assert result.verdict is Verdict.LEGAL_SO_FAR
            assert _checked(result, text) == "legal_so_far"


def test_every_name_is_that_of_a_choice(actions: list[tuple[str, re.Match[str], str]]) -> None:
    before, names, after = actions[0]
    first, second = names[0].splitlines(keepends=True)
    other = f"{names[1]} chooses the value [{next(value for value in '123456' if value not in names.groups())}]\n"
    for kept in (other, first + other, other + second, first + second + other, first + second + second, first + first):
        assert _judged(before + kept + after).verdict is Verdict.ILLEGAL
