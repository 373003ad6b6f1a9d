"""The messages to a player and those to everybody are read as one, however they stand in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from innolog.judging.verdicts import judged
from innolog.replay.forced import NOTHING
from parsers.bga.notifications import IDLE_STATES, STATE
from parsers.files import Blob
from tests.parsers.verdicts import Export, read, sample, verdict

CHAT = [{"uid": "c", "type": "chatmessage", "log": "", "args": {"text": "gg"}}]


@pytest.fixture
def export() -> Export:
    return sample()


def _private(export: Export) -> list[dict[str, Any]]:
    return [packet for packet in export["packets"] if packet["channel"].startswith("/player/")]


def _with_chat(export: Export) -> None:
    """Somebody writes between the private and the public packet of each move."""
    told: list[dict[str, Any]] = []
    chat = {"channel": export["packets"][-1]["channel"], "data": CHAT}
    for packet in export["packets"]:
        told += [packet, chat] if packet["channel"].startswith("/player/") else [packet]
    for number, packet in enumerate(told):
        told[number] = {**packet, "packet_id": str(number + 1)}
    export["packets"] = told


def _with_chat_of_another(export: Export) -> None:
    """The log of one player has what somebody wrote to the other one."""
    other = next(player for player in export["players"] if not _private(export)[0]["channel"].endswith(player))
    middle = len(export["packets"]) // 2
    export["packets"][middle:middle] = [{"channel": f"/player/p{other}", "move_id": None, "data": CHAT}]


def _with_numbers(export: Export) -> None:
    """The private packets have the numbers of their moves as numbers, the public ones as text."""
    for packet in _private(export):
        packet["move_id"] = int(packet["move_id"])


def _with_false_faces(export: Export) -> None:
    """The player is shown other cards than those that were drawn."""
    for packet in _private(export)[20:]:
        for event in packet["data"]:
            args = event["args"]
            if isinstance(args, dict) and args.get("location_to") == "hand" and "id" in args:
                args["id"] = str((int(args["id"]) + 1) % 100)


@pytest.mark.parametrize("change", [_with_chat, _with_chat_of_another, _with_numbers])
def test_what_stands_between_the_channels_neither_accuses_nor_hides(export: Export, change: Any) -> None:
    """What was wrong: packets of a move were paired only if they stood side by side, with move numbers of one type."""
    change(export)
    assert verdict(export) == "legal"
    _with_false_faces(export)
    assert verdict(export) == "illegal"


def test_the_copies_of_a_message_name_one_player(export: Export) -> None:
    """One that says nothing else that is compared could name another player to one of them."""
    private = _private(export)[20]
    public = next(
        packet for packet in export["packets"] if packet["move_id"] == private["move_id"] and packet is not private
    )
    said = "${player_name} reveals an empty hand."
    for packet, kind, name in zip((private, public), ("log", "log_spectator"), export["players"].values(), strict=True):
        packet["data"].append({"uid": "e", "type": kind, "log": said, "args": {"player_name": name}})
    log = read(export)
    assert "the public and the private copy of a notification differ in the field player_name" in [
        found.message for found in log.inconsistencies
    ]


@pytest.mark.parametrize("state", sorted(IDLE_STATES))
def test_a_state_that_one_player_is_told_of_is_one_of_the_public_ones(export: Export, state: int) -> None:
    """What was wrong: with the number of a state without facts, a copy was compared with nothing."""
    told = [event["args"] for packet in _private(export) for event in packet["data"] if event["type"] == STATE]
    told[len(told) // 2]["id"] = state
    log = read(export)
    assert "a private message has a game state that the public messages do not have" in [
        found.message for found in log.inconsistencies
    ]


def test_a_move_that_only_one_player_is_told_of_contradicts_the_log(export: Export) -> None:
    public = [packet for packet in export["packets"] if packet["channel"].startswith("/table/")]
    moves = [packet["move_id"] for packet in _private(export) if any("transfered" in e["type"] for e in packet["data"])]
    without = [packet for packet in public if packet["move_id"] == moves[len(moves) // 2]]
    export["packets"] = [packet for packet in export["packets"] if packet not in without]
    assert verdict(export) == "illegal"


def _says(said: str, event: dict[str, Any]) -> bool:
    return said == event["type"] or (isinstance(event["args"], dict) and said in event["args"])


@pytest.mark.parametrize("said", ["logWithCardTooltips", "ressource_count", "qualified_effect"])
def test_a_public_packet_that_is_missing_is_named(export: Export, said: str) -> None:
    """Only for cards that move and piles that change was that so: an action below was called illegal."""
    told = next(packet for packet in _private(export)[20:] if any(_says(said, event) for event in packet["data"]))
    told["data"] = [event for event in told["data"] if _says(said, event)]
    export["packets"] = [each for each in export["packets"] if each is told or each["move_id"] != told["move_id"]]
    row = judged(Blob("export", json.dumps(export).encode()), NOTHING)
    assert (row.rule, row.move) == ("record.contradiction", int(told["move_id"]))
    assert "only one player has a message" in str(row.message)
    # The end of a log may be cut between the channels.
    export["packets"] = export["packets"][: export["packets"].index(told) + 1]
    assert verdict(export) == "legal_so_far"


def test_the_channel_of_a_table_is_that_of_the_packet(export: Export) -> None:
    for packet in export["packets"][50:]:
        packet["channel"] = packet["channel"].replace("/table/t", "/table/t9")
    assert verdict(export) == "illegal"


def test_a_log_may_be_cut_between_the_channels(export: Export) -> None:
    index = next(number for number, packet in enumerate(export["packets"]) if packet is _private(export)[30])
    export["packets"] = export["packets"][: index + 1]
    assert verdict(export) == "legal_so_far"


def test_a_verdict_says_how_many_private_messages_were_compared(export: Export) -> None:
    row = judged(Blob("game.json", json.dumps(export).encode()), NOTHING)
    assert row.private > 100
    export["packets"] = [packet for packet in export["packets"] if not packet["channel"].startswith("/player")]
    row = judged(Blob("game.json", json.dumps(export).encode()), NOTHING)
    assert (row.verdict, row.private) == ("legal", 0)
