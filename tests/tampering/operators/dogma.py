"""Splays and dogmas."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from tests.tampering.operators.registry import (
    Moves,
    is_move,
    next_move,
    one_left_out,
    one_told_twice,
    operator,
    others_than,
    shifted,
)
from tests.tampering.story import Event, Story

# --- splays ---


@operator("splay in the wrong direction")
def splay_direction(story: Story, rng: Random) -> Moves | None:
    """Effects name the direction."""
    found = [event for event in story.events if event.kind == "splayedPile" and int(event.args["splay_direction"])]
    if not found:
        return None
    chosen = rng.choice(found)
    was = int(chosen.args["splay_direction"])
    direction = rng.choice([other for other in (1, 2, 3) if other != was])
    for _, event, table in story.walk():
        if event is chosen:
            table.splays[(str(event.args["player_id"]), int(event.args["color"]))] = direction
            counts = table.icons(str(event.args["player_id"]))
            break
    story.edit(chosen, splay_direction=direction, new_ressource_counts=counts)
    return (chosen.move,)


@operator("splay of a single card")
def splay_single(story: Story, rng: Random) -> Moves | None:
    """A pile of one card or none can't be splayed."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if event.kind == "splayedPile" and int(event.args["splay_direction"]):
            player = str(event.args["player_id"])
            found.extend((event, color) for color in range(5) if len(table.piles[(player, color)]) < 2)
    if not found:
        return None
    event, color = rng.choice(found)
    story.edit(event, color=type(event.args["color"])(color))
    return (event.move,)


@operator("splay of a color not named")
def splay_color(story: Story, rng: Random) -> Moves | None:
    """The colors that could be splayed are taken from what the player was asked just before."""
    offered: list[int] | None = None
    found: list[Any] = []
    for _, event, table in story.walk():
        if event.state == 13:
            offered = event.inner.get("splayable_colors")
        elif event.kind == "splayedPile" and int(event.args["splay_direction"]) and offered is not None:
            player = str(event.args["player_id"])
            named = {int(color) for color in offered}
            direction = int(event.args["splay_direction"])
            for color in range(5):
                if (
                    color not in named
                    and len(table.piles[(player, color)]) > 1
                    and table.splays[(player, color)] != direction
                ):
                    found.append((event, color))
            offered = None
    if not found:
        return None
    chosen, color = rng.choice(found)
    for _, event, table in story.walk():
        if event is chosen:
            table.splays[(str(event.args["player_id"]), color)] = int(event.args["splay_direction"])
            counts = table.icons(str(event.args["player_id"]))
            break
    story.edit(chosen, color=type(chosen.args["color"])(color), new_ressource_counts=counts)
    return (chosen.move,)


@operator("splay told twice")
def splay_twice(story: Story, rng: Random) -> Moves | None:
    """A pile that already is splayed so does not change."""
    return one_told_twice(story, rng, [event for event in story.events if event.kind == "splayedPile"])


# --- dogma ---


def is_activation(event: Event) -> bool:
    """Whether a player chooses a card for a Dogma action; where an effect executes a card, two cards may be named."""
    return event.activates and (event.kind == "log" or "card" in event.args)


def activations(story: Story) -> list[tuple[Event, str, dict[str, list[int]], list[int]]]:
    """Activations: notification, player, piles of everybody from top, all cards on boards."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_activation(event):
            piles = {player: table.tops(player) for player in story.players}
            found.append((event, table.active, piles, table.on_boards()))
    return found


def activate(story: Story, event: Event, card: int) -> Moves:
    table = story.facts
    if event.kind == "log":
        story.show(event, card)
        story.edit(event, age=str(table.age[card]))
        return (event.move,)
    for _, item in story.touched(event):
        args = item["args"]
        args["card_ids"] = [type(args["card_ids"][0])(card)]
        args["card"] = copy.deepcopy(args["card"])
        args["card"]["args"]["name_0"] = table.name[card]
        args["card"]["log"] = args["card"]["log"].replace("card_id_", "card_id_0")
    return (event.move,)


@operator("dogma of a covered card")
def dogma_covered(story: Story, rng: Random) -> Moves | None:
    """Only top cards can be activated."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_activation(event):
            for color in range(5):
                found.extend((event, card) for card in table.piles[(table.active, color)][:-1])
    if not found:
        return None
    return activate(story, *rng.choice(found))


@operator("dogma of an opponent's card")
def dogma_opponent(story: Story, rng: Random) -> Moves | None:
    """Only one's own cards can be activated."""
    found = [
        (event, card)
        for event, player, tops, _ in activations(story)
        for other, cards in tops.items()
        if other != player
        for card in cards
    ]
    if not found:
        return None
    return activate(story, *rng.choice(found))


@operator("dogma of a card nobody has")
def dogma_nobody(story: Story, rng: Random) -> Moves | None:
    """Only cards on a board can be activated."""
    found: list[Any] = []
    for event, _, _, boards in activations(story):
        rest = [card.id for card in story.facts.cards.values() if card.set == 0 and card.id not in boards]
        found.append((event, rng.choice(rest)))
    if not found:
        return None
    return activate(story, *rng.choice(found))


def _effects(story: Story) -> list[tuple[int, Event, str, str, dict[str, int], str]]:
    """Effects carried out: index, notification, who, "demand" or "dogma", the counts, and whose action it is."""
    ids = {name: player for player, name in story.names.items()}
    found: list[Any] = []
    counts: dict[str, int] = {}
    active = ""
    kind = ""
    launcher = ""
    for index, event in enumerate(story.events):
        if event.state == 4:
            active = str(event.args["active_player"])
        elif event.state in (6, 8):
            kind = "demand" if "i_demand" in str(event.inner.get("JSCardEffectQuery")) else "dogma"
        elif event.activates:
            counts = {}
            launcher = active
        elif event.executes_another:
            launcher = ""  # another card's effects are carried out by one player alone
        elif "ressource_count" in event.args:
            counts[ids[event.args["player_name"]]] = int(event.args["ressource_count"])
        elif "qualified_effect" in event.args and "player_name" in event.args and launcher:
            found.append((index, event, ids[event.args["player_name"]], kind, dict(counts), launcher))
    return found


def also_executes(story: Story, event: Event, player: str, *, before: bool = False) -> Moves:
    """Let another player execute the effect that an event announces, too."""
    for new in story.insert(event, event, before=before):
        new["args"]["player_name"] = story.names[player]
        new["args"].pop("You", None)
        new["log"] = new["log"].replace("${You} have", "${player_name} has")
    return (event.move,)


@operator("demand on someone immune")
def demand_immune(story: Story, rng: Random) -> Moves | None:
    """A player with as many icons as the activating player is not vulnerable to a demand."""
    found: list[Any] = []
    for _, event, _, kind, counts, launcher in _effects(story):
        if kind == "demand":
            immune = [p for p in counts if p != launcher and counts[p] >= counts[launcher]]
            found.extend((event, player) for player in immune)
            found.append((event, launcher))
    if not found:
        return None
    event, player = rng.choice(found)
    return also_executes(story, event, player)


@operator("share invented")
def share_invented(story: Story, rng: Random) -> Moves | None:
    """A player with fewer icons does not share."""
    found: list[Any] = []
    for _, event, player, kind, counts, launcher in _effects(story):
        if kind == "dogma" and player == launcher and counts:
            found.extend((event, other) for other in counts if counts[other] < counts[launcher])
    if not found:
        return None
    event, player = rng.choice(found)
    return also_executes(story, event, player, before=True)


def skipped(story: Story, index: int, event: Event) -> Moves:
    """Take out the effect with which an event of this index begins, with what it did in the same move."""
    story.delete(event)
    for other in story.events[index + 1 :]:
        if other.move != event.move or ("qualified_effect" in other.args and other.kind == "log"):
            break
        if other.kind in ("transferedCard", "splayedPile"):
            story.delete(other)
    return (event.move, next_move(story, event.move))


@operator("share skipped")
def share_skipped(story: Story, rng: Random) -> Moves | None:
    """The sharing, and what the sharing player did in the same move, are removed."""
    found = [
        (index, event)
        for index, event, player, kind, _, launcher in _effects(story)
        if kind == "dogma" and player != launcher
    ]
    if not found:
        return None
    index, event = rng.choice(found)
    return skipped(story, index, event)


@operator("effect by the wrong player")
def effect_player(story: Story, rng: Random) -> Moves | None:
    """The order in which players carry out an effect is given."""
    found = _effects(story)
    if not found:
        return None
    _, event, player, _, _, _ = rng.choice(found)
    other = rng.choice(others_than(story, player))
    for _, item in story.touched(event):
        item["args"]["player_name"] = story.names[other]
        item["args"].pop("You", None)
    return (event.move,)


@operator("sharing bonus missing")
def bonus_missing(story: Story, rng: Random) -> Moves | None:
    """The announcement and the draw are taken out. A bonus that met the end of the game has no draw; left alone."""
    found: list[Any] = []
    for index, event in enumerate(story.events):
        if event.args.get("text") == "Sharing bonus.":
            after = next((other for other in story.events[index + 1 :] if other.kind == "transferedCard"), None)
            if after is not None and after.move == event.move:
                found.append((event, after))
    if not found:
        return None
    event, draw = rng.choice(found)
    story.delete(event, draw)
    return (event.move,)


@operator("sharing bonus undeserved")
def bonus_undeserved(story: Story, rng: Random) -> Moves | None:
    """A bonus at the end of an action in which nobody shared."""
    bonuses = [event for event in story.events if event.args.get("text") == "Sharing bonus."]
    with_bonus = {event.move for event in bonuses}
    if not bonuses:
        return None
    model = rng.choice(bonuses)
    draws = [event for event in story.events if is_move(event, "deck", "hand")]
    found = [
        event
        for index, event in enumerate(story.events)
        if is_move(event, "deck", "hand")
        and event.move not in with_bonus
        and not any(
            other.kind == "transferedCard" and other.move == event.move
            for other in story.events[index + 1 : index + 30]
        )
    ]
    del draws
    place = story.choice(rng, found)
    if place is None:
        return None
    for new in story.insert(place, place):
        args = new["args"]
        args["position_from"] = str(max(0, int(args["position_from"]) - 1))
        args["position_to"] = shifted(args["position_to"], 1)
    story.insert(place, model)
    return (place.move,)


@operator("mandatory part skipped")
def mandatory(story: Story, rng: Random) -> Moves | None:
    """A draw inside an effect. Where a player was asked something he may decline just before, his declining would
    explain the gap, so only draws that follow another fact of the same effect count."""
    found: list[Any] = []
    for index, event in enumerate(story.events):
        if event.kind == "transferedCard" and event.args["location_from"] == "deck":
            before = [other for other in story.events[max(0, index - 8) : index] if other.move == event.move]
            started = any("qualified_effect" in other.args and other.kind == "log" for other in before)
            if started and not any(other.state == 13 for other in before):
                found.append(event)
    return one_left_out(story, rng, found)
