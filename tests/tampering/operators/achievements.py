"""Achievements and counts."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.tampering.operators.registry import Moves, ends, is_move, one_left_out, operator, others_than, shifted
from tests.tampering.story import Event, Story

# --- achievements ---


#: The site's states while effects are carried out.
_OF_EFFECTS = range(6, 15)


@operator("claim without points or top card")
def claim(story: Story, rng: Random) -> Moves | None:
    """A higher achievement than the score or the top cards allow. An effect may let a player claim any."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_move(event, "achievements", "achievements") and event.args.get("age") is not None:
            if str(event.args["owner_from"]) != "0" or any(
                other.state in _OF_EFFECTS for other in story.of_move(event.move)
            ):
                continue
            player = str(event.args["owner_to"])
            points = sum(table.scored[player])
            top = max((story.facts.age[card] for card in table.tops(player)), default=0)
            found.extend((event, age) for age in table.available if points < 5 * age or top < age)
    if not found:
        return None
    event, age = rng.choice(found)
    story.edit(event, age=type(event.args["age"])(age))
    return (event.move,)


@operator("special achievement missing")
def special_missing(story: Story, rng: Random) -> Moves | None:
    """Special achievements are taken at once, by rule."""
    found = [event for event in story.events if _special(event) and not ends(story, event.move)]
    return one_left_out(story, rng, found)


def _special(event: Event) -> bool:
    return (
        is_move(event, "achievements", "achievements")
        and event.args.get("age") is None
        and event.args.get("id") is not None
    )


@operator("special achievement early")
def special_early(story: Story, rng: Random) -> Moves | None:
    """The claim is moved to the end of an earlier action."""
    specials = [event for event in story.events if _special(event)]
    if not specials:
        return None
    event = rng.choice(specials)
    before = [other for other in story.events if other.move < event.move - 1 and other.kind == "transferedCard"]
    if not before:
        return None
    place = rng.choice(before[-60:])
    story.insert(place, event)
    story.delete(event)
    return (place.move,)


@operator("special achievement to the wrong player")
def special_player(story: Story, rng: Random) -> Moves | None:
    """Another player gets it."""
    event = story.choice(rng, [event for event in story.events if _special(event)])
    if event is None:
        return None
    other = rng.choice(others_than(story, event.args["owner_to"]))
    story.edit(event, owner_to=other, player_id=other, player_name=story.names[other])
    return (event.move,)


# --- counts ---


@operator("wrong icon count at a dogma")
def icon_count(story: Story, rng: Random) -> Moves | None:
    """The count of the featured icon is a fact of the board."""
    event = story.choice(rng, [event for event in story.events if "ressource_count" in event.args])
    if event is None:
        return None
    by = rng.choice([1, -1, 2, 3])
    if int(event.args["ressource_count"]) + by < 0:
        by = 1
    story.edit(event, ressource_count=shifted(event.args["ressource_count"], by))
    return (event.move,)


@operator("wrong score")
def score(story: Story, rng: Random) -> Moves | None:
    """The score after a transfer is a fact of the score pile (and bonuses)."""
    found = [
        (event, key)
        for event in story.events
        for key in ("new_score", "new_score_from", "new_score_to")
        if key in event.args
    ]
    if not found:
        return None
    event, key = rng.choice(found)
    story.edit(event, **{key: int(event.args[key]) + rng.choice([1, 2, 5])})
    return (event.move,)


@operator("wrong icon counts of a board")
def board_icons(story: Story, rng: Random) -> Moves | None:
    """Visible icons are a fact of the board."""
    keys = ("new_ressource_counts", "new_ressource_counts_from", "new_ressource_counts_to")
    found = [(event, key) for event in story.events for key in keys if isinstance(event.args.get(key), dict)]
    if not found:
        return None
    event, key = rng.choice(found)
    icon = str(rng.randint(1, 6))
    counts = {**event.args[key], icon: int(event.args[key][icon]) + rng.choice([1, 2])}
    story.edit(event, **{key: counts})
    return (event.move,)


@operator("wrong highest top card")
def highest(story: Story, rng: Random) -> Moves | None:
    """So is the highest top card."""
    found = [event for event in story.events if event.args.get("new_max_age_on_board") is not None]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.edit(event, new_max_age_on_board=int(event.args["new_max_age_on_board"]) + 1)
    return (event.move,)


@operator("wrong monument counter")
def monument(story: Story, rng: Random) -> Moves | None:
    """Cards tucked and scored this turn are counted from the transfers."""
    event = story.choice(
        rng, [event for event in story.events if isinstance(event.args.get("monument_counters"), dict)]
    )
    if event is None:
        return None
    key = rng.choice(["number_of_tucked_cards", "number_of_scored_cards"])
    for _, item in story.touched(event):
        for counts in item["args"]["monument_counters"].values():
            counts[key] = shifted(counts[key], 1)
    return (event.move,)


@operator("claimable ages")
def claimable(story: Story, rng: Random) -> Moves | None:
    """The ages offered follow from score, top cards and what is available."""
    found = [event for event in story.events if event.state == 4 and _claimable(event)]
    event = story.choice(rng, found)
    if event is None:
        return None
    ages = [int(age) for age in event.inner[_claimable(event)]]
    other = rng.choice([age for age in range(1, 10) if age not in ages])
    for _, item in story.touched(event):
        item["args"]["args"][_claimable(event)] = sorted([*ages, other])
    return (event.move,)


@operator("age to draw")
def age_to_draw(story: Story, rng: Random) -> Moves | None:
    """The age a Draw action would take follows from the top cards and the piles."""
    event = story.choice(rng, [event for event in story.events if event.state == 4 and "age_to_draw" in event.inner])
    if event is None:
        return None
    age = int(event.inner["age_to_draw"])
    for _, item in story.touched(event):
        item["args"]["args"]["age_to_draw"] = str(age - 1 if age > 1 else age + 1)
    return (event.move,)


def _claimable(event: Event) -> str:
    """The argument with the ages offered, which the two generations call differently; nothing if there is none."""
    names = ("claimable_ages", "claimable_standard_achievement_values")
    return next((name for name in names if name in event.inner), "")
