"""Faces and positions of cards."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.tampering.operators.registry import Moves, is_move, operator, shifted, sightings
from tests.tampering.story import Event, Story

# --- faces and positions ---


@operator("identity contradicts a later reveal")
def identity(story: Story, rng: Random) -> Moves | None:
    """One notification shows another card of the same age.

    Either the true card or the false one must be shown again elsewhere, or nobody could ever tell.
    """
    seen = sightings(story)
    facts = story.facts
    found: list[Any] = []
    for event in story.events:
        args = event.args
        if event.kind != "transferedCard" or str(args.get("type")) != "0" or args.get("age") is None:
            continue
        shown = next(
            (i["args"]["id"] for _, i in (event.public, *event.private) if i["args"].get("id") is not None), None
        )
        if shown is None or args["location_from"] == "board":
            continue
        true = int(shown)
        if true not in facts.cards:
            continue
        for false in facts.by_back[facts.age[true]]:
            if false == true:
                continue
            elsewhere = len(seen.get(false, [])) > 0 or len(seen.get(true, [])) > 1
            if elsewhere:
                found.append((event, false))
    if not found:
        return None
    chosen, false = rng.choice(found)
    story.show(chosen, false)
    if chosen.args["location_to"] == "board":
        for _, event, table in story.walk():
            if event is chosen:
                table.apply(chosen)
                if "new_ressource_counts" in chosen.args:
                    story.edit(chosen, new_ressource_counts=table.icons(str(chosen.args["owner_to"])))
                break
    return (chosen.move,)


@operator("wrong position")
def position(story: Story, rng: Random) -> Moves | None:
    """Positions in supply piles and on boards are facts; elsewhere, only those at which no card lies are impossible."""
    found: list[tuple[Event, str, int]] = []
    for _, event, _table in story.walk():
        if event.kind != "transferedCard" or event.args.get("age") is None:
            continue
        args = event.args
        if args["location_from"] == "deck":
            found.append((event, "position_from", rng.choice([-1, 1])))
        elif args["location_from"] in ("hand", "score", "revealed"):
            found.append((event, "position_from", 12))
        if args["location_to"] in ("board", "hand", "score"):
            found.append((event, "position_to", 1))
    if not found:
        return None
    event, key, by = rng.choice(found)
    story.edit(event, **{key: shifted(event.args[key], by)})
    return (event.move,)


@operator("transfer deleted")
def transfer_deleted(story: Story, rng: Random) -> Moves | None:
    """A card that leaves a board or moves onto one can't be forgotten: the next fact about the pile tells.

    Only melds by action and transfers between players; whatever a player may decline could have been declined.
    """
    found = [
        event
        for event in story.events
        if event.kind == "transferedCard" and (is_move(event, "hand", "board") and story.is_action(event.move))
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    moves = [other for other in story.of_move(event.move) if other.kind == "transferedCard"]
    if moves[0] is not event or any("icon" in other.args for other in story.of_move(event.move)):
        return None
    story.delete(event)
    return (event.move,)


@operator("revealed hand altered")
def revealed(story: Story, rng: Random) -> Moves | None:
    """A hand that is shown holds the cards it holds: here one is replaced by a card that lies on a board."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if (
            event.kind == "logWithCardTooltips"
            and "card_list" in event.args
            and event.args["card_ids"]
            and (boards := table.on_boards())
        ):
            found.append((event, rng.choice(boards)))
    if not found:
        return None
    event, card = rng.choice(found)
    for _, item in story.touched(event):
        ids = item["args"]["card_ids"]
        ids[rng.randrange(len(ids))] = type(ids[0])(card)
    return (event.move,)


@operator("card row altered")
def row(story: Story, rng: Random) -> Moves | None:
    """A color that the card does not have."""
    found = [event for event in story.events if event.kind == "transferedCard" and event.args.get("color") is not None]
    event = story.choice(rng, found)
    if event is None:
        return None
    was = int(event.args["color"])
    story.edit(event, color=str(rng.choice([color for color in range(5) if color != was])))
    return (event.move,)
