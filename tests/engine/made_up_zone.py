"""What innolog makes of a zone that it lacks: run by tests/engine/test_zones.py with a copy of innolog that has it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator

from innolog.beliefs.worlds import Keys
from innolog.cli._page import page_of
from innolog.cli._shown import shown
from innolog.cli._words import words_of
from innolog.comparing.matching import PLACE_OF_ZONE
from innolog.conformance.table import game_of, position_of
from innolog.engine.digest import digest
from innolog.engine.events import Event
from innolog.engine.operations import BY_ACTION, Eliminate, Transfer
from innolog.engine.position import Seat
from innolog.engine.zones import Zone
from innolog.log import Place
from innolog.results.snapshots import differing, snapshot
from innolog.simulate.bots import RandomDecider
from innolog.store.rows import RowCollector
from innolog.support.schemas import json_schema
from reports.game import render
from tests.invariants import violations
from tests.reports.factory import random_replay
from tests.table import seat, table

SAFE = Zone["SAFE"]


def main() -> None:
    game = table(seat(hand=["Tools"]), seat(), seat())
    events: list[Event] = []
    game.sink = events.append
    player, card = game.players[0], game.players[0].hand[0]
    before, empty, keys = digest(game), game.save(), Keys(game).of(()).zones
    start = snapshot(game)
    game.perform(Transfer(player, BY_ACTION, card, player, SAFE))

    # The table.
    assert player.zone(SAFE) == [card]
    assert digest(game) != before
    assert Keys(game).of(()).zones != keys
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
    game.restore(kept)
    assert player.zone(SAFE) == [card]

    # Positions, and the words of logs.
    its: dict[str, Any] = {"safe": [card]}
    assert table(Seat(**its), seat(), seat()).players[0].zone(SAFE) == [card]
    position = position_of(game)
    assert position["players"][0]["safe"] == [card]
    assert position_of(game_of(position, RandomDecider(0))) == position
    assert PLACE_OF_ZONE[SAFE] is Place("safe")

    # What users see.
    view = snapshot(game)
    assert [dict(zip(area._fields, area, strict=True))["safe"] for area in view.players] == [(card,), (), ()]
    assert differing([start, view])[0] == {"hand", "safe"}
    replay = random_replay(1, 3, limit=3)
    last = replace(replay.actions[-1], snapshot=view, events=[(events[-1], 1)])
    replay.actions[-1] = last
    board = shown(replay, last, candidates=True)
    Draft202012Validator(json_schema("show")).validate(board)
    assert [each["id"] for each in board["players"][0]["safe"]] == [card]
    rows = RowCollector()
    rows.add(replay, "0" * 64)
    tables = rows.tables()
    states = [row for row in tables["states"].to_pylist() if row["action"] == last.index]
    assert [(row["safe"], row["safe_backs"]) for row in states] == [([card], [game.back[card]]), ([], []), ([], [])]
    assert tables["events"].to_pylist()[-1]["to_zone"] == "safe"
    page = page_of(replay)
    number = [zone.title for zone in page.zones].index("Safe")
    assert page.actions[-1].table.areas[0].zones[number] == ((card, game.back[card]),)
    assert "Safe" in render(page)
    assert words_of(replay).lines(last) == [(0, "Tools [1] goes from Ada's hand to Ada's safe")]

    # A player who is out of the game has no cards left.
    game.perform(Eliminate(player, BY_ACTION, player))
    assert player.zone(SAFE) == []
    assert game.place[card][1] is Zone.REMOVED


if __name__ == "__main__":
    main()
