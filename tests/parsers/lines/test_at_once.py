"""What happens at once at a table, and may be written in any order."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Platform, Ruleset
from innolog.results.result import Verdict
from innolog.simulate import BOTS, simulate
from innolog.simulate.bots import Seats
from parsers.lines.writing import table_text
from tests.parsers.lines.tables import checked, judged

_OPENING = ("Move 1: Ann\nAnn melds Tools from hand\n", "Move 1: Bob\nBob melds Oars from hand\n")
_FIRST = "Bob goes first with Oars\n"


@pytest.mark.parametrize("lines", [*permutations((*_OPENING, _FIRST))])
def test_who_goes_first_is_written_before_the_opening_cards_or_after_them(lines: tuple[str, ...]) -> None:
    """Above opening cards, it was illegal unless the player who is seated first went first."""
    text = f"Innovation (Table)\n{''.join(lines)}Move 3: Bob\nBob draws [1] Base\n"
    result = judged(text)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert checked(result, text) == "legal_so_far"
    assert judged(text.replace(_FIRST, "Ann goes first with Tools\n")).verdict is Verdict.ILLEGAL


def test_a_relic_is_written_before_the_dig_for_which_it_is_seized_or_after_it() -> None:
    rules = Ruleset(
        sets=frozenset({CardSet.BASE, CardSet.ARTIFACTS, CardSet.CITIES}), platform=Platform.TABLE, relics=True
    )
    bots = Seats([BOTS["sensible"](23 * 16 + seat) for seat in range(2)])
    game = simulate(rules, 23, bots, tell=True, most_actions=40)
    assert game.told is not None
    plain = table_text(game.told, None, rules={"sets": ["base", "artifacts", "cities"], "options": {"relics": True}})
    text, number = re.subn(r"(\w+ digs up .*\n)(\w+ seizes the relic .*\n)", r"\2\1", plain)
    assert number
    result = judged(text)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert checked(result, text) == "legal_so_far"
    # Nobody seizes a relic without a dig.
    assert judged(re.sub(r"(seizes the relic .*\n)\w+ digs up .*\n", r"\1", text)).verdict is Verdict.ILLEGAL
