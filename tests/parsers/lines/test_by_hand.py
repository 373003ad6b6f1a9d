"""What a record made by hand leaves out, and says later, whatever rules the table plays by."""

from __future__ import annotations

import re
from functools import cache

import pytest

from innolog.cards.facts import CardSet
from innolog.cards.registry import card_named
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log.told import ToldGame
from innolog.results.result import Verdict
from innolog.simulate import BOTS, deal, simulate, stacked
from innolog.simulate.bots import Seats
from parsers.lines.writing import review_text, table_text
from tests.parsers.lines.tables import checked, judged

_OPENING = """Innovation (Table, Third edition)
Move 1: Ada
Ada melds The Wheel from hand
Move 2: Bob
Bob melds Clothing from hand
Bob goes first with Clothing
Move 3: Bob
Bob draws [1] Base
"""
_BEFORE = f"""{_OPENING}Move 4: Ada
Ada draws [1] Base
Move 5: Ada
Ada draws [1] Base
Move 6: Bob
Bob draws [1] Base
Move 7: Bob
Bob draws [1] Base
Move 8: Ada
Ada melds Tools from hand
Move 9: Ada
Ada draws [1] Base
Move 10: Bob
Bob draws [1] Base
Move 11: Bob
Bob draws [1] Base
Move 12: Ada
Ada draws [1] Base
Move 13: Ada
Ada activates Tools
Ada returns [1] Base from hand
Ada returns [1] Base from hand
Ada returns [1] Base from hand
Ada draws and melds Alchemy
Move 14: Bob
Bob draws [1] Base
Move 15: Bob
Bob draws [1] Base
Move 16: Ada
Ada draws [3] Base
Move 17: Ada
Ada activates Alchemy
Ada draws and reveals Perspective
Ada melds Archery from hand
Ada scores [3] Base from hand
Move 18: Bob
Bob draws [1] Base
Move 19: Bob
Bob draws [1] Base
"""
_SCORED = f"""{_BEFORE}Move 20: Ada
Ada draws [3] Base
Move 21: Ada
Ada activates Alchemy
Ada draws and reveals Reformation
Ada draws and reveals Anatomy
Ada melds Machinery from hand
Ada scores [4] Base from hand
"""
_NEXT = """Move 22: Bob
Bob draws [2] Base
Move 23: Bob
Bob draws [2] Base
Move 24: Ada
Ada melds {} from hand
"""


@pytest.mark.parametrize(
    ("stay", "later", "verdict"),
    [
        (["Reformation"], "Anatomy", Verdict.LEGAL_SO_FAR),
        (["Reformation"], "Perspective", Verdict.LEGAL_SO_FAR),
        (["Anatomy"], "Reformation", Verdict.LEGAL_SO_FAR),
        (["Anatomy", "Reformation"], "Anatomy", Verdict.LEGAL_SO_FAR),
        # Then Perspective was scored.
        (["Anatomy", "Reformation"], "Perspective", Verdict.ILLEGAL),
        # It was not revealed in this action, and Machinery is on the board.
        (["Perspective"], "Anatomy", Verdict.ILLEGAL),
        (["Machinery"], "Anatomy", Verdict.ILLEGAL),
    ],
)
def test_a_card_that_is_said_to_stay_is_not_the_hidden_one_that_left_before(
    stay: list[str], later: str, verdict: Verdict
) -> None:
    """The search took it for the hidden card, and the line was one too many."""
    text = _SCORED + "".join(f"Ada takes {card} from revealed cards into hand\n" for card in stay) + _NEXT.format(later)
    result = judged(text)
    assert result.verdict is verdict
    assert verdict is Verdict.ILLEGAL or checked(result, text) == "legal_so_far"


@pytest.mark.parametrize("rules", ["", ", rules of Board Game Arena", ", rules of Yucata"])
def test_nobody_at_a_table_has_to_write_that_a_revealed_card_stays(rules: str) -> None:
    """By the rules of a site, notes without that line were illegal."""
    text = _BEFORE.replace("Third edition", f"Third edition{rules}")
    result = judged(text)
    assert result.verdict is Verdict.LEGAL_SO_FAR
    assert checked(result, text) == "legal_so_far"
    # No such card is in the hand, or revealed.
    assert judged(text.replace("scores [3]", "scores [5]")).verdict is Verdict.ILLEGAL


@cache
def _by_the_rules_of_the_site() -> tuple[Ruleset, ToldGame]:
    rules = Ruleset(players=2, platform=Platform.BGA)
    wanted = frozenset(map(card_named, ("Canal Building", "Alchemy", "Physics", "Medicine")))
    bots = Seats([BOTS["sensible"](13 * 16 + seat) for seat in range(2)])
    told = simulate(rules, 13, bots, tell=True, setup=stacked(deal(rules, 13), wanted), most_actions=200).told
    assert told is not None
    return rules, told


def test_notes_by_the_rules_of_a_site_leave_out_what_its_own_texts_have() -> None:
    rules, told = _by_the_rules_of_the_site()
    text = table_text(told, None, rules=rules.describe())
    assert "rules of Board Game Arena" in text
    for left_out in (r".* unsplays .*\n", r".* takes .* from revealed cards into hand\n"):
        assert len(re.findall(left_out, text)) > 1
        text = re.sub(left_out, "", text)
        result = judged(text)
        assert result.verdict is Verdict.LEGAL
        assert checked(result, text) == "legal"
    # A text in the words of the site, without a title of a table.
    own = review_text(told, None)
    assert judged(own).verdict is Verdict.LEGAL
    without = re.sub(r"\w+ unsplays .*\n", "", own, count=1)
    assert without != own
    found = judged(without)
    assert found.violation is not None
    assert (found.verdict, found.violation.rule) == (Verdict.ILLEGAL, "splay.lost")


#: What is done with a card that is drawn, in one line.
_AT_ONCE = re.compile(r"(\w+) draws and (melds|tucks|scores|reveals|foreshadows) (.+)")


def _in_two_lines(text: str, moved: str = r"\3") -> str:
    return _AT_ONCE.sub(rf"\1 draws \3\n\1 \2 {moved} from hand", text)


@pytest.mark.parametrize("card_set", [CardSet.ECHOES, CardSet.CITIES])
def test_a_card_that_is_drawn_and_goes_on_at_once_may_have_two_lines(card_set: CardSet) -> None:
    """Each such line was illegal: the draw did not go to the hand."""
    rules = Ruleset(platform=Platform.TABLE, sets=frozenset({CardSet.BASE, card_set}))
    bots = Seats([BOTS["sensible"](seat) for seat in range(2)])
    told = simulate(rules, 13, bots, tell=True, most_actions=60).told
    assert told is not None
    for viewpoint in (None, 0):
        text = table_text(told, viewpoint, rules=rules.describe())
        assert {verb for _, verb, _ in _AT_ONCE.findall(text)} >= {"melds", "scores"}
        both = _in_two_lines(text)
        result = judged(both)
        assert result.verdict is Verdict.LEGAL_SO_FAR
        assert checked(result, both) == "legal_so_far"


def test_two_lines_of_a_draw_are_about_one_card_and_what_the_effect_says() -> None:
    text = _BEFORE.replace("Ada draws and melds Alchemy", "{}")
    assert judged(text.format("Ada draws Alchemy\nAda melds Alchemy from hand")).verdict is Verdict.LEGAL_SO_FAR
    for other in ("melds Canal Building from hand", "tucks Alchemy from hand", "scores Alchemy from hand"):
        assert judged(text.format(f"Ada draws Alchemy\nAda {other}")).verdict is Verdict.ILLEGAL
    # Sites have one line.
    own = review_text(_by_the_rules_of_the_site()[1], None)
    assert judged(own).verdict is Verdict.LEGAL
    assert judged(_in_two_lines(own)).verdict is Verdict.ILLEGAL
