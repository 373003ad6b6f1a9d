"""Games with Echoes, Artifacts and relics."""

from __future__ import annotations

from random import Random
from typing import Any

from innolog.cards.facts import CardSet
from tests.tampering.operators.dogma import activate, activations, also_executes, skipped
from tests.tampering.operators.registry import (
    Moves,
    faces_of,
    is_move,
    one_left_out,
    operator,
    others_than,
    shifted,
    sightings,
)
from tests.tampering.story import Event, Story


def _between(story: Story, source: str, target: str) -> list[Event]:
    """Transfers from one kind of place to another."""
    return [event for event in story.events if is_move(event, source, target)]


# --- Echoes of the Past ---


@operator("promotion of a card that is too high")
def promotion_high(story: Story, rng: Random) -> Moves | None:
    """A promoted card is of no higher value than the card melded just before."""
    highest = 0
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for event in story.events:
        if event.state == 19:
            highest = int(event.inner["max_age_to_promote"])
        elif is_move(event, "forecast", "board") and highest:
            for age in range(highest + 1, 11):
                found.extend((event, face) for face in faces_of(story, event.card_set, age, unseen))
    if not found:
        return None
    event, face = rng.choice(found)
    age = story.facts.age[face]
    story.edit(event, age=type(event.args["age"])(age))
    story.edit(event, faceup_age=event.args["age"])
    story.show(event, face)
    return (event.move,)


@operator("foreshadowed card to the hand")
def foreshadow_hand(story: Story, rng: Random) -> Moves | None:
    """A card drawn and foreshadowed goes to the forecast."""
    event = story.choice(rng, _between(story, "deck", "forecast"))
    if event is None:
        return None
    story.edit(event, location_to="hand", location="hand")
    return (event.move,)


@operator("foreshadowing missing")
def foreshadow_missing(story: Story, rng: Random) -> Moves | None:
    """Drawing and foreshadowing is not optional; cards from hands are left alone, which often are."""
    return one_left_out(story, rng, _between(story, "deck", "forecast"))


def _redraw(story: Story, rng: Random, was: CardSet, other: CardSet) -> Moves | None:
    """A draw from the pile of another set, with a face nobody has seen and the position in that pile."""
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_move(event, "deck", "hand") and event.card_set == was:
            age = int(event.args["age"])
            faces = faces_of(story, int(other), age, unseen)
            if faces and table.decks[(int(other), age)] > 1:
                found.append((event, rng.choice(faces), table.decks[(int(other), age)] - 1))
    if not found:
        return None
    event, face, position = rng.choice(found)
    story.edit(event, type=type(event.args["type"])(int(other)), position_from=str(position))
    story.show(event, face)
    return (event.move,)


@operator("base card drawn for an Echoes card")
def base_for_echoes(story: Story, rng: Random) -> Moves | None:
    """Who holds no Echoes card while holding others draws one of Echoes."""
    return _redraw(story, rng, CardSet.ECHOES, CardSet.BASE)


@operator("Echoes card drawn for a base card")
def echoes_for_base(story: Story, rng: Random) -> Moves | None:
    """And who holds one, or nothing, does not. Without Echoes in the game none can be drawn at all."""
    if not any(event.kind == "transferedCard" and str(event.args.get("type")) == "3" for event in story.events):
        return None
    return _redraw(story, rng, CardSet.BASE, CardSet.ECHOES)


@operator("bonuses left out of the score")
def bonuses(story: Story, rng: Random) -> Moves | None:
    """The score told is that of the score pile alone, where visible bonuses count, too."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if event.kind == "splayedPile" and event.args.get("new_score") is not None:
            points = sum(table.scored[str(event.args["player_id"])])
            if int(event.args["new_score"]) > points:
                found.append((event, points))
    if not found:
        return None
    event, points = rng.choice(found)
    story.edit(event, new_score=points)
    return (event.move,)


@operator("second achievement of a value without the points for it")
def duplicate_claim(story: Story, rng: Random) -> Moves | None:
    """Each achievement of a value that a player has makes the next of that value as much dearer again.

    The points of the score pile are no more than the score, so what they miss by the value of all bonuses on the board
    can't be made up.
    """
    found: list[Any] = []
    owned: dict[str, list[int]] = {player: [] for player in story.players}
    score = dict.fromkeys(story.players, 0)
    for event in story.events:
        args = event.args
        if event.kind == "transferedCard" and args.get("age") is not None:
            if args.get("new_score") is not None and str(args.get("player_id")) in score:
                score[str(args["player_id"])] = int(args["new_score"])
            player, age = str(args["owner_to"]), int(args["age"])
            if is_move(event, "achievements", "achievements") and str(args["owner_from"]) == "0" and player in owned:
                for other in set(owned[player]):
                    if other != age and score[player] < 5 * other * (1 + owned[player].count(other)):
                        found.append((event, other))
            if args["location_to"] == "achievements" and player in owned:
                owned[player].append(age)
    if not found:
        return None
    event, age = rng.choice(found)
    story.edit(event, age=type(event.args["age"])(age))
    return (event.move,)


def _started(story: Story, kind: str) -> list[tuple[int, Event, dict[str, int], str]]:
    """Effects of a kind (as the site names it): index, notification, icon counts, who activated."""
    ids = {name: player for player, name in story.names.items()}
    counts: dict[str, int] = {}
    active = ""
    query = ""
    found: list[Any] = []
    nested = False
    for index, event in enumerate(story.events):
        if event.state in (4, 15):
            active = str(event.args["active_player"])
        elif event.state in (6, 8):
            # Compel effects have the query of a demand.
            query = f"{event.inner.get('JSCardEffectQuery')} {event.inner.get('qualified_effect')}"
        elif event.kind == "logWithCardTooltips" and "card_list" not in event.args:
            nested = "icon" not in event.args
            counts = {}
        elif "ressource_count" in event.args:
            counts[ids[event.args["player_name"]]] = int(event.args["ressource_count"])
        elif "qualified_effect" in event.args and "player_name" in event.args and kind in query and not nested:
            found.append((index, event, dict(counts), active))
    return found


@operator("echo effect skipped")
def echo_skipped(story: Story, rng: Random) -> Moves | None:
    """What it did is taken out with it, as far as it lies in the same move."""
    found = _started(story, "echo_effect")
    if not found:
        return None
    index, event, _, _ = rng.choice(found)
    return skipped(story, index, event)


@operator("echo effect invented")
def echo_invented(story: Story, rng: Random) -> Moves | None:
    """A player carries out an echo effect once more."""
    found = _started(story, "echo_effect")
    if not found:
        return None
    _, event, _, _ = rng.choice(found)
    story.insert(event, event)
    return (event.move,)


# --- Artifacts of History ---


@operator("dig without cause")
def dig_invented(story: Story, rng: Random) -> Moves | None:
    """A dig is told again right after it; the display is full, and there was one cause only."""
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for event in _between(story, "deck", "display"):
        faces = faces_of(story, 1, int(event.args["age"]), unseen)
        if faces and int(event.args["position_from"]):
            found.append((event, rng.choice(faces)))
    if not found:
        return None
    event, face = rng.choice(found)
    table = story.facts
    for new in story.insert(event, event):
        new["args"]["position_from"] = shifted(new["args"]["position_from"], -1)
        new["args"].update(id=str(face), name=table.name[face], color=str(table.color[face]))
    return (event.move,)


@operator("dig missing")
def dig_missing(story: Story, rng: Random) -> Moves | None:
    """A dig is not optional."""
    return one_left_out(story, rng, _between(story, "deck", "display"))


@operator("dig of the wrong age")
def dig_age(story: Story, rng: Random) -> Moves | None:
    """The age is that of the card covered, or the next higher one that is not empty."""
    unseen = set(story.facts.cards) - set(sightings(story))
    found: list[Any] = []
    for _, event, table in story.walk():
        if is_move(event, "deck", "display"):
            age = int(event.args["age"])
            for other in (age - 1, age + 1):
                if 1 <= other <= 10 and table.decks[(1, other)] and (faces := faces_of(story, 1, other, unseen)):
                    found.append((event, other, rng.choice(faces), table.decks[(1, other)] - 1))
    if not found:
        return None
    event, age, face, position = rng.choice(found)
    story.edit(event, age=type(event.args["age"])(age), position_from=str(position))
    story.edit(event, faceup_age=event.args["age"])
    story.show(event, face)
    return (event.move,)


@operator("free action without an Artifact on display")
def free_action(story: Story, rng: Random) -> Moves | None:
    """A player who displays nothing is offered the free action."""
    models = [event for event in story.events if event.state == 15]
    shown: set[str] = set()
    found: list[Event] = []
    for event in story.events:
        if event.kind == "transferedCard":
            if event.args["location_from"] == "display":
                shown.discard(str(event.args["owner_from"]))
            if event.args["location_to"] == "display":
                shown.add(str(event.args["owner_to"]))
        elif event.state == 4 and str(event.args["active_player"]) not in shown:
            found.append(event)
    if not found or not models:
        return None
    place = rng.choice(found)
    for new in story.insert(place, rng.choice(models), before=True):
        new["args"]["active_player"] = place.args["active_player"]
    return (place.move,)


@operator("free dogma of an Artifact that is not there")
def free_dogma(story: Story, rng: Random) -> Moves | None:
    """The card activated as the free action is another Artifact, which lies on nobody's board."""
    found: list[Any] = []
    free = False
    activated = {id(event): boards for event, _, _, boards in activations(story)}
    for event in story.events:
        if event.state:
            free = event.state == 15 or (free and event.state == 16)
        elif id(event) in activated and free:
            there = {*activated[id(event)], *map(int, event.args["card_ids"])}
            others = [card for card in sightings(story) if card in story.facts.cards and card not in there]
            others = [card for card in others if story.facts.set[card] == CardSet.ARTIFACTS]
            found.extend((event, card) for card in others)
    if not found:
        return None
    return activate(story, *rng.choice(found))


@operator("compel on someone immune")
def compel_immune(story: Story, rng: Random) -> Moves | None:
    """Compel effects reach opponents with as many icons; here one with fewer, or the activating player."""
    found: list[Any] = []
    for _, event, counts, launcher in _started(story, "compel"):
        if launcher in counts:
            found.extend((event, player) for player in counts if counts[player] < counts[launcher])
            found.append((event, launcher))
    if not found:
        return None
    event, player = rng.choice(found)
    return also_executes(story, event, player)


@operator("relic seized by another player")
def relic_player(story: Story, rng: Random) -> Moves | None:
    """A relic goes to the player who dug."""
    found = [*_between(story, "relics", "achievements"), *_between(story, "relics", "hand")]
    event = story.choice(rng, found)
    if event is None:
        return None
    other = rng.choice(others_than(story, event.args["owner_to"]))
    story.edit(event, owner_to=other, owner=other, player_id=other, player_name=story.names[other])
    return (event.move,)


@operator("relic seized without right")
def relic_invented(story: Story, rng: Random) -> Moves | None:
    """A relic is seized at an earlier draw."""
    found = [*_between(story, "relics", "achievements"), *_between(story, "relics", "hand")]
    event = story.choice(rng, found)
    if event is None:
        return None
    places = [other for other in _between(story, "deck", "hand") if other.move < event.move]
    if not places:
        return None
    place = rng.choice(places)
    story.insert(place, event)
    story.delete(event)
    return (place.move,)


@operator("wrong position in forecast or display")
def expansion_position(story: Story, rng: Random) -> Moves | None:
    """Positions are counted within a place and back, and beyond its end there is none."""
    found = [(event, "position_to", 1) for place in ("forecast", "display") for event in _between(story, "deck", place)]
    found += [(event, "position_from", 7) for event in _between(story, "forecast", "board")]
    found += [(event, "position_from", 1) for event in _between(story, "display", "board")]
    if not found:
        return None
    event, key, by = rng.choice(found)
    story.edit(event, **{key: shifted(event.args[key], by)})
    return (event.move,)
