"""Where a violation proves nothing, because the site's rules are not known there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from innolog import log as seen
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log import NOBODY, At, GameLog, Place, Unread
from innolog.replay.strange import unknown_there
from tests.table import card

SITE = Ruleset(Edition.FOURTH, players=4, platform=Platform.BGA_2024)


def _log(name: str, *, paid: bool = True) -> GameLog:
    """Two actions; in the first, a distant player is asked at packet 2 to pay under a card, and answers at packet 4."""
    observations: list[seen.Observation] = [
        seen.ActionBegan(At(1, 0, 0), 0, 1, None, None, None),
        seen.DogmaStarted(At(2, 1, 0), 0, card(name), None, False),
        seen.Asked(At(2, 2, 0), 2),
        seen.Passed(At(3, 3, 0), 2),
        seen.Parley(At(3, 4, 0), 2, "share", paid, True),
        seen.EffectStarted(At(3, 5, 0), 2, "dogma", 1, False, card(name)),
        seen.ActionBegan(At(4, 6, 0), 0, 2, None, None, None),
        seen.ActionBegan(At(5, 7, 0), 1, 1, None, None, None),
    ]
    return GameLog("log", "bga", "", [], observations, records=frozenset(seen.Fact))


@pytest.mark.parametrize(("packet", "doubted"), [(0, False), (1, False), (2, True), (3, True), (6, True), (7, False)])
def test_only_the_action_with_a_payment_is_doubtful(packet: int, doubted: bool) -> None:
    """From the question on, until the next action shows that the table is as innolog says."""
    reason = unknown_there(_log("Optics"), SITE, At(None, packet, 0))
    assert ("payment under Optics" in (reason or "")) is doubted


def test_a_payment_that_did_not_take_place_is_not_doubtful() -> None:
    """Nor is one under a card that handles no payments, nor one at a table."""
    at = At(3, 5, 0)
    assert unknown_there(_log("Optics", paid=False), SITE, at) is None
    assert unknown_there(_log("Pottery"), SITE, at) is None
    table = Ruleset(Edition.FOURTH, players=4, platform=Platform.TABLE)
    assert unknown_there(_log("Optics"), table, at) is None


def test_without_questions_a_payment_is_doubtful_from_the_card_that_is_returned() -> None:
    """What was wrong: between the card and the message about it, the site may do what is not known."""
    log = _log("Optics")
    returned = seen.Transfer(
        At(3, 3, 0), None, 0, 1, False, 2, Place.HAND, 0, NOBODY, Place.DECK, 0, True, False, False, None, ()
    )
    log.observations[2:4] = [returned]
    assert unknown_there(log, SITE, At(2, 2, 0)) is None
    assert "payment under Optics" in (unknown_there(log, SITE, At(3, 3, 1)) or "")


def test_in_a_text_the_next_activation_ends_the_action_with_a_payment() -> None:
    """What was wrong: texts do not say where actions begin, so that the first card was that of every action."""
    log = _log("Pottery")
    second: list[seen.Observation] = [
        seen.DogmaStarted(At(4, 6, 0), 0, card("Optics"), None, False),
        seen.Parley(At(5, 7, 0), 2, "share", True, True),
    ]
    third: list[seen.Observation] = [
        seen.DogmaStarted(At(6, 8, 0), 0, card("Pottery"), None, False),
        seen.SharingBonus(At(6, 9, 0)),
    ]
    kept = [one for one in log.observations if not isinstance(one, seen.ActionBegan | seen.Asked | seen.Passed)]
    log = replace(log, observations=[*kept, *second, *third], records=frozenset(seen.Fact) - {seen.Fact.ACTIONS})
    for packet, doubted in ((5, False), (6, False), (7, True), (8, True), (9, False)):
        reason = unknown_there(log, SITE, At(None, packet, 0))
        assert ("payment under Optics" in (reason or "")) is doubted, packet


def test_an_unknown_form_is_doubtful_from_there_on() -> None:
    log = _log("Pottery")
    log.strange = Unread(At(3, 4, 0), "something new")
    assert unknown_there(log, SITE, At(2, 2, 0)) is None
    assert unknown_there(log, SITE, None) is None
    assert unknown_there(log, SITE, At(5, 7, 0)) == "at move 3, packet 4, notification 0: something new"
