"""Effects whose text says in one phrase what somebody draws and does with it."""

from __future__ import annotations

import re

import pytest

from innolog.cards.facts import CardSet
from innolog.cards.registry import card_named
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import At
from innolog.results.result import Verdict
from innolog.simulate import BOTS, deal, simulate, stacked
from innolog.simulate.bots import Seats
from parsers.forms import EVERYBODY
from parsers.lines.reading import LineReader
from parsers.lines.templates import built_in
from parsers.lines.writing import table_text
from tests.parsers.lines.tables import checked, judged

_SETS = {"Katana": CardSet.ECHOES, "Takiyuddin": CardSet.FIGURES}
#: By card and seed of a game: one line, two lines, and false ones.
_LINES = {
    ("Katana", 4): (
        "Ada draws and transfers Banking to Bob's forecast\n",
        "Ada draws Banking\nAda transfers Banking from hand to Bob's forecast\n",
        [
            "Bob draws and transfers Banking to Bob's forecast\n",
            "Ada draws and transfers Banking to Bob's score pile\n",
            "Ada draws and transfers Banking to forecast\n",
            "Ada draws and transfers Tools to Bob's forecast\n",
            "Ada draws and foreshadows Banking\n",
        ],
    ),
    ("Takiyuddin", 4): (
        "Bob draws and tucks Banking\n",
        "Bob draws Banking\nBob tucks Banking from hand\n",
        ["Bob draws and melds Banking\n", "Bob draws Banking\nBob melds Banking from hand\n", "Bob draws Banking\n"],
    ),
}


def _table(name: str, seed: int, line: str) -> str:
    """A game at a table up to the action in which a card moves like this."""
    rules = Ruleset(sets=frozenset({CardSet.BASE, _SETS[name]}), platform=Platform.TABLE)
    bots = Seats([BOTS["curious"](seed * 16 + seat) for seat in range(2)])
    setup = stacked(deal(rules, seed), {card_named(name)})
    game = simulate(rules, seed, bots, tell=True, setup=setup, most_actions=70)
    assert game.told is not None
    plain = table_text(game.told, EVERYBODY, rules=rules.describe())
    assert plain.count(line) == 1
    end = re.compile(r"(?=\nMove )").search(plain, plain.index(line))
    assert end is not None
    return plain[: end.start() + 1]


@pytest.mark.long
@pytest.mark.parametrize(("name", "seed"), _LINES)
def test_one_phrase_is_one_line_or_two(name: str, seed: int) -> None:
    """Katana was legal in two lines alone, although the documentation has the one; so was Takiyuddin.

    innolog writes two of Katana, whose card is in the hand in between, and one of Takiyuddin.
    """
    one, two, false = _LINES[name, seed]
    written, other = (two, one) if name == "Katana" else (one, two)
    plain = _table(name, seed, written)
    for line in (written, other):
        text = plain.replace(written, line)
        result = judged(text)
        assert result.verdict is Verdict.LEGAL_SO_FAR
        assert checked(result, text) == "legal_so_far"
    for line in false:
        assert judged(plain.replace(written, line)).verdict is Verdict.ILLEGAL


def test_a_card_that_is_drawn_and_goes_to_a_forecast_moves_twice() -> None:
    """If the writer sees only its back, too. To other places it goes at once (the karma of Huang Di; Ruth Handler)."""
    reader = LineReader(built_in("yucata-en"), ["Ann", "Bob"])
    reader.at_table = True
    for card in ("Tools", "[1] Base"):
        once = reader.read(At(1, 1, 0), f"Ann draws and transfers {card} to Bob's forecast").observations
        lines = (f"Ann draws {card}", f"Ann transfers {card} from hand to Bob's forecast")
        assert once == [told for line in lines for told in reader.read(At(1, 1, 0), line).observations]
    for place in ("achievements", "Bob's board", "Bob's hand"):
        assert len(reader.read(At(1, 1, 0), f"Ann draws and transfers [9] Base to {place}").observations) == 1
