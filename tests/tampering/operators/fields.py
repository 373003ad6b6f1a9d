"""A forgery of every field that is compared, made of the tables in :mod:`parsers.bga.fields`.

Each changes one field of one notification, in all its copies or in some, and nothing else: no game can have told it so.
What the rules could explain after all is left out, and why is said at each exclusion.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from innolog.cards.facts import card_table
from innolog.cards.generations import USUAL
from parsers.bga import fields_2024
from parsers.bga.fields import ENVELOPE, described
from parsers.bga.notifications import AGE_ACHIEVEMENTS
from parsers.fields import Basis, Field, Kind
from tests.tampering.operators.envelope import ENVELOPE_FIELDS
from tests.tampering.operators.registry import WHOLE, Moves, Operator
from tests.tampering.story import Event, Story, Table

FIELDS: dict[str, Operator] = {}
#: Those that only logs of the newer generation have a place for.
NEWER_FIELDS: set[str] = set()
#: Those of fields that the code of May 2023 no longer wrote.
EARLIER_FIELDS: set[str] = set()

_COLORS = ("blue", "red", "green", "yellow", "purple")
_PLACES = ("deck", "hand", "board", "score", "revealed")
_WORDS: dict[str, tuple[str, ...]] = {
    "color": _COLORS,
    "color_1": _COLORS,
    "color_2": _COLORS,
    "color_3": _COLORS,
    "colored": _COLORS,
    "colored_cards": tuple(f"{color} cards" for color in _COLORS),
    "splay_direction_in_clear": ("left", "right", "up"),
    "achievement_name": AGE_ACHIEVEMENTS,
    "qualified_action": ("a first action", "a second action"),
    "qualified_effect": ("I demand effect", "non-demand effect", "echo effect"),
    "action": ("melds", "tucks", "scores", "returns", "transfers"),
    "location": ("hand", "score pile"),
    "age_10": ("8", "9"),
    "end_of_game_type": ("achievements", "score", "dogma"),
    # Of words that are not English, any may announce the bonus.
    "text": ("It draws no bonus.", "It passes."),
    "icon": tuple(f"<span class='square N icon_{icon}'></span>" for icon in range(1, 7)),
    "age": tuple(f"<span class='square N age'>{age}</span>" for age in range(1, 11)),
}
#: Several colors in one message.
_DIFFERENT = ("color_1", "color_2", "color_3")
#: How many values there are of what has few.
_RANGES = {"splay_direction": 4, "color": 5, "type": 4}
_NAMES_OF_PLAYERS = frozenset({"player_name", "opponent_name", "target_player_name", "player_choice"})
#: Which side of a game is a team's shows in all that players do, so nothing tells it at the place of the statement.
#: What only the starting player is sent is no copy that a story pairs.
_LEFT_OUT = frozenset({"state 2: team_game", "gameStateChange: id", "initialCardChosen: english_name"})


def _explained(kind: str, name: str, event: Event, story: Story) -> bool:
    """Whether a change of the field could be true, or states nothing there."""
    args: dict[str, Any] = event.args
    if kind.startswith("transferedCard"):
        special = args.get("age") is None
        if name in ("position_from", "position_to", "position"):
            # Special achievements, flags and fountains that nobody has lie face up, numbered as the site likes.
            side = "from" if name == "position_from" else "to"
            return special and str(args[f"owner_{side}"]) == "0"
        if name == "meld_keyword":
            # The site forgets it where a card is drawn and melded, and where it adds nothing it is null.
            return bool(args["location_from"] == "deck")
        if name == "bottom_to":
            return bool(args["location_to"] == "relics")
        if name == "bottom_from":
            # A pile of one card has but one end.
            return bool(args["location_from"] == "deck") and str(args["position_from"]) == "0"
        if name in ("color", "type", "is_relic", "name"):
            return special
    elif kind == "log":
        template = event.template
        if name in ("age", "color", "color_1", "color_2", "color_3", "player_choice"):
            # Nor what becomes of all cards of a value, of which there may be none.
            return not template.startswith("${player_name} chooses") or " transfer " in template
        if name == "n":
            # A number may be named freely: one that is not that of the cards revealed (Mona Lisa) leads to the same.
            return not template.startswith("END OF GAME BY ACHIEVEMENTS")
        if name == "location":
            # A player can have cards in neither place.
            return any(other is event and _has_neither(table, story, event) for _, other, table in story.walk())
        if name == "icon":
            return "ressource_count" not in args
        if name == "name":
            # A card of the same age that nobody saw may have been the achievement.
            return "id" not in args
        if name == "player_name":
            return not {"ressource_count", "qualified_effect", "english_name"} & args.keys()
    elif name.startswith("card_") and kind.startswith("state "):
        return not _is_forced(name, event, story)
    elif name.startswith("ref_player_"):
        # Of cards that execute others, the site writes who executes them now.
        return f"ref_player_{int(name.removeprefix('ref_player_')) + 1}" in event.inner
    elif kind in ("state 13", "state 16", "state 19"):
        return not _answered(name, event, story)
    elif kind == "gameStateChange" and name == "active_player":
        return event.state not in (4, 13, 15)
    elif kind == "logWithCardTooltips" and name == "player_name":
        return "icon" not in args
    return False


def _index(event: Event, story: Story) -> int:
    # Events that are equal may stand at several places.
    return next(number for number, other in enumerate(story.events) if other is event)


def _is_forced(name: str, event: Event, story: Story) -> bool:
    """Whether a card among those that are being executed is the last one, or was listed in the state before."""
    number = int(name.removeprefix("card_"))
    if f"card_{number + 1}" not in event.inner:
        return event.state == 8
    before = story.events[: _index(event, story)]
    last = next((other for other in reversed(before) if other.state in (4, 8, 13) and other.inner), None)
    return last is not None and f"card_{number + 1}" in last.inner


def _answered(name: str, event: Event, story: Story) -> bool:
    """Whether what comes next says that the player chose what the field of a question offers."""
    later = story.events[_index(event, story) + 1 :]
    kinds = ("transferedCard", "splayedPile", "rearrangedPile", "log", "logWithCardTooltips")
    following = next((other for other in later if other.kind in kinds and "player_name" in other.args), None)
    if following is None:
        return False
    args, template = following.args, following.template
    if name == "can_pass":
        return template == "${player_name} passes." and event.inner[name] is True
    if name in ("splay_direction", "splayable_colors"):
        return following.kind == "splayedPile" and bool(event.inner.get("splayable_colors"))
    if name == "options":
        kind = event.inner.get("special_type_of_choice")
        return (kind, template) in (
            (3, "${player_name} chooses the value ${age}."),
            (4, "${player_name} chooses ${color}."),
            (10, "${player_name} chooses the player ${player_choice}."),
        )
    if name == "max_age_to_promote":
        return args.get("location_from") == "forecast"
    place = {"can_seize_to_hand": "hand", "can_seize_to_achievements": "achievements"}.get(name)
    return place is not None and args.get("location_from") == "relics" and args.get("location_to") == place


def _has_neither(table: Table, story: Story, event: Event) -> bool:
    """Whether the player whom a message names has cards neither in hand nor in the score pile."""
    player = next(player for player, name in story.names.items() if name == event.args["player_name"])
    held = sum(count for (owner, _, _), count in table.hands.items() if owner == player)
    return not held and not table.scored[player]


def _other(value: Any, name: str, field: Field, story: Story, rng: Random) -> Any:
    """Another value of the kind, in the JSON type of the true one; None where there is none."""
    if name == "max_age_to_promote":
        return type(value)(0)
    if name == "options":
        return [{**option, "value": 77} for option in value]
    if name == "splayable_colors":
        return [8]
    if name == "messages":
        partners = list(value.values())
        return dict(zip(value, (partners[1], partners[0], *partners[2:]), strict=True))
    if field.kind is Kind.NUMBER:
        by = 12 if name.startswith("position") else rng.choice([1, 2])
        text = str(value)
        if name in _RANGES and text.isdecimal():
            # What innolog does not know is no forgery but unsupported.
            return type(value)((int(text) + 1) % _RANGES[name])
        return type(value)(int(text) + by) if re.fullmatch(r"-?\d+", text) else None
    if field.kind is Kind.FLAG:
        return {"0": "1", "1": "0"}[value] if isinstance(value, str) else type(value)(not value)
    if field.kind is Kind.PLAYER:
        other = rng.choice([player for player in story.players if player != str(value)])
        return int(other) if isinstance(value, int) else other
    if field.kind is Kind.PLACE:
        return rng.choice([place for place in _PLACES if place != value])
    if field.kind is Kind.NAME and name in _NAMES_OF_PLAYERS:
        return rng.choice([other for other in story.names.values() if other not in value])
    if name in _SOMEWHERE:
        return _elsewhere(value, name, rng)
    if field.kind in (Kind.NAME, Kind.MESSAGE) and isinstance(value, str):
        return rng.choice([card.name for card in story.facts.cards.values() if card.name != value])
    if field.kind is Kind.MESSAGE:
        return _renamed(value, rng)
    if field.kind in (Kind.WORD, Kind.COLOR):
        return rng.choice([word for word in _WORDS[name] if word.removesuffix("s") not in str(value)])
    if field.kind is Kind.COUNTS:
        return _recounted(value, rng)
    if field.kind is Kind.CARDS:
        return _with_other_cards(value, rng)
    return _reworded(value, name)


def _elsewhere(value: Any, name: str, rng: Random) -> Any:
    """Another place in words, which may stand alone or in a message of its own."""
    if isinstance(value, dict):
        return {**value, "log": _elsewhere(value["log"], name, rng)}
    return rng.choice([place for place in _SOMEWHERE[name] if place.split()[-1] not in value])


#: Places in words: where a card comes from and where it goes.
_SOMEWHERE = {
    "from_somewhere": (" from his hand", " from his score pile", " from his board"),
    "to_somewhere": (" to his hand", " to his score pile", " to his board"),
}


def _renamed(value: Any, rng: Random) -> Any:
    names = value.get("args")
    key = rng.choice([key for key in names if key.startswith("name_")])
    other = rng.choice([card.name for card in card_table().cards.values() if card.name != names[key]])
    markup = re.sub(r"card_id_\d+", "card_id_104", value["log"]) if "card_id_104" not in value["log"] else value["log"]
    return {**value, "log": markup, "args": {**names, key: other}}


def _recounted(value: Any, rng: Random) -> Any:
    """One number in it, however deep, is one more."""
    if isinstance(value, dict):
        if "permutations_done" in value:
            return {**value, "color": str((int(value["color"]) + 1) % 5)}
        key = rng.choice(list(value))
        return {**value, key: _recounted(value[key], rng)}
    return type(value)(int(value) + 1)


def _with_other_cards(value: Any, rng: Random) -> Any:
    """Of ids, ages, rows or a hand: one is another, or there is one more."""
    if isinstance(value, dict):
        melds = value.get("meld_info")
        if not isinstance(melds, dict) or not melds:
            return None
        cards = dict(melds)
        cards.pop(rng.choice(list(cards)))
        return {**value, "meld_info": cards}
    if value and isinstance(value[0], dict):
        return value[1:]
    if not value:
        return [9]
    number = rng.randrange(len(value))
    own = {str(one) for one in value}
    other = rng.choice([card for card in range(105) if str(card) not in own])
    return [*value[:number], type(value[number])(other if other > 10 else other + 11), *value[number + 1 :]]


def _reworded(value: Any, name: str) -> Any:
    if name == "log":
        swapped = re.sub(r"\b(meld|tuck|return|reveal|transfer|draw)(s?)\b", lambda m: _SWAPS[m[1]] + m[2], value)
        return swapped if swapped != value else None
    return re.sub(r"(type_|card_id_|#item_)(\d+)", lambda m: f"{m[1]}{(int(m[2]) + 1) % 105}", value, count=1)


_SWAPS = {"meld": "tuck", "tuck": "meld", "return": "score", "reveal": "meld", "transfer": "score", "draw": "meld"}


def _holders(kind: str, event: Event, story: Story) -> list[dict[str, Any]]:
    """The arguments that this forger changes, in one place or in all."""
    if not kind.startswith("state "):
        return [item["args"] for _, item in story.touched(event) if isinstance(item["args"], dict)]
    copies = [item["args"]["args"] for _, item in (event.public, *event.private)]
    return [inner for inner in copies if isinstance(inner, dict)]


def _of(kind: str, name: str, field: Field, newer: bool | None) -> Operator:
    state = int(kind.removeprefix("state ")) if kind.startswith("state ") else None

    def forge(story: Story, rng: Random) -> Moves | None:
        if newer is not None and story.newer is not newer:
            return None
        found: list[tuple[Event, list[dict[str, Any]]]] = []
        for event in story.events:
            if (event.state != state) if state is not None else event.kind != kind:
                continue
            holders = [args for args in _holders(kind, event, story) if args.get(name) is not None]
            if holders and not _explained(kind, name, event, story):
                found.append((event, holders))
        rng.shuffle(found)
        for event, holders in found:
            if name in _DIFFERENT:
                # A color that shows nowhere may have been named as well, but nobody can name one twice.
                other = next(holders[0][each] for each in _DIFFERENT if each != name and each in holders[0])
            else:
                other = _other(holders[0][name], name, field, story, rng)
            if other is None or other == holders[0][name]:
                continue
            for args in holders:
                args[name] = other
            # A state that waits for somebody belongs to what that player does next.
            return (event.move, event.move + 1) if state in (13, 16, 19) or kind == "gameStateChange" else (event.move,)
        return None

    return forge


def _register() -> None:
    """A forgery of each field; of a field on which the generations differ, in the logs of one of them."""
    differing = {(kind, name): field for kind, name, field in fields_2024.described()}
    for kind, name, of_older in described():
        # What surrounds the notifications has forgeries that are written by hand.
        if kind not in ENVELOPE:
            _add(f"{kind}: {name}", kind, name, of_older, False if (kind, name) in differing else None)
    for (kind, name), field in differing.items():
        _add(f"newer {kind}: {name}", kind, name, field, True)
    FIELDS.update(ENVELOPE_FIELDS)
    WHOLE.update(ENVELOPE_FIELDS)


def _add(label: str, kind: str, name: str, field: Field, newer: bool | None) -> None:
    if field.basis is Basis.EXPLAINS or label.removeprefix("newer ") in _LEFT_OUT:
        return
    FIELDS[label] = _of(kind, name, field, newer)
    if newer:
        NEWER_FIELDS.add(label)
    elif field.until < USUAL:
        EARLIER_FIELDS.add(label)
    if kind.startswith("state ") or kind == "gameStateChange":
        WHOLE.add(label)


_register()
