"""Whatever is called illegal differs visibly from what the rules led to, and names its rule.

What was wrong: positions, keywords and who ends the game were compared and not told, so that both sides of a violation
read alike; "other cards are shown" said nothing of what was there; and where no difference is stated, an honest player
may be accused by a fault of the program. What belonged to the class: every pair of texts of one event. How it was
looked for: the texts of several hundred forgeries, compared word by word.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import cast

import pytest

from innolog.cards.facts import card_table
from innolog.comparing.rules import RULES, RuleId
from innolog.comparing.words import Speaker
from innolog.engine.events import Transfer as Moved
from innolog.engine.ruleset import Ruleset
from innolog.engine.zones import NOBODY, Keyword, Zone
from innolog.log import At, GameLog, Inconsistency, Place, Revealed, Transfer, UnreadableLog, UnsupportedLog
from innolog.replay import Verdict, replay
from innolog.replay.deciding import decide, fault_number
from innolog.replay.outcome import Outcome
from innolog.results.result import Violation
from tests.replay.poorer import read
from tests.tampering.measure import forgeries, sample
from tests.tampering.operators import OPERATORS
from tests.tampering.story import read_export

HERE = At(7, 1, 2)
TOOLS, EMPIRE = 1, 105


@pytest.mark.long
@pytest.mark.parametrize("pattern", ["third_base_2p", "third_echoes_2p"])
def test_no_forgery_is_called_illegal_without_a_difference(pattern: str, shared_folder: Path) -> None:
    """Of one export each; ``python -m tests.tampering.measure`` makes more forgeries."""
    illegal = 0
    for path in sample(1, 2026, [pattern]):
        for kind, _, _, story in forgeries(path, 2026, list(OPERATORS)[::4]):
            try:
                result = replay(read_export(story.export))
            except (UnreadableLog, UnsupportedLog):
                continue
            violation = result.violation
            if violation is None:
                assert "please report number" not in (result.reason or ""), kind
                continue
            illegal += 1
            assert violation.expected.casefold() != violation.observed.casefold(), (kind, violation)
            assert violation.rule in RULES
            # The difference is one of words, not of signs.
            words = [re.findall(r"[\w'-]+", text) for text in (violation.expected, violation.observed)]
            assert words[0] != words[1], (kind, violation)
    assert illegal > 10


@pytest.mark.parametrize(
    ("changes", "pair"),
    [
        ({"from_position": 4}, ("from the supply pile (position 5)", "from the supply pile (position 4)")),
        ({"to_position": 0}, ("to Ana's hand (position 2)", "to Ana's hand (position 0)")),
        ({"to_owner": 1}, ("to Ana's hand (position 2)", "to Ben's hand (position 2)")),
        ({"score": True}, ("not scored", "scored")),
        ({"meld": True}, ("not melded", "melded")),
        ({"card": 2}, ("Tools", "Oars")),
    ],
)
def test_each_field_of_a_move_that_differs_is_told(changes: dict[str, object], pair: tuple[str, str]) -> None:
    event = Moved(TOOLS, NOBODY, Zone.DECK, 5, 0, Zone.HAND, 2, False, Keyword.DRAW)
    told = Transfer(HERE, TOOLS, 0, 1, False, NOBODY, Place.DECK, 5, 0, Place.HAND, 2, False, False, False)
    names = card_table().name
    expected, observed = Speaker(["Ana", "Ben"]).apart(event, dataclasses.replace(told, **changes))  # type: ignore[arg-type]
    pair = (pair[0], names[2] if "card" in changes else pair[1])
    assert pair[0] in expected
    assert pair[1] in observed
    assert expected != observed


def test_a_special_achievement_has_no_back_to_differ_in() -> None:
    """The log has a card face down where the rules have a special achievement."""
    event = Moved(EMPIRE, NOBODY, Zone.AVAILABLE, 0, 0, Zone.ACHIEVEMENTS, 0, False, Keyword.ACHIEVE)
    told = Transfer(HERE, None, 0, 3, False, NOBODY, Place.DECK, None, NOBODY, Place.ACHIEVEMENTS, None)
    expected, observed = Speaker(["Ana", "Ben"]).apart(event, told)
    assert expected == "Ana claims Empire as an achievement"
    assert observed.startswith("a base card of age 3 goes")


def test_a_verdict_without_a_difference_is_unsupported_with_a_number() -> None:
    log = GameLog("x", "bga", "1", [], [])
    for expected, observed, rule in (
        ("Ana draws", " ana  draws ", "draw.top"),
        ("Ana draws", "", "draw.top"),
        ("Ana draws", "Ana melds", "no.such-rule"),
    ):
        difference = Violation(cast("RuleId", rule), "message", HERE, expected, observed)
        result = decide(log, [Outcome(log, Ruleset(), difference=difference)])
        assert (result.verdict, result.violation) == (Verdict.UNSUPPORTED, None)
        assert result.reason is not None
        assert result.reason.endswith(f"number {fault_number(rule)}")
        assert str(HERE) in result.reason
    # Also where a log contradicts itself: both sides of it have to be told.
    same = Inconsistency(HERE, "two copies differ", "left", "left")
    result = decide(dataclasses.replace(log, inconsistencies=[same]), [Outcome(log, None, explained=True)])
    assert result.verdict is Verdict.UNSUPPORTED
    assert len({fault_number(rule) for rule in RULES}) == len(RULES)


def test_a_false_showing_says_what_was_there(shared_folder: Path) -> None:
    """And where the very cards that are shown were there, the showing is not what is blamed."""
    log = read(shared_folder / "corpus/bga_second/third_artrelics_echoes_2p/7003/player_90000001.json.gz")
    where, shown = next(
        (index, seen)
        for index, seen in enumerate(log.observations)
        if isinstance(seen, Revealed) and len(seen.cards) > 2
    )
    table = card_table()
    elsewhere = next(
        move.card
        for move in log.observations
        if isinstance(move, Transfer)
        and move.card is not None
        and move.card < EMPIRE
        and move.card not in shown.cards
        and any(table.age[move.card] == table.age[card] and table.set[card] == 0 for card in shown.cards)
    )
    instead = next(card for card in shown.cards if table.set[card] == 0 and table.age[card] == table.age[elsewhere])
    cards = tuple(elsewhere if card == instead else card for card in shown.cards)
    told = [*log.observations]
    told[where] = dataclasses.replace(shown, cards=cards)
    result = replay(dataclasses.replace(log, observations=told))
    assert result.verdict is Verdict.ILLEGAL
    violation = result.violation
    assert violation is not None
    assert violation.at == shown.at
    assert table.name[instead] in violation.expected
    assert table.name[elsewhere] in violation.observed
