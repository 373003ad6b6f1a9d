"""The messages to a player and those to everybody are read as one, however they stand in the file."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
import pytest

from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers.files import Blob
from tests.shared import REPOSITORY

SAMPLE = REPOSITORY / "sample_logs" / "base_2p_player.json.gz"
CHAT = [{"uid": "c", "type": "chatmessage", "log": "", "args": {"text": "gg"}}]


@pytest.fixture
def export() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(gzip.decompress(SAMPLE.read_bytes()))
    return found


def _verdict(export: dict[str, Any]) -> str:
    return judged(Blob("game.json", orjson.dumps(export)), NOTHING).verdict


def _private(export: dict[str, Any]) -> list[dict[str, Any]]:
    return [packet for packet in export["packets"] if packet["channel"].startswith("/player/")]


def _with_chat(export: dict[str, Any]) -> None:
    """Somebody writes between the private and the public packet of each move."""
    told: list[dict[str, Any]] = []
    chat = {"channel": export["packets"][-1]["channel"], "data": CHAT}
    for packet in export["packets"]:
        told += [packet, chat] if packet["channel"].startswith("/player/") else [packet]
    for number, packet in enumerate(told):
        told[number] = {**packet, "packet_id": str(number + 1)}
    export["packets"] = told


def _with_numbers(export: dict[str, Any]) -> None:
    """The private packets have the numbers of their moves as numbers, the public ones as text."""
    for packet in _private(export):
        packet["move_id"] = int(packet["move_id"])


def _with_false_faces(export: dict[str, Any]) -> None:
    """The player is shown other cards than those that were drawn."""
    for packet in _private(export)[20:]:
        for event in packet["data"]:
            args = event["args"]
            if isinstance(args, dict) and args.get("location_to") == "hand" and "id" in args:
                args["id"] = str((int(args["id"]) + 1) % 100)


@pytest.mark.parametrize("change", [_with_chat, _with_numbers])
def test_what_stands_between_the_channels_neither_accuses_nor_hides(export: dict[str, Any], change: Any) -> None:
    """What was wrong: packets of a move were paired only if they stood side by side, with move numbers of one type."""
    change(export)
    assert _verdict(export) == "legal"
    _with_false_faces(export)
    assert _verdict(export) == "illegal"


def test_a_move_that_only_one_player_is_told_of_contradicts_the_log(export: dict[str, Any]) -> None:
    public = [packet for packet in export["packets"] if packet["channel"].startswith("/table/")]
    moves = [packet["move_id"] for packet in _private(export) if any("transfered" in e["type"] for e in packet["data"])]
    without = [packet for packet in public if packet["move_id"] == moves[len(moves) // 2]]
    export["packets"] = [packet for packet in export["packets"] if packet not in without]
    assert _verdict(export) == "illegal"


def test_the_channel_of_a_table_is_that_of_the_packet(export: dict[str, Any]) -> None:
    for packet in export["packets"][50:]:
        packet["channel"] = packet["channel"].replace("/table/t", "/table/t9")
    assert _verdict(export) == "illegal"


def test_a_log_may_be_cut_between_the_channels(export: dict[str, Any]) -> None:
    index = next(number for number, packet in enumerate(export["packets"]) if packet is _private(export)[30])
    export["packets"] = export["packets"][: index + 1]
    assert _verdict(export) == "legal_so_far"
