"""Expansions that the newer code of Board Game Arena may have played accuse nobody, in whatever form the record is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from innolog import log as seen
from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Platform, Ruleset
from innolog.log import At, GameLog, Seat, Times
from innolog.replay import replay
from innolog.replay.outcome import Outcome
from innolog.replay.strange import noting_newer_code
from innolog.results.result import Verdict, Violation
from innolog.simulate import BOTS, deal, simulate
from innolog.simulate.bots import Seats
from parsers import read_blob
from parsers.files import Blob
from parsers.lines import writing
from parsers.tracker import writer
from tests.table import card

SETS = frozenset({CardSet.BASE, CardSet.ECHOES})
OLDER, NEWER, BASE_OF_NEWER = (
    Ruleset(platform=Platform.BGA, sets=SETS),
    Ruleset(platform=Platform.BGA_2024, sets=SETS),
    Ruleset(platform=Platform.BGA_2024),
)
IN_2023, IN_2026 = (Times(start, None, {}) for start in (1_700_000_000, 1_775_000_000))


def _at(index: int) -> At:
    return At(1, 0, index)


def _of_echoes(index: int) -> seen.Transfer:
    """The draw of a card with the back of Echoes."""
    of, deck, hand = CardSet.ECHOES, seen.Place.DECK, seen.Place.HAND
    return seen.Transfer(_at(index), None, of, 1, False, seen.NOBODY, deck, None, 0, hand, None)


@pytest.mark.parametrize(
    ("reached", "executed", "evidence", "doubted"),
    [
        ({NEWER: 4}, "Tools", {"in_older_words": True}, True),
        ({OLDER: 3, NEWER: 4}, "Tools", {}, True),
        ({OLDER: 3, NEWER: 4}, "Tools", {"site": "yucata"}, False),
        ({OLDER: 3, NEWER: 4}, "Tools", {"times": IN_2023}, False),
        ({OLDER: 4, NEWER: 3}, "Bangle", {}, False),
        ({OLDER: 4, NEWER: 4}, "Bangle", {}, True),
        ({OLDER: 4, NEWER: 4}, "Bangle", {"times": IN_2026}, True),
        ({OLDER: 4, NEWER: 4}, "Bangle", {"times": IN_2023}, False),
        ({OLDER: 4, NEWER: 4}, "Bangle", {"in_older_words": True}, False),
        ({OLDER: 4, NEWER: 4}, "Bangle", {"site": "yucata"}, False),
        ({OLDER: 4, NEWER: 4}, "Tools", {}, False),
        ({BASE_OF_NEWER: 4}, "Tools", {}, False),
        ({OLDER: 4}, "Bangle", {}, False),
    ],
)
def test_the_newer_code_is_meant_if_no_other_explains_more_and_nothing_excludes_it(
    reached: dict[Ruleset, int], executed: str, evidence: dict[str, Any], doubted: bool
) -> None:
    # Most messages about an effect do not name its card.
    told: list[seen.Observation] = [seen.DogmaStarted(_at(0), 0, card(executed)), seen.EffectStarted(_at(1), 0)]
    if any(CardSet.ECHOES in rules.sets for rules in reached):
        told += [_of_echoes(2 + number) for number in range(3)]
    log = replace(GameLog("a log", "bga", "", [Seat("Ada", "Ada"), Seat("Bob", "Bob")], told), **evidence)
    difference = Violation("draw.missing", "", _at(2), "a draw", "nothing")
    outcomes = [Outcome(log, rules, reached=number, difference=difference) for rules, number in reached.items()]
    assert (noting_newer_code(log, outcomes).strange is not None) == doubted


@pytest.mark.parametrize("form", ["tracker", "table"])
def test_what_a_card_of_an_expansion_did_is_unsupported_in_a_record_that_does_not_show_its_code(form: str) -> None:
    """The same is illegal in a record of 2023, and so is what a card of the base set did."""
    bots = Seats([BOTS["sensible"](seat) for seat in range(2)])
    game = simulate(OLDER, 7, bots, tell=True, setup=deal(OLDER, 7), most_actions=60)
    assert game.told is not None
    text = (
        writer.write(game.told, None)
        if form == "tracker"
        else writing.table_text(game.told, None, rules=OLDER.describe())
    )
    log = read_blob(Blob("a game", text.encode()))
    assert isinstance(log, GameLog)
    log = replace(log, times=None, in_older_words=False)
    assert replay(log).verdict.explained

    def lacking(index: int, **changes: Any) -> Verdict:
        """The verdict without what a card of an action moved."""
        told = log.observations
        forged = replay(replace(log, observations=[*told[:index], *told[index + 1 :]], **changes))
        if forged.verdict is Verdict.UNSUPPORTED:
            assert "a newer generation of the site's code" in (forged.reason or "")
        return forged.verdict

    of_echoes, of_base = (_moved_in_an_action_with(log, sets) for sets in ({CardSet.ECHOES}, {CardSet.BASE}))
    assert [lacking(of_echoes), lacking(of_echoes, times=IN_2023)] == [Verdict.UNSUPPORTED, Verdict.ILLEGAL]
    assert lacking(of_base) is Verdict.ILLEGAL


def _moved_in_an_action_with(log: GameLog, sets: set[CardSet]) -> int:
    """The first move of a card in an action that executes cards of these sets alone."""
    executing: set[CardSet] = set()
    for index, told in enumerate(log.observations):
        if isinstance(told, seen.ActionBegan):
            executing = set()
        elif isinstance(told, seen.DogmaStarted | seen.EffectStarted) and told.card is not None:
            executing.add(CardSet(OLDER.table.set[told.card]))
        elif isinstance(told, seen.Transfer) and executing == sets:
            return index
    raise AssertionError(f"no move by {sets}")
