"""Drawing, melding, tucking, returning and scoring."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.tampering.operators.registry import (
    Moves,
    faces_of,
    is_move,
    of_one_player,
    one_left_out,
    operator,
    others_than,
    shifted,
    sightings,
)
from tests.tampering.story import Story

# --- drawing ---


@operator("draw from the wrong age")
def draw_age(story: Story, rng: Random) -> Moves | None:
    """The age of a draw is forced by the top cards or by an effect, so another age is never legal."""
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_move(event, "deck", "hand") and event.card_set == 0:
            age = int(event.args["age"])
            for other in (age - 1, age + 1, age + 2):
                if 1 <= other <= 10 and table.decks[(0, other)] and (faces := faces_of(story, 0, other, unseen)):
                    found.append((event, other, table.decks[(0, other)] - 1, table.hands, faces))
    if not found:
        return None
    event, age, position, _, faces = rng.choice(found)
    changes: dict[str, Any] = {"age": type(event.args["age"])(age), "position_from": str(position)}
    story.edit(event, **changes)
    story.edit(event, faceup_age=changes["age"])
    story.show(event, rng.choice(faces))
    return (event.move,)


@operator("draw to the wrong player")
def draw_player(story: Story, rng: Random) -> Moves | None:
    """A drawn card goes to the player who draws."""
    found = [
        (event, dict(table.hands))
        for _, event, table in story.walk()
        if is_move(event, "deck", "hand") and of_one_player(event)
    ]
    if not found:
        return None
    event, hands = rng.choice(found)
    other = rng.choice(others_than(story, event.args["owner_to"]))
    position = hands.get((other, event.card_set, int(event.args["age"])), 0)
    story.edit(event, owner_to=other, player_id=other, owner=other, position_to=str(position))
    counters = {other: {"number_of_tucked_cards": 0, "number_of_scored_cards": 0}}
    story.edit(event, monument_counters=counters, player_name=story.names[other])
    return (event.move,)


@operator("draw missing")
def draw_missing(story: Story, rng: Random) -> Moves | None:
    """Draws are never optional on their own. A draw of which nobody sees a thing later (last of its move, at the end)
    is still stated by the turn that ends without an action."""
    found = [event for event in story.events if is_move(event, "deck", "hand")]
    return one_left_out(story, rng, found)


@operator("draw twice")
def draw_twice(story: Story, rng: Random) -> Moves | None:
    """The second draw takes the next card of the pile, whose face nobody has seen."""
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for _, event, _table in story.walk():
        if (
            is_move(event, "deck", "hand")
            and event.card_set == 0
            and int(event.args["position_from"])
            and (faces := faces_of(story, 0, int(event.args["age"]), unseen))
        ):
            found.append((event, faces))
    if not found:
        return None
    event, faces = rng.choice(found)
    face = rng.choice(faces)
    table = story.facts
    for new in story.insert(event, event):
        args = new["args"]
        args["position_from"] = shifted(args["position_from"], -1)
        args["position_to"] = shifted(args["position_to"], 1)
        if args.get("id") is not None:
            args.update(id=str(face), name=table.name[face], color=str(table.color[face]))
            for number, printed in enumerate(table.cards[face].slots[:4], 1):
                args[f"spot_{number}"] = {"hex": "0", "crown": "1", "leaf": "2", "lightbulb": "3"}.get(
                    printed, {"castle": "4", "factory": "5", "clock": "6"}.get(printed, "0")
                )
            args["dogma_icon"] = str(table.featured[face])
    return (event.move,)


# --- melding, tucking, returning, scoring ---


@operator("meld of a card that is elsewhere")
def meld_elsewhere(story: Story, rng: Random) -> Moves | None:
    """The card shown lies on a board at that moment."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_move(event, "hand", "board") and event.card_set == 0:
            facts = story.facts
            same = [
                card
                for card in table.on_boards()
                if facts.age[card] == int(event.args["age"]) and facts.set[card] == 0 and card != int(event.args["id"])
            ]
            if same:
                found.append((event, rng.choice(same)))
    if not found:
        return None
    event, card = rng.choice(found)
    story.show(event, card)
    return (event.move,)


@operator("meld passed off as a tuck")
def meld_as_tuck(story: Story, rng: Random) -> Moves | None:
    """A Meld action never tucks; in effects the keyword is given by the card."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if (
            is_move(event, "hand", "board")
            and event.args.get("bottom_to") in (False, 0, "0")
            and of_one_player(event)
            and event.args.get("meld_keyword") in (True, 1, "1")
        ):
            found.append((event, table.piles[(str(event.args["owner_to"]), story.facts.color[int(event.args["id"])])]))
    if not found:
        return None
    event, _ = rng.choice(found)
    story.edit(event, bottom_to=True, meld_keyword=False, position_to="0", position="0")
    for _, item in story.touched(event):
        for counts in (item["args"].get("monument_counters") or {}).values():
            counts["number_of_tucked_cards"] = shifted(counts["number_of_tucked_cards"], 1)
    return (event.move,)


@operator("tuck passed off as a meld")
def tuck_as_meld(story: Story, rng: Random) -> Moves | None:
    """As above."""
    found = [
        (event, len(table.piles[(str(event.args["owner_to"]), story.facts.color[int(event.args["id"])])]))
        for _, event, table in story.walk()
        if event.kind == "transferedCard"
        and event.args["location_to"] == "board"
        and event.args.get("bottom_to") in (True, 1, "1")
    ]
    if not found:
        return None
    event, size = rng.choice(found)
    story.edit(event, bottom_to=False, meld_keyword=True, position_to=str(size), position=str(size))
    for _, item in story.touched(event):
        for counts in (item["args"].get("monument_counters") or {}).values():
            counts["number_of_tucked_cards"] = max(0, int(counts["number_of_tucked_cards"]) - 1)
    return (event.move,)


@operator("return on top")
def return_top(story: Story, rng: Random) -> Moves | None:
    """Cards are returned to the bottom. An empty pile has no bottom, so those are left alone."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if event.kind == "transferedCard" and event.args["location_to"] == "deck":
            size = table.decks[(event.card_set, int(event.args["age"]))]
            if size and event.args.get("bottom_to") in (True, 1, "1"):
                found.append((event, size))
    if not found:
        return None
    event, size = rng.choice(found)
    story.edit(event, bottom_to=False, position_to=str(size), position=str(size))
    return (event.move,)


@operator("score passed off as a transfer")
def score_keyword(story: Story, rng: Random) -> Moves | None:
    """Cards say whether something is scored or transferred."""
    found = [
        event
        for event in story.events
        if event.kind == "transferedCard"
        and event.args["location_to"] == "score"
        and event.args.get("score_keyword") in (True, 1, "1")
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.edit(event, score_keyword=False)
    return (event.move,)


@operator("card to the wrong place")
def wrong_place(story: Story, rng: Random) -> Moves | None:
    """A drawn card goes where the rule says: hand and score pile are exchanged here."""
    found = [
        event
        for event in story.events
        if (is_move(event, "deck", "hand") or is_move(event, "deck", "score")) and of_one_player(event)
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    other = "score" if event.args["location_to"] == "hand" else "hand"
    story.edit(event, location_to=other, location=other)
    return (event.move,)
