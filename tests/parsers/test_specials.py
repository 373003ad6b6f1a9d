"""What an export says of special achievements, flags and fountains beside where they go.

They have no printed facts but a set, so that their fields were not looked at: one could be scored, tucked, a relic, or
have an age. The operators that forge fields choose among all transfers, and nearly all are of other cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
import pytest

from innolog.cards.facts import CardSet
from innolog.engine.ruleset import Ruleset
from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from tests.simulate.test_exports import played
from tests.written import export

FORGED = {"score_keyword": True, "bottom_to": True, "meld_keyword": True, "is_relic": "1", "age": "3", "type": "3"}


@cache
def _export() -> Any:
    game = played(Ruleset(sets=frozenset({CardSet.BASE, CardSet.CITIES})), 4).told
    assert game is not None
    return export(game, None)


def _transfers() -> Iterator[tuple[str, dict[str, Any]]]:
    """One transfer of a special achievement, and one of a flag or fountain, with the number of its move."""
    found = set()
    for packet in _export()["packets"]:
        for event in packet["data"]:
            args = event["args"]
            if event["type"].startswith("transferedCard") and args.get("id") is not None and args["age"] is None:
                kind = int(args["id"]) >= 1000
                if kind not in found:
                    found.add(kind)
                    yield packet["move_id"], args
    assert len(found) == 2


@pytest.mark.parametrize("field", FORGED)
def test_nothing_is_said_of_them_that_is_not_so(field: str) -> None:
    for move, args in _transfers():
        before = args[field]
        assert before != FORGED[field]
        args[field] = FORGED[field]
        row = judged(Blob("game.json", orjson.dumps(_export())), NOTHING)
        args[field] = before
        assert (row.verdict, row.move) == ("illegal", int(move))
    assert judged(Blob("game.json", orjson.dumps(_export())), NOTHING).verdict == "legal"
