"""The order of seats, inferred from an export."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import orjson
import pytest

from innolog.log import GameLog, UnreadableLog
from parsers import read_blob
from parsers.files import Blob

SAMPLES = sorted((Path(__file__).parents[2] / "sample_logs").glob("*.json.gz"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name.split(".")[0])
def test_unknown_notifications_between_counts_do_not_move_players(sample: Path) -> None:
    export = orjson.loads(gzip.decompress(sample.read_bytes()))
    seats = _seats(export)
    inserted = 0
    for packet in export["packets"]:
        for index in range(len(packet["data"]) - 1, -1, -1):
            args = packet["data"][index]["args"]
            if isinstance(args, dict) and "ressource_count" in args:
                packet["data"].insert(index, {"uid": "x", "type": "newFeature", "log": "", "args": {"a": 1}})
                inserted += 1
    assert inserted
    assert _seats(export) == seats


def _seats(export: dict[str, Any]) -> list[str]:
    log = read_blob(Blob("game.json", orjson.dumps(export)))
    assert isinstance(log, GameLog)
    return [seat.id for seat in log.seats]


def test_an_export_without_players_names_the_packets_in_which_they_were_looked_for() -> None:
    packet = {"packet_id": "1", "move_id": "1", "channel": "/table/t1", "data": []}
    with pytest.raises(UnreadableLog, match="x: packets 0 to 1: expected the ids of at least two players, found 0"):
        read_blob(Blob("x", orjson.dumps({"packets": [packet, {**packet, "packet_id": "2"}]})))
