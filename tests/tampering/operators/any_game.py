"""Forgeries that are possible in games of every set and belong to no other family."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from parsers.bga.values import bare
from tests.tampering.operators.dogma import activations
from tests.tampering.operators.registry import Moves, one_left_out, one_told_twice, operator, shifted
from tests.tampering.story import Story


@operator("icon counts in another order")
def counts_swapped(story: Story, rng: Random) -> Moves | None:
    """Two players exchange their counts of the featured icon, where those differ."""
    told = [event for event in story.events if "ressource_count" in event.args]
    found = [
        (one, other)
        for one, other in pairwise(told)
        if one.move == other.move and str(one.args["ressource_count"]) != str(other.args["ressource_count"])
    ]
    if not found:
        return None
    one, other = rng.choice(found)
    first, second = one.args["ressource_count"], other.args["ressource_count"]
    story.edit(one, ressource_count=second)
    story.edit(other, ressource_count=first)
    return (one.move,)


@operator("wrong featured icon")
def featured(story: Story, rng: Random) -> Moves | None:
    """The icon is the one printed on the activated card."""
    event = story.choice(rng, [event for event, _, _, _ in activations(story)])
    if event is None:
        return None
    was = int(event.args["icon"])
    story.edit(event, icon=str(rng.choice([icon for icon in range(1, 7) if icon != was])))
    return (event.move,)


@operator("dogma by another player")
def dogma_player(story: Story, rng: Random) -> Moves | None:
    """The player whose turn it is activates."""
    event = story.choice(rng, [event for event, _, _, _ in activations(story)])
    if event is None:
        return None
    was = bare(event.args["player_name"])
    name = rng.choice([name for name in story.names.values() if name != was])
    for _, item in story.touched(event):
        item["args"]["player_name"] = name
        item["args"].pop("You", None)
    return (event.move,)


@operator("transfer told twice")
def transfer_twice(story: Story, rng: Random) -> Moves | None:
    """A card that has moved lies where it went, and the same supply pile is one card shorter."""
    return one_told_twice(story, rng, [event for event in story.events if event.kind == "transferedCard"])


@operator("end of turn told twice")
def turn_end_twice(story: Story, rng: Random) -> Moves | None:
    """A turn ends once."""
    return one_told_twice(story, rng, [event for event in story.events if event.kind == "resetMonumentCounters"])


@operator("end of turn missing")
def turn_end_missing(story: Story, rng: Random) -> Moves | None:
    """Each turn ends. The last end is not removed, because a log may stop before it."""
    found = [event for event in story.events if event.kind == "resetMonumentCounters"][:-1]
    return one_left_out(story, rng, found)


@operator("won with another number of achievements")
def won_with(story: Story, rng: Random) -> Moves | None:
    """The end states the number of achievements of the winner."""
    told = [event for event in story.events if event.template.startswith("END OF GAME") and "n" in event.args]
    if len(told) != 1 or "ACHIEVEMENTS" not in told[0].template.upper():
        return None
    story.edit(told[0], n=shifted(told[0].args["n"], 1))
    return (told[0].move,)
