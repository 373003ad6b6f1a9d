"""Messages in the words of something else. Their arguments and the moves beside them are true.

Each of these once passed as legal: nothing compared the words, or a check existed that could not fail.
"""

from __future__ import annotations

import re
from random import Random

from tests.tampering.operators.registry import WHOLE, Moves, operator
from tests.tampering.story import Story

WHOLE |= {"hand with cards shown as empty", "end in other words"}
_AGREED = re.compile(r" (decides (not )?to (exchange|tuck)|chooses (not )?to dogma his promoted card)\b")


@operator("another place than the one drawn to")
def other_place(story: Story, rng: Random) -> Moves | None:
    """C: what is named to be foreshadowed is not drawn to the hand or the board, nor the reverse."""
    places = {
        "to draw a ": "to foreshadow a ",
        "to foreshadow a ": "to draw a ",
        "to draw and meld a ": "to draw and foreshadow a ",
        "to draw and foreshadow a ": "to draw and meld a ",
    }
    event = story.choice(rng, [e for e in story.events if any(f"chooses {place}" in e.template for place in places)])
    if event is None:
        return None

    def elsewhere(words: str) -> str:
        place = next(place for place in places if place in words)
        return words.replace(place, places[place])

    story.reword(event, elsewhere)
    # Where no place is chosen, as for Charitable Trust, the words state none.
    return (event.move,)


@operator("endorsed again told otherwise")
def told_again(story: Story, rng: Random) -> Moves | None:
    """What is carried out for the first time is announced as again, or the reverse."""
    again = " again because it was endorsed"
    found = [e for e in story.events if e.kind == "log" and {"qualified_effect", "player_name"} <= e.args.keys()]
    endorsed = [event for event in found if again in event.template]
    event = story.choice(rng, endorsed if endorsed and rng.random() < 0.5 else found)
    if event is None:
        return None
    effect = "${qualified_effect}"
    old, new = (again, "") if again in event.template else (effect, effect + again)
    story.reword(event, lambda words: words.replace(old, new))
    return (event.move,)


@operator("end in other words")
def ended_otherwise(story: Story, rng: Random) -> Moves | None:
    """The message names another kind of end than the notification after it."""
    event = story.choice(rng, [event for event in story.events if event.template.startswith("END OF GAME BY ")])
    if event is None:
        return None
    was = event.template.removeprefix("END OF GAME BY ").split(":")[0]
    told = rng.choice([kind for kind in ("ACHIEVEMENTS", "SCORE", "DOGMA") if kind != was])
    story.reword(event, lambda words: words.replace(f"BY {was}", f"BY {told}"))
    return tuple({other.move for other in story.events if other.move >= event.move})


@operator("declined in the words of something else")
def declined_otherwise(story: Story, rng: Random) -> Moves | None:
    """Who declines an option of an effect does not decline a promotion, nor a relic."""
    event = story.choice(rng, [event for event in story.events if event.template == "${player_name} passes."])
    if event is None:
        return None
    what = rng.choice(["promote a card from his forecast", "seize the relic"])

    def declined(words: str) -> str:
        if "${You}" in words:
            return f"${{You}} choose not to {what.replace('his', 'your')}."
        return f"${{player_name}} chooses not to {what}."

    story.reword(event, declined)
    return (event.move,)


@operator("agreed in the words of something else")
def agreed_otherwise(story: Story, rng: Random) -> Moves | None:
    """Who agrees to an effect or not, does not speak of a promoted card; and who promotes one, not of an effect."""
    found = [
        event
        for event in story.events
        if event.template.startswith("${player_name}") and _AGREED.search(event.template)
    ]
    event = story.choice(rng, found)
    if event is None:
        return None

    def agreed(words: str) -> str:
        start, _, rest = words.partition(" to ")
        promoted = "dogma" in rest and "promoted" in rest
        no = start.endswith(" not")
        you = "${You}" in start
        who = "${You}" if you else "${player_name}"
        verb = ("decide" if promoted else "choose") + ("" if you else "s") + (" not" if no else "")
        what = "exchange" if promoted else f"dogma {'your' if you else 'his'} promoted card"
        return f"{who} {verb} to {what}."

    story.reword(event, agreed)
    return (event.move,)


@operator("hand with cards shown as empty")
def shown_as_empty(story: Story, rng: Random) -> Moves | None:
    """A hand that is shown and has cards is no empty hand."""
    found = [e for e in story.events if e.template.startswith("${player_name} reveals his hand") and e.args["card_ids"]]
    event = story.choice(rng, found)
    if event is None:
        return None
    for _, item in (event.public, *event.private):
        args = item["args"]
        holder = args if "log" in args else item
        holder["log"] = (
            "${You} reveal an empty hand." if "${You}" in holder["log"] else "${player_name} reveals an empty hand."
        )
        item["type"] = item["type"].replace("logWithCardTooltips", "log")
        if "notification_type" in args:
            args["notification_type"] = "log"
        for key in ("card_ids", "card_list"):
            args.pop(key, None)
    return (event.move,)
