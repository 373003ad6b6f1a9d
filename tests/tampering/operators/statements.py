"""What a log states beside the moves: choices that nothing consumes, states, names.

Each of these once passed as legal: nothing compared it, or a check existed that could not fail.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from parsers.bga.values import bare
from tests.tampering.operators.registry import OPERATORS, WHOLE, Moves, is_move, operator, others_than, shifted
from tests.tampering.story import Event, Story

WHOLE |= {
    "number of the action",
    "set to draw",
    "card of the effect announced",
    "somebody else is asked",
    "player of the effect is asked",
    "second private channel with another hand",
    "told to one player alone",
    "skipped turn before a breach",
    "skipped turn of others before a breach",
}
_COLORS = ("blue", "red", "green", "yellow", "purple")


def _of(story: Story, kind: str, key: str) -> list[Event]:
    return [event for event in story.events if event.kind == kind and event.args.get(key) is not None]


@operator("rearrangement that changes nothing")
def rearranged_to_the_same(story: Story, rng: Random) -> Moves | None:
    """A: no swaps, or swaps that cancel each other. The site refuses it, and it would earn a sharing bonus."""
    event = story.choice(rng, [event for event in story.events if event.kind == "rearrangedPile"])
    if event is None:
        return None
    there = {"position": "0", "delta": "1"}
    swaps = rng.choice([[], [there, there]])
    for _, item in story.touched(event):
        # The first generations send the owner of the pile a message instead.
        if told := item["args"].get("rearrangement"):
            item["args"]["rearrangement"] = {**told, "permutations_done": copy.deepcopy(swaps)}
    return (event.move,)


@operator("naming of what was not asked")
def named_alone(story: Story, rng: Random) -> Moves | None:
    """C: a color is named in a plain Draw action, in which there is nothing to decide."""
    return _said_in_draw(story, rng, "${player_name} chooses ${color}.", {"color": rng.choice(_COLORS)})


@operator("pass in a plain action")
def passed_in_draw(story: Story, rng: Random) -> Moves | None:
    """C: whoever takes a Draw action can't pass in it."""
    return _said_in_draw(story, rng, "${player_name} passes.", {})


def _said_in_draw(story: Story, rng: Random, template: str, args: dict[str, Any]) -> Moves | None:
    found: list[Event] = []
    moves: dict[int, list[Event]] = {}
    for event in story.events:
        moves.setdefault(event.move, []).append(event)
    for move, events in moves.items():
        facts = [event for event in events if event.kind not in ("gameStateChange", "updateReflexionTime")]
        if facts and is_move(facts[0], "deck", "hand") and not any("qualified_effect" in e.args for e in facts):
            base = facts[0].card_set == 0
            found.extend(facts[:1] if base and story.is_action(move) else ())
    event = story.choice(rng, found)
    if event is None:
        return None
    _say(story, event, event, template, {"player_name": event.args["player_name"], **args})
    return (event.move,)


def _say(story: Story, before: Event, model: Event, template: str, args: dict[str, Any]) -> None:
    """Put a message before a notification, in the words of others in all copies."""
    for packet, item in story.touched(before):
        public = item["type"].endswith("_spectator")
        told = {**args, "log": template, "notification_type": "log"} if public else dict(args)
        new = {"type": "log_spectator" if public else "log", "log": "" if public else template, "args": told}
        where = next(i for i, other in enumerate(packet["data"]) if other is item)
        packet["data"] = [*packet["data"][:where], {**new, "uid": "f"}, *packet["data"][where:]]
    del model


@operator("pass by another player")
def passed_by_another(story: Story, rng: Random) -> Moves | None:
    """C: while one player carries out an effect, another passes."""
    found: list[Any] = []
    current: Event | None = None
    for event in story.events:
        if event.kind == "log" and {"qualified_effect", "player_name"} <= event.args.keys():
            current = event
        elif event.state == 4:
            current = None
        elif current is not None and current.move == event.move and is_move(event, "deck", "hand"):
            found.append((event, current.args["player_name"]))
    if not found:
        return None
    event, name = rng.choice(found)
    others = [other for other in story.names.values() if other != name]
    _say(story, event, event, "${player_name} passes.", {"player_name": rng.choice(others)})
    return (event.move,)


@operator("another color where only one could be named")
def only_color(story: Story, rng: Random) -> Moves | None:
    """C: a color that is named, also where it was the only one, is the color that can be named."""
    named = [e for e in _of(story, "log", "color") if e.template == "${player_name} chooses ${color}."]
    shown = [e for e in story.events if e.kind == "splayedPile" or is_move(e, "board", "board")]
    # What comes of it in the same move: the color must matter.
    found = [
        event
        for event in named
        if any(e.move == event.move and _COLORS[int(e.args["color"])] == event.args["color"] for e in shown)
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.edit(event, color=rng.choice([color for color in _COLORS if color != event.args["color"]]))
    return (event.move,)


@operator("choice in a private copy alone")
def private_choice(story: Story, rng: Random) -> Moves | None:
    """C: what one player is told that another chose, everybody is told."""
    found = [event for event in _of(story, "transferedCard", "player_name") if event.private]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.copies = "private"
    _say(
        story,
        event,
        event,
        "${player_name} chooses ${color}.",
        {"player_name": event.args["player_name"], "color": "red"},
    )
    return (event.move,)


@operator("number of the action")
def action_number(story: Story, rng: Random) -> Moves | None:
    """D: the first action is told as the second, or the other way round, with its words."""
    event = story.choice(rng, [event for event in story.events if event.state == 4])
    if event is None:
        return None
    _tell_other_number(event)
    return (event.move,)


def _tell_other_number(event: Event) -> None:
    number = 3 - int(event.inner["action_number"])
    for _, item in (event.public, *event.private):
        item["args"]["args"]["action_number"] = number
        item["args"]["args"]["qualified_action"] = ("a first action", "a second action")[number - 1]


@operator("second private channel with another hand")
def second_channel(story: Story, rng: Random) -> Moves | None:
    """E: an empty channel of somebody else does not switch off the check of one's own hand."""
    found = [(item, event) for event in story.events if event.state == 4 for _, item in event.private]
    found = [pair for pair in found if pair[0]["args"]["args"].get("_private", {}).get("meld_info")]
    if not found:
        return None
    item, event = rng.choice(found)
    hidden = item["args"]["args"]["_private"]
    cards = (
        list(hidden["meld_info"])
        if isinstance(hidden["meld_info"], dict)
        else [str(i) for i in range(len(hidden["meld_info"]))]
    )
    hidden["meld_info"] = {card: {} for card in (*cards[1:], "104", "103")}
    other = others_than(story, item["args"]["active_player"])[0]
    first = story.packets[0]
    story.packets.insert(0, {**first, "channel": f"/player/p{other}", "data": [], "packet_id": "0"})
    # Where the card came with a face, that may be the false one.
    return tuple({e.move for e in story.events if e.move <= event.move})[::-1]


@operator("icons of the Artifact on display")
def displayed_icons(story: Story, rng: Random) -> Moves | None:
    """F: the icons that count during the free action are those of the card."""
    event = story.choice(rng, _of(story, "updateResourcesForArtifactOnDisplay", "resource_count_delta"))
    if event is None:
        return None
    story.edit(event, resource_count_delta=shifted(event.args["resource_count_delta"], rng.choice([-1, 1, 2])))
    return (event.move,)


@operator("position among the achievements")
def achieved_position(story: Story, rng: Random) -> Moves | None:
    """F: achievements lie in the order in which they came."""
    found = [
        event
        for event in story.events
        if event.kind == "transferedCard"
        and event.args["location_to"] == "achievements"
        and str(event.args["owner_to"]) != "0"
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    by = rng.choice([1, 2])
    for _, item in story.touched(event):
        for key in ("position_to", "position"):
            if item["args"].get(key) is not None:
                item["args"][key] = shifted(item["args"][key], by)
    return (event.move,)


@operator("set to draw")
def set_to_draw(story: Story, rng: Random) -> Moves | None:
    """G: from which set a Draw action would take its card."""
    event = story.choice(
        rng, [event for event in story.events if "type_to_draw" in event.inner and int(event.inner["age_to_draw"]) < 11]
    )
    if event is None:
        return None
    other = 3 if int(event.inner["type_to_draw"]) == 0 else 0
    for _, item in (event.public, *event.private):
        item["args"]["args"]["type_to_draw"] = other
    return (event.move,)


@operator("card of the effect announced")
def announced_card(story: Story, rng: Random) -> Moves | None:
    """G: the state before an effect has the card it is of."""
    found: list[Event] = []
    state: Event | None = None
    for event in story.events:
        if event.state == 8:
            state = event
        elif event.kind == "log" and {"qualified_effect", "player_name"} <= event.args.keys() and state is not None:
            found.append(state)
            state = None
    event = story.choice(rng, found)
    if event is None:
        return None
    inner = event.public[1]["args"]["args"]
    card = int(inner["JSCardEffectQuery"].split("#item_")[1].split("__")[0])
    other = rng.choice([number for number in range(105) if number != card])
    inner["JSCardEffectQuery"] = inner["JSCardEffectQuery"].replace(f"#item_{card}__", f"#item_{other}__")
    inner["card_0"] = story.facts.name[other]
    return (event.move,)


@operator("somebody else is asked")
def asked(story: Story, rng: Random) -> Moves | None:
    """G: somebody is asked who has no part in it.

    The first generations of the code also ask whoever activated the card, so nothing says who was asked in truth.
    """
    event = story.choice(rng, [event for event in story.events if event.state == 13])
    if event is None:
        return None
    others = others_than(story, event.args["active_player"])
    activated = [before for before in story.events[: story.events.index(event)] if before.activates]
    if activated and activated[-1].kind == "log":
        ids = {name: player for player, name in story.names.items()}
        others = [other for other in others if other != ids.get(str(activated[-1].args.get("player_name")))]
    if not others:
        return None
    event.public[1]["args"]["active_player"] = type(event.args["active_player"])(rng.choice(others))
    move = event.move
    # What follows the answer stands in the next move.
    return (move, move + 1)


@operator("player of the effect is asked")
def asked_instead(story: Story, rng: Random) -> Moves | None:
    """G: whoever carries out the effect is asked what another player decides, such as the one who demands.

    The first generations of the code ask both, also for a single card, so nothing says who was asked in truth.
    """
    if any(event.kind == "log" and event.activates for event in story.events):
        return None
    ids = {name: player for player, name in story.names.items()}
    found, executing = [], None
    for event in story.events:
        if "qualified_effect" in event.args:
            executing = ids.get(str(event.args.get("player_name")))
        elif event.state == 13 and executing not in (None, str(event.args["active_player"])):
            found.append((event, executing))
    choice = story.choice(rng, found)
    if choice is None:
        return None
    event, executing = choice
    event.public[1]["args"]["active_player"] = type(event.args["active_player"])(executing)
    return (event.move, event.move + 1)


@operator("another player's name")
def another_name(story: Story, rng: Random) -> Moves | None:
    """J: a transfer or a splay in which the words name a player who has no part in it."""
    found = [
        event
        for event in story.events
        if event.kind in ("transferedCard", "splayedPile") and "player_name" in event.args
    ]
    event = story.choice(rng, [event for event in found if "target_player_name" not in event.args])
    if event is None:
        return None
    name = rng.choice([name for name in story.names.values() if name != event.args["player_name"]])
    for _, item in story.touched(event):
        if "player_name" in item["args"]:
            item["args"]["player_name"] = name
    return (
        (event.move,)
        if story.copies != "private" or any("player_name" in i["args"] for _, i in event.private)
        else None
    )


@operator("melds told as scores")
def wrong_words(story: Story, rng: Random) -> Moves | None:
    """J: the words of a message are those of another move."""
    event = story.choice(
        rng,
        [
            event
            for event in story.events
            if is_move(event, "hand", "board") and not int(bool(event.args.get("bottom_to")))
        ],
    )
    if event is None:
        return None
    story.reword(event, lambda words: words.replace("meld", "score"))
    return (event.move,)


@operator("icon in a slot the card does not have")
def sixth_icon(story: Story, rng: Random) -> Moves | None:
    """J: only cities have icons in their fifth and sixth place."""
    found = [
        e
        for e in story.events
        if e.kind == "transferedCard"
        and e.args.get("id") is not None
        and "spot_6" in e.args
        and e.args["spot_6"] is None
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.edit(event, spot_6="4")
    return (event.move,)


@operator("splay told as forced away")
def forced(story: Story, rng: Random) -> Moves | None:
    """J: a pile that is splayed in a direction is not unsplayed."""
    event = story.choice(rng, _of(story, "splayedPile", "forced_unsplay"))
    if event is None:
        return None
    story.edit(event, forced_unsplay=not event.args["forced_unsplay"])
    return (event.move,)


@operator("skipped turn before a breach")
def skipped(story: Story, rng: Random) -> Moves | None:
    """H: whoever is said to have left and goes on acting had not left, so what is wrong later is wrong."""
    moves = OPERATORS["number of the action"](story, rng)
    early = [
        packet for packet in story.packets if packet["channel"].startswith("/table") and int(packet["move_id"]) > 8
    ]
    if moves is None or not early or moves[0] < int(early[0]["move_id"]) + 30:
        return None
    for player in story.players:
        args = {"player_id": player, "player_name": story.names[player]}
        skip = {"type": "skipTurnOfPlayer", "log": "", "args": args, "uid": "f"}
        early[0]["data"] = [*early[0]["data"], skip]
    return moves


@operator("skipped turn of others before a breach")
def others_skipped(story: Story, rng: Random) -> Moves | None:
    """H: that somebody else has left excuses nothing in an action in which that player has no part."""
    event = story.choice(rng, [event for event in story.events if event.state == 4])
    if event is None:
        return None
    _tell_other_number(event)
    packet, state = event.public
    index = next(number for number, item in enumerate(packet["data"]) if item is state)
    left = [
        {"type": "skipTurnOfPlayer", "log": "", "args": {"player_id": player, "player_name": story.names[player]}}
        for player in others_than(story, event.args["active_player"])
    ]
    packet["data"] = [*packet["data"][:index], *({**item, "uid": "f"} for item in left), *packet["data"][index:]]
    return (event.move,)


def _without_a_choice(story: Story) -> list[tuple[Event, str]]:
    """Where an effect begins that consists of draws alone, with who carries it out: there is nothing to decide.

    Not demands: whether a hidden card fits one, only the victim can tell.
    """
    found: list[tuple[Event, str]] = []
    events = story.events
    for index, event in enumerate(events):
        if event.kind != "log" or not {"qualified_effect", "player_name"} <= event.args.keys():
            continue
        if "demand" in str(event.args["qualified_effect"]).replace("non-demand", ""):
            continue
        facts: list[Event] = []
        for other in events[index + 1 :]:
            if other.kind == "gameStateChange" and other.state in (4, 8, 13, 15, 98):
                break
            if other.kind == "resetMonumentCounters":
                break
            if other.kind != "gameStateChange":
                facts.append(other)
        else:
            continue
        asked = other.state in (13, 98)
        if facts and not asked and all(is_move(fact, "deck", "hand") for fact in facts):
            found.append((facts[0], event.args["player_name"]))
    return found


@operator("pass in an effect without a choice")
def passed_without_a_choice(story: Story, rng: Random) -> Moves | None:
    """C: whoever carries out an effect that only draws has nothing to decline."""
    found = story.choice(rng, _without_a_choice(story))
    if found is None:
        return None
    _say(story, found[0], found[0], "${player_name} passes.", {"player_name": found[1]})
    return (found[0].move,)


@operator("naming in an effect without a choice")
def named_without_a_choice(story: Story, rng: Random) -> Moves | None:
    """C: nor anything to name."""
    found = story.choice(rng, _without_a_choice(story))
    if found is None:
        return None
    words, args = rng.choice(
        [
            ("${color}", {"color": rng.choice(_COLORS)}),
            ("the value ${age}", {"age": "<span class='square N age'>1</span>"}),
        ]
    )
    _say(story, found[0], found[0], f"${{player_name}} chooses {words}.", {"player_name": found[1], **args})
    return (found[0].move,)


@operator("relic declined that is not offered")
def relic_declined(story: Story, rng: Random) -> Moves | None:
    """C: who melds no card that digs is offered no relic."""
    found = [e for e in story.events if is_move(e, "hand", "board") and story.is_action(e.move) and e.kind != "log"]
    event = story.choice(
        rng, [e for e in found if not any(is_move(o, "deck", "display") for o in story.of_move(e.move))]
    )
    if event is None:
        return None
    after = [other for other in story.of_move(event.move) if other.kind == "resetMonumentCounters" or other.state == 4]
    name = story.names[str(event.args["player_id"])]
    template = "${player_name} chooses not to seize the relic."
    if not after:
        return None
    _say(story, after[0], after[0], template, {"player_name": name})
    return (event.move,)


@operator("another value than the one drawn")
def other_value(story: Story, rng: Random) -> Moves | None:
    """C: a value that is named for a card to draw is that of the effect, also where its pile is empty.

    It is a 10: a lower one may be named as well, and an empty pile then gives the same card.
    """
    found = [e for e in _of(story, "log", "age") if " chooses to " in e.template and " transfer " not in e.template]
    event = story.choice(rng, [e for e in found if ">10<" not in str(e.args["age"])])
    if event is None:
        return None
    was = str(event.args["age"])
    age = bare(was)
    story.edit(event, age=was.replace(f">{age}<", ">10<"))
    return (event.move,)
