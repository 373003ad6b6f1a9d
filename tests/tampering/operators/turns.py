"""Turns and the end of the game."""

from __future__ import annotations

import copy
from itertools import pairwise
from random import Random
from typing import Any

from tests.tampering.operators.registry import Moves, ends, next_move, operator, others_than
from tests.tampering.story import Event, Story, renumber

# --- turns ---


@operator("action deleted")
def action_deleted(story: Story, rng: Random) -> Moves | None:
    """A whole move. The last one is no forgery but a log cut short; those before it leave a hole."""
    moves = [move for move in story.moves()[:-2] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    after = next_move(story, move)
    story.export["packets"] = [packet for packet in story.packets if int(packet["move_id"]) != move]
    return (move, after)


@operator("action repeated")
def action_repeated(story: Story, rng: Random) -> Moves | None:
    """A move is told again as a new one: with packets, ids and move numbers of its own, later moves renumbered."""
    moves = [move for move in story.moves()[:-1] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    packets: list[dict[str, Any]] = []
    again: list[dict[str, Any]] = []
    for packet in story.packets:
        number = int(packet["move_id"])
        if number > move:
            packets.extend(again)
            again = []
            packet["move_id"] = type(packet["move_id"])(number + 1)
        packets.append(packet)
        if number == move:
            new = copy.deepcopy(packet)
            new["move_id"] = type(packet["move_id"])(move + 1)
            for item in new["data"]:
                item["uid"] = f"{item.get('uid', '')}r"
            again.append(new)
    story.export["packets"] = renumber(packets)
    return (move + 1,)


@operator("actions reordered")
def actions_reordered(story: Story, rng: Random) -> Moves | None:
    """Two neighbouring moves exchange what happened in them.

    Both are whole actions. The state that follows each names the next player and action, so even two equal actions
    don't commute, unless both moves tell the very same.
    """
    moves = [move for move in story.moves()[:-2] if story.is_action(move) and story.is_action(move + 1)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    first = [packet for packet in story.packets if int(packet["move_id"]) == move]
    second = [packet for packet in story.packets if int(packet["move_id"]) == move + 1]
    at = story.packets.index(first[0])
    for packet in first:
        packet["move_id"] = type(packet["move_id"])(move + 1)
    for packet in second:
        packet["move_id"] = type(packet["move_id"])(move)
    rest = [packet for packet in story.packets if packet not in first and packet not in second]
    story.export["packets"] = renumber([*rest[:at], *second, *first, *rest[at:]])
    return (move,)


def _prolong(story: Story, event: Event, state: Event) -> Moves:
    """Make the turn go on where it ended: no reset of the counters, and the same player to act."""
    player = None
    for other in story.events:
        if other is state:
            break
        if other.state == 4:
            player = other.args["active_player"]
    number = max(
        int(other.inner["action_number"]) for other in story.events if other.state == 4 and other.move < event.move
    )
    del number
    for copies in (event.public, *event.private) if event is not state else ():
        copies[0]["data"] = [item for item in copies[0]["data"] if item is not copies[1]]
    for _, item in (state.public, *state.private):
        item["args"]["active_player"] = player
        item["args"]["args"]["action_number"] = 2
        item["args"]["args"]["qualified_action"] = "a second action"
    return (event.move,)


def _turnends(story: Story) -> list[tuple[Event, Event]]:
    """The end of each turn, and the state in which the next one begins. Earlier generations have the state alone."""
    found: list[Any] = []
    if not any(event.kind == "resetMonumentCounters" for event in story.events):
        states = [event for event in story.events if event.state == 4]
        return [
            (after, after)
            for before, after in pairwise(states)
            if str(before.args["active_player"]) != str(after.args["active_player"])
        ]
    for index, event in enumerate(story.events):
        if event.kind == "resetMonumentCounters":
            state = next((other for other in story.events[index:] if other.state == 4), None)
            if state is not None and state.move == event.move:
                found.append((event, state))
    return found


@operator("third action")
def third_action(story: Story, rng: Random) -> Moves | None:
    """A turn that does not end after its actions."""
    found = _turnends(story)[2:]
    if not found:
        return None
    return _prolong(story, *rng.choice(found))


@operator("second first action")
def second_first_action(story: Story, rng: Random) -> Moves | None:
    """The first turn has one action."""
    found = _turnends(story)[:1]
    if not found:
        return None
    return _prolong(story, *found[0])


@operator("turn to the wrong player")
def wrong_turn(story: Story, rng: Random) -> Moves | None:
    """The turn passes to the left."""
    event = story.choice(rng, [event for event in story.events if event.state == 4])
    if event is None:
        return None
    other = rng.choice(others_than(story, event.args["active_player"]))
    for _, item in (event.public, *event.private):
        item["args"]["active_player"] = other
    return (event.move,)


@operator("wrong first player")
def first_player(story: Story, rng: Random) -> Moves | None:
    """The first card in the alphabet decides."""
    for event in story.events:
        if "english_name" in event.args:
            names = [name for name in story.names.values() if name != event.args["player_name"]]
            story.edit(event, player_name=rng.choice(names))
            return (event.move,)
    return None


# --- the end ---


@operator("ending that did not happen")
def ending_invented(story: Story, rng: Random) -> Moves | None:
    """The real ending is told earlier, and the log stops there."""
    end = story.ending
    transfers = [event for event in story.events if event.kind == "transferedCard" and not ends(story, event.move)]
    if end is None or not transfers:
        return None
    place = rng.choice(transfers)
    story.insert(place, end)
    story.export["packets"] = [packet for packet in story.packets if int(packet["move_id"]) <= place.move]
    return (place.move,)


@operator("wrong kind of ending")
def ending_kind(story: Story, rng: Random) -> Moves | None:
    """How the game ended follows from what happened."""
    end = story.ending
    if end is None or "end_of_game_type" not in end.args:
        return None
    kinds = [kind for kind in ("achievements", "score", "dogma") if kind != end.args["end_of_game_type"]]
    story.edit(end, end_of_game_type=rng.choice(kinds))
    return (end.move,)


@operator("ending removed")
def ending_removed(story: Story, rng: Random) -> Moves | None:
    """The end is not told. Where nothing but the ending is left in the last move it is a log cut short."""
    last = story.moves()[-1]
    events = story.of_move(last)
    end = story.ending
    if end is None or end.move != last or not any(event.kind in ("transferedCard", "splayedPile") for event in events):
        return None
    told = [event for event in events if event.template.startswith("END OF GAME")]
    story.delete(end, *told)
    if rng.random() < 0.5:
        story.delete(*[event for event in events if event.state in (98, 99)])
    return (last,)


@operator("wrong winner")
def wrong_winner(story: Story, rng: Random) -> Moves | None:
    """Another player is named where the game tells who won or who drew."""
    told = [event for event in story.events if event.template.startswith("END OF GAME")]
    event = story.choice(rng, [event for event in told if "player_name" in event.args])
    if event is None or len(told) > 1:
        return None
    other = rng.choice([name for name in story.names.values() if name != event.args["player_name"]])
    for _, item in (event.public, *event.private):
        item["args"] = {**(item["args"] or {}), "player_name": other}
        item["args"].pop("You", None)
        if item["log"]:
            item["log"] = event.template
    return (event.move,)


@operator("play after the end")
def after_end(story: Story, rng: Random) -> Moves | None:
    """An earlier action is told again after the end."""
    if story.ending is None:
        return None
    moves = [move for move in story.moves()[5:-1] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    last = story.moves()[-1]
    for packet in [packet for packet in story.packets if int(packet["move_id"]) == move]:
        new = copy.deepcopy(packet)
        new["move_id"] = type(packet["move_id"])(last + 1)
        story.packets.append(new)
    renumber(story.packets)
    return (last + 1,)


# --- time ---


def _neighbours(story: Story, rng: Random) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Two packets that follow each other on one channel."""
    last: dict[str, dict[str, Any]] = {}
    found = []
    for packet in story.packets:
        if (before := last.get(packet["channel"])) is not None:
            found.append((before, packet))
        last[packet["channel"]] = packet
    pair: tuple[dict[str, Any], dict[str, Any]] | None = story.choice(rng, found)
    return pair


@operator("packet sent too early")
def sent_early(story: Story, rng: Random) -> Moves | None:
    """A packet has an earlier time than the one before it on its channel."""
    pair = _neighbours(story, rng)
    if pair is None:
        return None
    before, packet = pair
    packet["time"] = str(int(before["time"]) - rng.randint(1, 100_000))
    return (int(packet["move_id"]),)


@operator("packet sent too late")
def sent_late(story: Story, rng: Random) -> Moves | None:
    """A packet has a later time than the one after it on its channel. Either of the two may be the forged one."""
    pair = _neighbours(story, rng)
    if pair is None:
        return None
    packet, after = pair
    packet["time"] = str(int(after["time"]) + rng.randint(1, 100_000))
    return (int(packet["move_id"]), int(after["move_id"]))
