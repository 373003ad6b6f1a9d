"""Messages to the player whom they are about: exports that innolog writes have their words, as the site's have."""

from __future__ import annotations

import pytest

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Edition, Platform, Ruleset
from innolog.log.merging import merge
from innolog.replay import Verdict, replay
from tests.parsers.verdicts import read, written

RULES = [
    Ruleset(),
    Ruleset(players=3, sets=frozenset({CardSet.BASE, CardSet.CITIES})),
    Ruleset(Edition.FOURTH, players=2, platform=Platform.BGA_2024),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.edition.value}-{rules.players}")
def test_private_exports_of_one_game_tell_the_same(rules: Ruleset) -> None:
    """A pass or an answer had no words for the player who gave it, so that the exports of two seats differed."""
    logs = []
    for seat in range(rules.players):
        content = written(rules, 201, seat)
        content["packets"] = [packet for packet in content["packets"] if "/player/" in packet["channel"]]
        logs.append(read(content))
    assert replay(merge(logs)).verdict is Verdict.LEGAL
