"""The registry of operators, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.registering import registering
from tests.tampering.story import Event, Story

Moves = tuple[int, ...]
Operator = Callable[[Story, Random], Moves | None]
OPERATORS: dict[str, Operator] = {}
#: Registers an operator under the kind of forgery it makes.
operator = registering(OPERATORS)
#: Operators whose tamper touches whole packets or states and thus has no one-copy variant.
WHOLE = {
    "action deleted",
    "action repeated",
    "actions reordered",
    "third action",
    "second first action",
    "play after the end",
    "ending removed",
    "turn to the wrong player",
    "age to draw",
    "claimable ages",
    "wrong winner",
    "packet sent too early",
    "packet sent too late",
}


def one_left_out(story: Story, rng: Random, found: list[Event]) -> Moves | None:
    """Leave out one of these notifications."""
    event = story.choice(rng, found)
    if event is None:
        return None
    story.delete(event)
    return (event.move,)


def one_told_twice(story: Story, rng: Random, found: list[Event]) -> Moves | None:
    """Repeat one of these notifications at once."""
    event = story.choice(rng, found)
    if event is None:
        return None
    story.insert(event, event)
    return (event.move,)


def is_move(event: Event, source: str, target: str) -> bool:
    args = event.args
    return event.kind == "transferedCard" and (args["location_from"], args["location_to"]) == (source, target)


def of_one_player(event: Event) -> bool:
    """A transfer that concerns one player."""
    return "opponent_id" not in event.args


def others_than(story: Story, player: object) -> list[str]:
    return [other for other in story.players if other != str(player)]


def shifted(value: object, by: int) -> Any:
    """A number shifted, in the type it came in."""
    return type(value)(int(str(value)) + by)  # type: ignore[call-arg]


def next_move(story: Story, move: int) -> int:
    later = [other for other in story.moves() if other > move]
    return later[0] if later else move


def faces_of(story: Story, kind: int, age: int, unseen: set[int]) -> list[int]:
    table = story.facts
    return [
        card.id
        for card in table.cards.values()
        if (int(card.set), card.age, card.relic) == (kind, age, False) and card.id in unseen
    ]


def sightings(story: Story) -> dict[int, list[int]]:
    """The indices of the notifications that show each card (in any copy)."""
    found: dict[int, list[int]] = {}
    for index, event in enumerate(story.events):
        for _, item in (event.public, *event.private):
            args = item["args"]
            if event.kind == "transferedCard" and args.get("id") is not None:
                places = found.setdefault(int(args["id"]), [])
                if not places or places[-1] != index:
                    places.append(index)
            elif isinstance(args, dict) and event.kind == "logWithCardTooltips" and "card_list" in args:
                for card in args["card_ids"]:
                    found.setdefault(int(card), []).append(index)
    return found


def ends(story: Story, move: int) -> bool:
    return move == story.moves()[-1]
