"""Packets that were sent again are the same packets."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.parsers.test_envelope import PACKETS, export, find, packet, place


def test_packets_sent_again_count_once() -> None:
    again = {**copy.deepcopy(PACKETS[2]), "packet_type": "history", "packet_id": 3}
    envelope = find(export([*PACKETS, again, PACKETS[0]]))
    assert envelope.packets == PACKETS
    # What is compared with nothing may differ, and made the file unreadable: marks, and the clocks in a state.
    first = packet(7, "gameStateChange")
    first["data"][0] |= {"uid": "6", "h": "a", "lock_uuid": "b", "args": {"id": 4, "reflexion": {"total": {"7": 9}}}}
    for change, same in (
        ({"uid": "7", "args": {"id": 4, "reflexion": None}}, True),
        ({"args": {"id": 5}}, False),
        ({"args": {"id": 4, "args": {"age_to_draw": 1}}}, False),
        ({"log": "x"}, False),
        ({"type": "log"}, False),
    ):
        again = copy.deepcopy(first)
        again["data"][0] = {name: value for name, value in again["data"][0].items() if name not in ("h", "lock_uuid")}
        again["data"][0] |= change
        if same:
            assert find(export([first, again])).packets == [first]
        else:
            assert place(export([first, again])) == "packet 1"
    # The same number on another channel is another packet.
    private = {**packet(3, "log"), "channel": "/player/p7"}
    assert len(find(export([*PACKETS, private])).packets) == 5


@pytest.mark.parametrize("channel", ["/table/t77", "/player/p7"])
def test_packets_sent_again_may_lack_numbers(channel: str) -> None:
    """One that lacked a number of the first one counted as another packet, and the log was illegal."""
    first = packet(7, "log", move_id=3, channel=channel)
    first["data"][0]["uid"] = "6"
    other = packet(8, "log", move_id=4, channel=channel)

    def changed(**changes: Any) -> dict[str, Any]:
        uid = changes.pop("uid", "6")
        return {**first, **changes, "data": [{**first["data"][0], "uid": uid}]}

    bare = changed(packet_id=None, uid=None)
    for again in (changed(packet_id=None), changed(uid=None), bare):
        assert find(export([first, other, again])).packets == [first, other]
        assert find(export([again, other, first])).packets == [again, other]
        # Also if it is not the first packet of its move.
        before = {**packet(6, "log", move_id=3, channel=channel), "data": [{"type": "log", "log": "x", "uid": "5"}]}
        assert find(export([before, first, again])).packets == [before, first]
    # Another number of the same kind, other content, another move, or nothing in common at all.
    for one, another in (
        (first, changed(packet_id=9)),
        (changed(packet_id=None), changed(packet_id=None, uid="7")),
        (first, {**bare, "data": packet(1, "log", log="x")["data"]}),
        (first, {**bare, "move_id": 5}),
        (first, {**bare, "move_id": None}),
    ):
        assert len(find(export([one, another])).packets) == 2


def test_packets_without_numbers_come_once_if_their_notifications_are_numbered() -> None:
    unnumbered = [{**found, "packet_id": None} for found in PACKETS]
    assert find(export([*unnumbered, unnumbered[1]])).packets == unnumbered
    # A tool may have given all of them one number: then nothing says that they are the same.
    alike = [packet(1, "somethingNew", packet_id=None), packet(1, "transferedCard", packet_id=None)]
    alike[1]["data"][0]["uid"] = alike[0]["data"][0]["uid"]
    assert find(export(alike)).packets == alike
