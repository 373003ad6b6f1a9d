"""A forgery of every compared field around the notifications, made of the table in :mod:`parsers.bga.fields`.

A player's channel can say what only that player sees, so that these forgeries change what both channels have.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from parsers.bga.fields import ENVELOPE
from parsers.fields import Basis
from tests.tampering.operators.registry import Moves, Operator
from tests.tampering.story import Event, Packet, Story

ENVELOPE_FIELDS: dict[str, Operator] = {}
#: Another game, another table or another packet of the same number makes a file unsupported or unreadable, and not
#: illegal. The texts of messages have forgeries of their own (``KIND: log``).
_LEFT_OUT = frozenset(
    {
        *(f"{part}: {name}" for part in ("file", "gamedatas") for name in ("gameName", "game_name")),
        *("packet: table_id", "packet: packet_id", "notification: log"),
    }
)


def _moves(story: Story) -> Moves:
    """What stands in no move can be missed in any."""
    return tuple({int(packet["move_id"]) for packet in story.packets if packet["move_id"] is not None})


def _late(story: Story, rng: Random) -> Packet:
    """A packet of the second half that moves a card."""
    packets = story.packets[len(story.packets) // 2 :]
    return rng.choice([p for p in packets if any(item["type"].startswith("transferedCard") for item in p["data"])])


def _around(packet: Packet) -> Moves:
    move = int(packet["move_id"])
    return (move, move + 1)


def _players(story: Story, rng: Random) -> Moves:
    """Two players have each other's name."""
    players = story.export["players"]
    one, other = rng.sample(sorted(players), 2)
    players[one], players[other] = players[other], players[one]
    return _moves(story)


def _page_data(story: Story, rng: Random) -> Moves | None:
    """A card of the page has another color than is printed on it."""
    seen = {str(event.args.get("id")) for event in story.events if event.kind == "transferedCard"}
    cards = (story.export.get("gamedatas") or {}).get("cards") or {}
    shown = [row for number, row in sorted(cards.items()) if number in seen and row.get("color") is not None]
    if not shown:
        return None
    row = rng.choice(shown)
    row["color"] = type(row["color"])((int(row["color"]) + 1) % 5)
    return _moves(story)


def _own_hand(story: Story, rng: Random) -> Moves | None:
    """A card of the hand in the page data stands there twice."""
    hand = (story.export.get("gamedatas") or {}).get("my_hand")
    if not isinstance(hand, list) or not hand:
        return None
    hand.append(rng.choice(hand))
    return _moves(story)


def _players_of_page(story: Story, rng: Random) -> Moves:
    """The page data have two players with each other's name, and the file around them has the right names."""
    players = story.export["players"]
    one, other = rng.sample(sorted(players), 2)
    exchanged = {**players, one: players[other], other: players[one]}
    story.export.setdefault("gamedatas", {})["players"] = {
        player: {"id": player, "name": name} for player, name in exchanged.items()
    }
    return _moves(story)


def _number(name: str, by: int) -> Callable[[Story, Random], Moves]:
    def forge(story: Story, rng: Random) -> Moves:
        packet = _late(story, rng)
        right = _around(packet)
        packet[name] = type(packet[name])(int(packet[name]) + by)
        return (*right, int(packet["move_id"]))

    return forge


def _channel(story: Story, rng: Random) -> Moves | None:
    """What a player alone was sent stands on another player's channel."""
    # What all players were sent alike is true on any channel; so is what both players of a transfer were sent.
    own = [
        event
        for event in story.events
        if event.kind == "transferedCard" and event.args.get("id") is None and len(event.private) == 1
        if event.private[0][1]["args"].get("id") is not None
        if "0" in (str(event.args["owner_from"]), str(event.args["owner_to"]))
    ]
    if not own:
        return None
    packet, _ = rng.choice(own).private[0]
    players = [player for player in story.players if not packet["channel"].endswith(player)]
    packet["channel"] = f"/player/p{rng.choice(players)}"
    return _around(packet)


def _type(story: Story, rng: Random) -> Moves:
    """The public copy of a card that moves is called a message."""
    events: list[Event] = [event for event in story.events if event.kind == "transferedCard"]
    event = rng.choice(events[len(events) // 2 :])
    item: dict[str, Any] = event.public[1]
    item["type"] = item["type"].replace("transferedCard", "log")
    return (event.move, event.move + 1)


_FORGE: dict[str, Operator] = {
    "file: players": _players,
    "gamedatas: cards": _page_data,
    "gamedatas: my_hand": _own_hand,
    "gamedatas: players": _players_of_page,
    "packet: move_id": _number("move_id", -3),
    "packet: time": _number("time", -86_400),
    "packet: channel": _channel,
    "notification: type": _type,
}


def _register() -> None:
    for part, fields in ENVELOPE.items():
        for name, field in fields.items():
            label = f"{part}: {name}"
            if field.basis is not Basis.EXPLAINS and label not in _LEFT_OUT:
                ENVELOPE_FIELDS[label] = _FORGE[label]


_register()
