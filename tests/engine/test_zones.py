"""A new zone of a player is one row: what it takes to save, compare, check and lose its cards follows from that."""

from __future__ import annotations

import pytest

from innolog.beliefs import worlds
from innolog.engine import digest as digests
from innolog.engine import state
from innolog.engine.digest import digest
from innolog.engine.operations import BY_ACTION, Eliminate
from innolog.engine.zones import OF_A_PLAYER, Place, Zone
from tests.invariants import violations
from tests.table import seat, table

#: Cards that a player has put away, which no set in play has.
SAFE = int.__new__(Zone, len(Zone))
SAFE._name_, SAFE._value_ = "SAFE", len(Zone)


@pytest.fixture
def with_a_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (*OF_A_PLAYER, Place(SAFE, "safe", hidden=True, counts=False))
    monkeypatch.setattr(state, "OF_A_PLAYER", places)
    monkeypatch.setattr(digests, "OF_A_PLAYER", places)
    monkeypatch.setattr(worlds, "_HIDDEN", [place.zone for place in places if place.hidden])


@pytest.mark.plain
@pytest.mark.usefixtures("with_a_safe")
def test_a_new_zone_is_saved_compared_checked_and_lost() -> None:
    game = table(seat(), seat(), seat())
    before, empty = digest(game), game.save()
    card = game.decks[next(iter(game.decks))].pop()
    player = game.players[0]
    player.zone(SAFE).append(card)
    game.place[card] = (0, SAFE)

    assert digest(game) != before
    assert worlds.Keys(game).of(()).zones != worlds.Keys(table(seat(), seat(), seat())).of(()).zones
    assert list(violations(game)) == []
    game.place[card] = (1, SAFE)
    assert [number for number, _ in violations(game)] == [1]
    game.place[card] = (0, SAFE)

    kept = game.save()
    game.restore(empty)
    assert (digest(game), player.zone(SAFE)) == (before, [])
    game.restore(kept)
    assert player.zone(SAFE) == [card]
    player.zone(SAFE).clear()
    assert kept.state.players[0].zones[-1] == [card]

    game.restore(kept)
    game.perform(Eliminate(player, BY_ACTION, player))
    assert player.zone(SAFE) == []
    assert game.place[card][1] == Zone.REMOVED
