"""Forgeries for checks that no other forgery needs, found by ``python -m tests.mutation``.

Each check compares facts within the log, and could have been taken out without any forgery passing.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from random import Random

from parsers.bga import notifications_2024 as words_2024
from tests.tampering.operators.registry import WHOLE, Moves, of_one_player, operator, others_than
from tests.tampering.story import Event, Story

WHOLE |= {
    "moves in another order",
    "asked on the private channel alone",
    "asked otherwise on the private channel",
    "effect announced as another one",
}


def _transfers(story: Story) -> list[Event]:
    return [event for event in story.events if event.kind == "transferedCard"]


@operator("splay of a card on no board")
def splayed_nowhere(story: Story, rng: Random) -> Moves | None:
    """Only piles are splayed: a card of a hand, say, comes from no direction and goes to none."""
    side = rng.choice(("from", "to"))
    key = f"splay_direction_{side}"
    found = [event for event in _transfers(story) if event.args[f"location_{side}"] != "board" and key in event.args]
    event = story.choice(rng, found)
    if event is None:
        return None
    direction = rng.choice("123")
    story.edit(event, **dict.fromkeys((key, "splay_direction") if side == "to" else (key,), direction))
    return (event.move,)


@operator("Monument's counters of two players")
def two_counters(story: Story, rng: Random) -> Moves | None:
    """A transfer counts for the player whom it is told of."""
    event = story.choice(rng, [event for event in _transfers(story) if event.args.get("monument_counters")])
    if event is None:
        return None
    for _, item in story.touched(event):
        counters = item["args"].get("monument_counters")
        if counters:
            other = others_than(story, next(iter(counters)))[0]
            item["args"]["monument_counters"] = {**counters, other: next(iter(counters.values()))}
    return (event.move,)


@operator("transfer told of another player")
def told_of_another(story: Story, rng: Random) -> Moves | None:
    """The player whom a transfer is told of, with the name: its card is that of somebody else."""
    found = [event for event in _transfers(story) if of_one_player(event) and "player_name" in event.args]
    event = story.choice(rng, [event for event in found if story.copies != "private" or event.private])
    if event is None:
        return None
    other = rng.choice(others_than(story, event.args["player_id"]))
    for _, item in story.touched(event):
        item["args"]["player_id"] = type(item["args"]["player_id"])(other)
        if "player_name" in item["args"]:
            item["args"]["player_name"] = story.names[other]
        if counters := item["args"].get("monument_counters"):
            item["args"]["monument_counters"] = {other: next(iter(counters.values()))}
    return (event.move,)


@operator("player who is the other one, too")
def both_parties(story: Story, rng: Random) -> Moves | None:
    """Of the two players of a transfer the second is the first, with the name."""
    found = [event for event in _transfers(story) if "opponent_name" in event.args and "player_name" in event.args]
    event = story.choice(rng, [event for event in found if story.copies != "private" or event.private])
    if event is None:
        return None
    for _, item in story.touched(event):
        args = item["args"]
        args["opponent_id"] = args["player_id"]
        if "opponent_name" in args:
            args["opponent_name"] = event.args["player_name"]
    return (event.move,)


@operator("somebody else's card moved by another player")
def moved_by_another(story: Story, rng: Random) -> Moves | None:
    """The player who carries out an effect moves a card of another player, or of nobody, within places of that one.

    What was wrong: only the owners of the card were compared, so that a third player could move it.
    """
    found: list[tuple[Event, str]] = []
    for event in story.events:
        if event.kind not in words_2024.TRANSFERS or event.args.get("player_id") is None:
            continue
        args = event.args
        owners = {str(args["owner_from"]), str(args["owner_to"])} - {"0"}
        if str(args["player_id"]) not in owners and len(owners) < 2:
            found += [(event, other) for other in others_than(story, args["player_id"]) if other not in owners]
    if not found:
        return None
    event, other = rng.choice(found)
    for packet, item in story.touched(event):
        args = item["args"]
        args["player_id"] = type(args["player_id"])(other)
        args.pop("You", None)
        args["player_name"] = story.names[other]
        if packet["channel"] == f"/player/p{other}":
            del args["player_name"]
            args["You"] = "You"
    return (event.move,)


@operator("moves in another order")
def moves_reordered(story: Story, rng: Random) -> Moves | None:
    """Two moves, one after the other, have exchanged their numbers."""
    moves = story.moves()
    pairs = [(one, other) for one, other in pairwise(moves) if 2 < one < other]
    pair: tuple[int, int] | None = story.choice(rng, pairs)
    if pair is None:
        return None
    exchanged = dict(zip(pair, reversed(pair), strict=True))
    for packet in story.packets:
        move = int(packet["move_id"])
        if move in exchanged:
            packet["move_id"] = type(packet["move_id"])(exchanged[move])
    return pair


def _asked(story: Story) -> list[tuple[Event, str]]:
    """The states in which a player is asked for an action, and the channel of the private copies of their move."""
    channels = {
        (int(packet["move_id"]), packet["channel"])
        for packet in story.packets
        if packet["channel"].startswith("/player/") and packet["data"]
    }
    asked = [event for event in story.events if event.state == 4 and not event.private]
    return [(event, channel) for event in asked for move, channel in sorted(channels) if move == event.move]


def _tell(story: Story, event: Event, channel: str, **changes: object) -> Moves:
    item = copy.deepcopy(event.public[1])
    item["type"] = "gameStateChange"
    item["args"].update({key: value for key, value in changes.items() if key != "action_number"})
    if "action_number" in changes:
        item["args"]["args"]["action_number"] = changes["action_number"]
    packet = next(p for p in story.packets if p["channel"] == channel and int(p["move_id"]) == event.move)
    packet["data"] = [*packet["data"], item]
    return (event.move,)


@operator("asked on the private channel alone")
def asked_alone(story: Story, rng: Random) -> Moves | None:
    """A player is told to choose, and the public channel knows of no such state."""
    later = story.moves()[-1]
    pair = story.choice(rng, [pair for pair in _asked(story) if pair[0].move < later])
    return None if pair is None else _tell(story, *pair, id=13)


@operator("asked otherwise on the private channel")
def asked_otherwise(story: Story, rng: Random) -> Moves | None:
    """The player is told of another action than the others are."""
    pair = story.choice(rng, _asked(story))
    if pair is None:
        return None
    number = pair[0].inner.get("action_number")
    return None if number is None else _tell(story, *pair, action_number=3 - int(number))


@operator("direction of a pile told by a transfer")
def told_direction(story: Story, rng: Random) -> Moves | None:
    """A transfer from or to a board says how the pile lies there."""
    side = rng.choice(("from", "to"))
    key = f"splay_direction_{side}"
    found = [event for event in _transfers(story) if event.args[f"location_{side}"] == "board"]
    event = story.choice(rng, [event for event in found if str(event.args.get(key)) in tuple("0123")])
    if event is None:
        return None
    direction = rng.choice([other for other in "0123" if other != str(event.args[key])])
    story.edit(event, **dict.fromkeys((key, "splay_direction") if side == "to" else (key,), direction))
    return (event.move,)


@operator("icons of an Artifact that is not on display")
def undisplayed_icons(story: Story, rng: Random) -> Moves | None:
    """The icons of a display count for whoever has one."""
    shown: set[str] = set()
    found: list[tuple[Event, str]] = []
    for event in story.events:
        if event.kind == "transferedCard" and event.args["location_to"] == "display":
            shown.add(str(event.args["owner_to"]))
        elif event.kind == "updateResourcesForArtifactOnDisplay":
            others = others_than(story, event.args["player_id"])
            found += [(event, other) for other in others if other not in shown]
    pair = story.choice(rng, found)
    if pair is None:
        return None
    event, other = pair
    for _, item in story.touched(event):
        item["args"]["player_id"] = type(item["args"]["player_id"])(other)
    return (event.move,)


@operator("effect announced as another one")
def announced_as_another(story: Story, rng: Random) -> Moves | None:
    """The words for an effect, in the state before it and in the message alike."""
    state: Event | None = None
    found: list[tuple[Event, Event]] = []
    for event in story.events:
        if event.state == 8:
            state = event
        elif state is not None and event.kind == "log" and "qualified_effect" in event.args:
            found.append((state, event))
            state = None
    pair = story.choice(rng, found)
    if pair is None or pair[0].inner.get("qualified_effect") != pair[1].args["qualified_effect"]:
        return None
    told = pair[1].args["qualified_effect"]
    words = copy.deepcopy(told)
    holder, key = (words, "log") if isinstance(words, dict) else ({"log": words}, "log")
    holder[key] = "echo effect" if "echo" not in str(holder[key]) else "non-demand effect"
    words = holder if isinstance(told, dict) else holder[key]
    for event in pair:
        for _, item in (event.public, *event.private):
            args = item["args"] if event is pair[1] else item["args"]["args"]
            args["qualified_effect"] = copy.deepcopy(words)
    return (pair[0].move, pair[1].move)
