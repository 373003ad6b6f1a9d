"""Operators that turn a legal export into one that no game can have produced.

Each operator gets a :class:`~tests.tampering.story.Story` and a seeded random source, changes the story in place and
returns the numbers of the moves at which a report is right (the first is the tampered one), or None where the game
offers no place for it. The forger is careful: he changes every copy of a notification (or, as a variant, one copy
only) and the counts that follow from it wherever he can work them out.

What the rules could explain after all must not be produced. Those exclusions are argued at each operator.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from innolog.cards.facts import card_table
from tests.tampering.story import Event, Story, Table, renumber

Moves = tuple[int, ...]
Operator = Callable[[Story, Random], Moves | None]
OPERATORS: dict[str, Operator] = {}
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
}


def operator(kind: str) -> Callable[[Operator], Operator]:
    """Register an operator under the kind of forgery it makes."""

    def register(function: Operator) -> Operator:
        OPERATORS[kind] = function
        return function

    return register


def _is(event: Event, source: str, target: str) -> bool:
    args = event.args
    return event.kind == "transferedCard" and (args["location_from"], args["location_to"]) == (source, target)


def _one(event: Event) -> bool:
    """A transfer that concerns one player."""
    return "opponent_id" not in event.args


def _others(story: Story, player: object) -> list[str]:
    return [other for other in story.players if other != str(player)]


def _shifted(value: object, by: int) -> Any:
    """A number shifted, in the type it came in."""
    return type(value)(int(str(value)) + by)  # type: ignore[call-arg]


def _next_move(story: Story, move: int) -> int:
    later = [other for other in story.moves() if other > move]
    return later[0] if later else move


def _faces(story: Story, kind: int, age: int, unseen: set[int]) -> list[int]:
    table = card_table()
    return [
        card.id
        for card in table.cards.values()
        if (int(card.set), card.age, card.relic) == (kind, age, False) and card.id in unseen
    ]


def _sightings(story: Story) -> dict[int, list[int]]:
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


# --- drawing ---


@operator("draw from the wrong age")
def draw_age(story: Story, rng: Random) -> Moves | None:
    """The age of a draw is forced by the top cards or by an effect, so another age is never legal."""
    unseen = set(card_table().cards) - set(_sightings(story))
    found: list[Any] = []
    for _, event, table in story.walk():
        if _is(event, "deck", "hand") and int(event.args["type"]) == 0:
            age = int(event.args["age"])
            for other in (age - 1, age + 1, age + 2):
                if 1 <= other <= 10 and table.decks[(0, other)] and (faces := _faces(story, 0, other, unseen)):
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
    """A draw goes to whoever draws."""
    found = [
        (event, dict(table.hands)) for _, event, table in story.walk() if _is(event, "deck", "hand") and _one(event)
    ]
    if not found:
        return None
    event, hands = rng.choice(found)
    other = rng.choice(_others(story, event.args["owner_to"]))
    position = hands.get((other, int(event.args["type"]), int(event.args["age"])), 0)
    story.edit(event, owner_to=other, player_id=other, owner=other, position_to=str(position))
    counters = {other: {"number_of_tucked_cards": 0, "number_of_scored_cards": 0}}
    story.edit(event, monument_counters=counters, player_name=story.names[other])
    return (event.move,)


@operator("draw missing")
def draw_missing(story: Story, rng: Random) -> Moves | None:
    """Draws are never optional on their own. A draw of which nobody sees a thing later (last of its move, at the end)
    is still stated by the turn that ends without an action."""
    found = [event for event in story.events if _is(event, "deck", "hand")]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.delete(event)
    return (event.move,)


@operator("draw twice")
def draw_twice(story: Story, rng: Random) -> Moves | None:
    """The second draw takes the next card of the pile, whose face nobody has seen."""
    unseen = set(card_table().cards) - set(_sightings(story))
    found: list[Any] = []
    for _, event, _table in story.walk():
        if (
            _is(event, "deck", "hand")
            and int(event.args["type"]) == 0
            and int(event.args["position_from"])
            and (faces := _faces(story, 0, int(event.args["age"]), unseen))
        ):
            found.append((event, faces))
    if not found:
        return None
    event, faces = rng.choice(found)
    face = rng.choice(faces)
    table = card_table()
    for new in story.insert(event, event):
        args = new["args"]
        args["position_from"] = _shifted(args["position_from"], -1)
        args["position_to"] = _shifted(args["position_to"], 1)
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
        if _is(event, "hand", "board") and int(event.args["type"]) == 0:
            facts = card_table()
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
            _is(event, "hand", "board")
            and event.args.get("bottom_to") in (False, 0, "0")
            and _one(event)
            and event.args.get("meld_keyword") in (True, 1, "1")
        ):
            found.append((event, table.piles[(str(event.args["owner_to"]), card_table().color[int(event.args["id"])])]))
    if not found:
        return None
    event, _ = rng.choice(found)
    story.edit(event, bottom_to=True, meld_keyword=False, position_to="0", position="0")
    for _, item in story.touched(event):
        for counts in (item["args"].get("monument_counters") or {}).values():
            counts["number_of_tucked_cards"] = _shifted(counts["number_of_tucked_cards"], 1)
    return (event.move,)


@operator("tuck passed off as a meld")
def tuck_as_meld(story: Story, rng: Random) -> Moves | None:
    """As above."""
    found = [
        (event, len(table.piles[(str(event.args["owner_to"]), card_table().color[int(event.args["id"])])]))
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
            size = table.decks[(int(event.args["type"]), int(event.args["age"]))]
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
        event for event in story.events if (_is(event, "deck", "hand") or _is(event, "deck", "score")) and _one(event)
    ]
    event = story.choice(rng, found)
    if event is None:
        return None
    other = "score" if event.args["location_to"] == "hand" else "hand"
    story.edit(event, location_to=other, location=other)
    return (event.move,)


# --- achievements ---


@operator("claim without points or top card")
def claim(story: Story, rng: Random) -> Moves | None:
    """A higher achievement than the score or the top cards allow."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if _is(event, "achievements", "achievements") and event.args.get("age") is not None:
            if str(event.args["owner_from"]) != "0":
                continue
            player = str(event.args["owner_to"])
            points = sum(table.scored[player])
            top = max((card_table().age[card] for card in table.tops(player)), default=0)
            found.extend((event, age) for age in table.available if points < 5 * age or top < age)
    if not found:
        return None
    event, age = rng.choice(found)
    story.edit(event, age=type(event.args["age"])(age))
    return (event.move,)


@operator("special achievement missing")
def special_missing(story: Story, rng: Random) -> Moves | None:
    """Special achievements are taken at once, by rule."""
    found = [event for event in story.events if _special(event) and not _ends(story, event.move)]
    event = story.choice(rng, found)
    if event is None:
        return None
    story.delete(event)
    return (event.move,)


def _special(event: Event) -> bool:
    return (
        _is(event, "achievements", "achievements")
        and event.args.get("age") is None
        and event.args.get("id") is not None
    )


def _ends(story: Story, move: int) -> bool:
    return move == story.moves()[-1]


@operator("special achievement early")
def special_early(story: Story, rng: Random) -> Moves | None:
    """The claim is told at the end of an earlier action."""
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
    other = rng.choice(_others(story, event.args["owner_to"]))
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
    story.edit(event, ressource_count=_shifted(event.args["ressource_count"], by))
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
            counts[key] = _shifted(counts[key], 1)
    return (event.move,)


@operator("claimable ages")
def claimable(story: Story, rng: Random) -> Moves | None:
    """The ages offered follow from score, top cards and what is available."""
    found = [event for event in story.events if event.state == 4 and "claimable_ages" in event.inner]
    event = story.choice(rng, found)
    if event is None:
        return None
    ages = [int(age) for age in event.inner["claimable_ages"]]
    other = rng.choice([age for age in range(1, 10) if age not in ages])
    for _, item in story.touched(event):
        item["args"]["args"]["claimable_ages"] = sorted([*ages, other])
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
    event = story.choice(rng, [event for event in story.events if event.kind == "splayedPile"])
    if event is None:
        return None
    story.insert(event, event)
    return (event.move,)


# --- dogma ---


def _activations(story: Story) -> list[tuple[Event, str, dict[str, list[int]], list[int]]]:
    """Activations: notification, player, piles of everybody from top, all cards on boards."""
    found: list[Any] = []
    for _, event, table in story.walk():
        if event.kind == "logWithCardTooltips" and "icon" in event.args and "card_list" not in event.args:
            piles = {player: table.tops(player) for player in story.players}
            found.append((event, table.active, piles, table.on_boards()))
    return found


def _activate(story: Story, event: Event, card: int) -> Moves:
    table = card_table()
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
        if event.kind == "logWithCardTooltips" and "icon" in event.args and "card_list" not in event.args:
            for color in range(5):
                found.extend((event, card) for card in table.piles[(table.active, color)][:-1])
    if not found:
        return None
    return _activate(story, *rng.choice(found))


@operator("dogma of an opponent's card")
def dogma_opponent(story: Story, rng: Random) -> Moves | None:
    """Only one's own cards can be activated."""
    found = [
        (event, card)
        for event, player, tops, _ in _activations(story)
        for other, cards in tops.items()
        if other != player
        for card in cards
    ]
    if not found:
        return None
    return _activate(story, *rng.choice(found))


@operator("dogma of a card nobody has")
def dogma_nobody(story: Story, rng: Random) -> Moves | None:
    """Only cards on a board can be activated."""
    found: list[Any] = []
    for event, _, _, boards in _activations(story):
        rest = [card.id for card in card_table().cards.values() if card.set == 0 and card.id not in boards]
        found.append((event, rng.choice(rest)))
    if not found:
        return None
    return _activate(story, *rng.choice(found))


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
        elif event.kind == "logWithCardTooltips" and "icon" in event.args:
            counts = {}
            launcher = active
        elif event.kind == "logWithCardTooltips" and "card_list" not in event.args and "player_name" in event.args:
            launcher = ""  # another card's effects are carried out by one player alone
        elif "ressource_count" in event.args:
            counts[ids[event.args["player_name"]]] = int(event.args["ressource_count"])
        elif "qualified_effect" in event.args and "player_name" in event.args and launcher:
            found.append((index, event, ids[event.args["player_name"]], kind, dict(counts), launcher))
    return found


@operator("demand on someone immune")
def demand_immune(story: Story, rng: Random) -> Moves | None:
    """Whoever has as many icons as the activating player is out of reach of a demand."""
    found: list[Any] = []
    for _, event, _, kind, counts, launcher in _effects(story):
        if kind == "demand":
            immune = [p for p in counts if p != launcher and counts[p] >= counts[launcher]]
            found.extend((event, player) for player in immune)
            found.append((event, launcher))
    if not found:
        return None
    event, player = rng.choice(found)
    for new in story.insert(event, event):
        new["args"]["player_name"] = story.names[player]
        new["args"].pop("You", None)
        new["log"] = new["log"].replace("${You} have", "${player_name} has")
    return (event.move,)


@operator("share invented")
def share_invented(story: Story, rng: Random) -> Moves | None:
    """Whoever has fewer icons doesn't share."""
    found: list[Any] = []
    for _, event, player, kind, counts, launcher in _effects(story):
        if kind == "dogma" and player == launcher and counts:
            found.extend((event, other) for other in counts if counts[other] < counts[launcher])
    if not found:
        return None
    event, player = rng.choice(found)
    for new in story.insert(event, event, before=True):
        new["args"]["player_name"] = story.names[player]
        new["args"].pop("You", None)
        new["log"] = new["log"].replace("${You} have", "${player_name} has")
    return (event.move,)


@operator("share skipped")
def share_skipped(story: Story, rng: Random) -> Moves | None:
    """What the sharing player did is taken out with it, as far as it lies in the same move."""
    found = [
        (index, event)
        for index, event, player, kind, _, launcher in _effects(story)
        if kind == "dogma" and player != launcher
    ]
    if not found:
        return None
    index, event = rng.choice(found)
    story.delete(event)
    for other in story.events[index + 1 :]:
        if other.move != event.move or ("qualified_effect" in other.args and other.kind == "log"):
            break
        if other.kind in ("transferedCard", "splayedPile"):
            story.delete(other)
    return (event.move, _next_move(story, event.move))


@operator("effect by the wrong player")
def effect_player(story: Story, rng: Random) -> Moves | None:
    """The order in which players carry out an effect is given."""
    found = _effects(story)
    if not found:
        return None
    _, event, player, _, _, _ = rng.choice(found)
    other = rng.choice(_others(story, player))
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
    draws = [event for event in story.events if _is(event, "deck", "hand")]
    found = [
        event
        for index, event in enumerate(story.events)
        if _is(event, "deck", "hand")
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
        args["position_to"] = _shifted(args["position_to"], 1)
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
    event = story.choice(rng, found)
    if event is None:
        return None
    story.delete(event)
    return (event.move,)


# --- turns ---


@operator("action deleted")
def action_deleted(story: Story, rng: Random) -> Moves | None:
    """A whole move. The last one is no forgery but a log cut short; those before it leave a hole."""
    moves = [move for move in story.moves()[:-2] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    after = _next_move(story, move)
    story.export["packets"] = [packet for packet in story.packets if int(packet["move_id"]) != move]
    return (move, after)


@operator("action repeated")
def action_repeated(story: Story, rng: Random) -> Moves | None:
    """A move is told again as a new one: with packets, ids and move numbers of its own, later moves renumbered."""
    moves = [move for move in story.moves()[:-1] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    packets: list[dict[str, Any]] = []
    again: list[dict[str, Any]] = []
    for packet in story.packets:
        number = int(packet["move_id"])
        if number > move:
            packets.extend(again)
            again = []
            packet["move_id"] = type(packet["move_id"])(number + 1)
        packets.append(packet)
        if number == move:
            new = copy.deepcopy(packet)
            new["move_id"] = type(packet["move_id"])(move + 1)
            for item in new["data"]:
                item["uid"] = f"{item.get('uid', '')}r"
            again.append(new)
    story.export["packets"] = renumber(packets)
    return (move + 1,)


@operator("actions reordered")
def actions_reordered(story: Story, rng: Random) -> Moves | None:
    """Two neighbouring moves exchange what happened in them.

    Both are whole actions. The state that follows each names the next player and action, so even two equal actions
    don't commute, unless both moves tell the very same.
    """
    moves = [move for move in story.moves()[:-2] if story.is_action(move) and story.is_action(move + 1)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    first = [packet for packet in story.packets if int(packet["move_id"]) == move]
    second = [packet for packet in story.packets if int(packet["move_id"]) == move + 1]
    at = story.packets.index(first[0])
    for packet in first:
        packet["move_id"] = type(packet["move_id"])(move + 1)
    for packet in second:
        packet["move_id"] = type(packet["move_id"])(move)
    rest = [packet for packet in story.packets if packet not in first and packet not in second]
    story.export["packets"] = renumber([*rest[:at], *second, *first, *rest[at:]])
    return (move,)


def _prolong(story: Story, event: Event, state: Event) -> Moves:
    """Make the turn go on where it ended: no reset of the counters, and the same player to act."""
    player = None
    for other in story.events:
        if other is state:
            break
        if other.state == 4:
            player = other.args["active_player"]
    number = max(
        int(other.inner["action_number"]) for other in story.events if other.state == 4 and other.move < event.move
    )
    del number
    for copies in (event.public, *event.private):
        copies[0]["data"] = [item for item in copies[0]["data"] if item is not copies[1]]
    for _, item in (state.public, *state.private):
        item["args"]["active_player"] = player
        item["args"]["args"]["action_number"] = 2
        item["args"]["args"]["qualified_action"] = "a second action"
    return (event.move,)


def _turn_ends(story: Story) -> list[tuple[Event, Event]]:
    found: list[Any] = []
    for index, event in enumerate(story.events):
        if event.kind == "resetMonumentCounters":
            state = next((other for other in story.events[index:] if other.state == 4), None)
            if state is not None and state.move == event.move:
                found.append((event, state))
    return found


@operator("third action")
def third_action(story: Story, rng: Random) -> Moves | None:
    """A turn that does not end after its actions."""
    found = _turn_ends(story)[2:]
    if not found:
        return None
    return _prolong(story, *rng.choice(found))


@operator("second first action")
def second_first_action(story: Story, rng: Random) -> Moves | None:
    """The first turn has one action."""
    found = _turn_ends(story)[:1]
    if not found:
        return None
    return _prolong(story, *found[0])


@operator("turn to the wrong player")
def wrong_turn(story: Story, rng: Random) -> Moves | None:
    """The turn passes to the left."""
    event = story.choice(rng, [event for event in story.events if event.state == 4])
    if event is None:
        return None
    other = rng.choice(_others(story, event.args["active_player"]))
    for _, item in (event.public, *event.private):
        item["args"]["active_player"] = other
    return (event.move,)


@operator("wrong first player")
def first_player(story: Story, rng: Random) -> Moves | None:
    """The first card in the alphabet decides."""
    for event in story.events:
        if "english_name" in event.args:
            names = [name for name in story.names.values() if name != event.args["player_name"]]
            story.edit(event, player_name=rng.choice(names))
            return (event.move,)
    return None


# --- the end ---


@operator("ending that did not happen")
def ending_invented(story: Story, rng: Random) -> Moves | None:
    """The real ending is told earlier, and the log stops there."""
    end = next((event for event in story.events if event.kind == "endOfGame"), None)
    transfers = [event for event in story.events if event.kind == "transferedCard" and not _ends(story, event.move)]
    if end is None or not transfers:
        return None
    place = rng.choice(transfers)
    story.insert(place, end)
    story.export["packets"] = [packet for packet in story.packets if int(packet["move_id"]) <= place.move]
    return (place.move,)


@operator("wrong kind of ending")
def ending_kind(story: Story, rng: Random) -> Moves | None:
    """How the game ended follows from what happened."""
    end = next((event for event in story.events if event.kind == "endOfGame"), None)
    if end is None:
        return None
    kinds = [kind for kind in ("achievements", "score", "dogma") if kind != end.args["end_of_game_type"]]
    story.edit(end, end_of_game_type=rng.choice(kinds))
    return (end.move,)


@operator("ending removed")
def ending_removed(story: Story, rng: Random) -> Moves | None:
    """The end is not told. Where nothing but the ending is left in the last move it is a log cut short."""
    last = story.moves()[-1]
    events = story.of_move(last)
    end = next((event for event in events if event.kind == "endOfGame"), None)
    if end is None or not any(event.kind in ("transferedCard", "splayedPile") for event in events):
        return None
    told = [event for event in events if event.template.startswith("END OF GAME")]
    story.delete(end, *told)
    if rng.random() < 0.5:
        story.delete(*[event for event in events if event.state in (98, 99)])
    return (last,)


@operator("wrong winner")
def wrong_winner(story: Story, rng: Random) -> Moves | None:
    """Another player is named where the game tells who won or who drew."""
    told = [event for event in story.events if event.template.startswith("END OF GAME")]
    event = story.choice(rng, [event for event in told if "player_name" in event.args])
    if event is None or len(told) > 1:
        return None
    other = rng.choice([name for name in story.names.values() if name != event.args["player_name"]])
    for _, item in (event.public, *event.private):
        item["args"] = {**(item["args"] or {}), "player_name": other}
        item["args"].pop("You", None)
        if item["log"]:
            item["log"] = event.template
    return (event.move,)


@operator("play after the end")
def after_end(story: Story, rng: Random) -> Moves | None:
    """An earlier action is told again after the end."""
    if not any(event.kind == "endOfGame" for event in story.events):
        return None
    moves = [move for move in story.moves()[5:-1] if story.is_action(move)]
    move = story.choice(rng, moves)
    if move is None:
        return None
    last = story.moves()[-1]
    for packet in [packet for packet in story.packets if int(packet["move_id"]) == move]:
        new = copy.deepcopy(packet)
        new["move_id"] = type(packet["move_id"])(last + 1)
        story.packets.append(new)
    renumber(story.packets)
    return (last + 1,)


# --- faces and positions ---


@operator("identity contradicts a later reveal")
def identity(story: Story, rng: Random) -> Moves | None:
    """One notification shows another card of the same age.

    Either the true card or the false one must be shown again elsewhere, or nobody could ever tell.
    """
    sightings = _sightings(story)
    facts = card_table()
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
            elsewhere = len(sightings.get(false, [])) > 0 or len(sightings.get(true, [])) > 1
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
    """Positions in supply piles and on boards are facts; in hands, only those outside the hand are impossible."""
    found: list[tuple[Event, str, int]] = []
    for _, event, _table in story.walk():
        if event.kind != "transferedCard" or event.args.get("age") is None:
            continue
        args = event.args
        if args["location_from"] == "deck":
            found.append((event, "position_from", rng.choice([-1, 1])))
        elif args["location_from"] in ("hand", "score"):
            found.append((event, "position_from", 12))
        if args["location_to"] in ("board", "hand", "score"):
            found.append((event, "position_to", 1))
    if not found:
        return None
    event, key, by = rng.choice(found)
    story.edit(event, **{key: _shifted(event.args[key], by)})
    return (event.move,)


@operator("transfer deleted")
def transfer_deleted(story: Story, rng: Random) -> Moves | None:
    """A card that leaves a board or moves onto one can't be forgotten: the next fact about the pile tells.

    Only melds by action and transfers between players; whatever a player may decline could have been declined.
    """
    found = [
        event
        for event in story.events
        if event.kind == "transferedCard" and (_is(event, "hand", "board") and story.is_action(event.move))
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


__all__ = ["OPERATORS", "WHOLE", "Table"]
