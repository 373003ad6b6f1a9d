from __future__ import annotations

import pytest

from innolog.cards.facts import UNKNOWN_BASE, back_age, back_of, card_table
from innolog.engine.actions import play_opening, take_action
from innolog.engine.game import Game
from innolog.results.result import Snapshot
from innolog.results.snapshots import snapshot
from tests.reports.factory import RandomDecider, deal, random_replay


def _cards(table: Snapshot) -> int:
    return sum(len(deck) for deck in table.decks.values()) + sum(
        len(view.hand) + len(view.score_pile) + len(view.revealed) + sum(map(len, view.boards))
        for view in table.players
    )


@pytest.mark.parametrize("cities", [False, True])
def test_every_card_is_in_every_snapshot(cities: bool) -> None:
    replay = random_replay(0, 3, cities=cities)
    assert len(replay.actions) > 50
    for action in replay.actions:
        table = action.snapshot
        assert table is not None
        claimed = [age for view in table.players for age in view.achievement_ages if age]
        assert sorted([*claimed, *table.available_ages]) == list(range(1, 10))
        removed = 0 if not any(type(e).__name__ == "Wiped" for a in replay.actions for e, _ in a.events) else None
        if removed is not None:
            assert _cards(table) == (210 if cities else 105) - 9
        for view in table.players:
            assert [entry is None for entry in view.achievements] == [age > 0 for age in view.achievement_ages]


def test_a_snapshot_does_not_change_with_the_game() -> None:
    setup, rules = deal(4)
    game = Game(setup, rules, RandomDecider(4))
    play_opening(game)
    before = snapshot(game)
    copy = repr(before)
    for _ in range(10):
        take_action(game)
    assert repr(before) == copy
    assert snapshot(game) != before


def test_hidden_cards_are_none_and_keep_their_backs() -> None:
    age1 = card_table().by_back[back_of(0, 1)]
    # Draws alone never look at a face: the hidden cards end up in hands unseen.
    setup, rules = deal(4, hide=age1[:6])
    hidden = {UNKNOWN_BASE + number for number in range(6)}
    game = Game(setup, rules, RandomDecider(4))
    table = snapshot(game)
    for view, hand in zip(table.players, setup.hands, strict=True):
        assert view.hand == tuple(None if card in hidden else card for card in hand)
        assert [back_age(back) for back in view.hand_backs] == [1, 1]
    assert table.decks[back_of(0, 1)].count(None) == sum(card in hidden for card in setup.decks[back_of(0, 1)])
    assert any(None in view.hand for view in table.players)
