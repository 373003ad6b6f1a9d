"""Damage to proofs, and to what a log tells, that a checker must refuse.

Every damaged proof is sealed anew: that a seal is broken is easy to see, and whoever forges a proof makes a new one. So
each is refused because it does not prove anything, and not because it was touched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

from innolog import log as told
from innolog.cards.facts import is_city_icon
from innolog.log import At, Check, GameLog, Place
from innolog.proving.proof import seal_of

#: Changes a proof in place. False if the proof has nothing that could be damaged so.
Damage = Callable[[dict[str, Any], Random], bool]


def _digest(row: dict[str, Any], random: Random) -> bool:
    """One digit of a digest is another one."""
    action = random.choice([action for action in row["actions"] if action[1]])
    place = random.randrange(len(action[1]))
    other = random.choice([digit for digit in "0123456789abcdef" if digit != action[1][place]])
    action[1] = action[1][:place] + other + action[1][place + 1 :]
    return True


def _digests_exchanged(row: dict[str, Any], random: Random) -> bool:
    """Two actions have the digest of each other."""
    one, other = random.sample(row["actions"], 2)
    one[1], other[1] = other[1], one[1]
    return bool(one[1] != other[1])


def _no_digest(row: dict[str, Any], random: Random) -> bool:
    """An action has no digest, as if the log ended within it."""
    random.choice(row["actions"])[1] = None
    return True


def _decisions(row: dict[str, Any]) -> range:
    """The lines of the game that are decisions."""
    return range(1, len(row["game"]) - 1)


def _action_of(row: dict[str, Any], line: int) -> int:
    """The action to which a decision belongs."""
    for number, (decisions, _) in enumerate(row["actions"]):
        line -= decisions
        if line <= 0:
            return number
    raise AssertionError("a decision of no action")


def _answer(row: dict[str, Any], random: Random) -> bool:
    """The answer to a choice is that to another choice of the kind, or none.

    A value that is named may have no consequence, and then another one is as true.
    """
    line = row["game"][
        random.choice([n for n in _decisions(row) if row["game"][n]["choice"] not in ("nature", "value")])
    ]
    others = [other["answer"] for other in row["game"][1:-1] if other["choice"] == line["choice"]]
    others = [other for other in (*others, None) if other != line["answer"]]
    line["answer"] = random.choice(others)
    return True


def _decider(row: dict[str, Any], random: Random) -> bool:
    """Another player decides."""
    line = row["game"][random.choice(_decisions(row))]
    line["player"] = (line["player"] + 1) % len(row["game"][0]["players"])
    return True


def _kind(row: dict[str, Any], random: Random) -> bool:
    """A choice is one of another kind."""
    line = row["game"][random.choice(_decisions(row))]
    line["choice"] = random.choice([kind for kind in ("card", "color", "yes or no", "value") if kind != line["choice"]])
    return True


def _decision_left_out(row: dict[str, Any], random: Random) -> bool:
    line = random.choice(_decisions(row))
    row["actions"][_action_of(row, line)][0] -= 1
    del row["game"][line]
    return True


def _decision_doubled(row: dict[str, Any], random: Random) -> bool:
    line = random.choice(_decisions(row))
    row["actions"][_action_of(row, line)][0] += 1
    row["game"].insert(line, deepcopy(row["game"][line]))
    return True


def _lines_of(row: dict[str, Any], action: int) -> tuple[int, int]:
    first = 1 + sum(decisions for decisions, _ in row["actions"][:action])
    return first, first + row["actions"][action][0]


def _action_left_out(row: dict[str, Any], random: Random) -> bool:
    action = random.randrange(len(row["actions"]))
    first, last = _lines_of(row, action)
    del row["game"][first:last], row["actions"][action]
    return True


def _action_doubled(row: dict[str, Any], random: Random) -> bool:
    action = random.randrange(len(row["actions"]))
    first, last = _lines_of(row, action)
    row["game"][last:last] = deepcopy(row["game"][first:last])
    row["actions"].insert(action, list(row["actions"][action]))
    return True


def _borders_moved(row: dict[str, Any], random: Random) -> bool:
    """The last decision of an action is the first of the next one."""
    action = random.randrange(len(row["actions"]) - 1)
    if not row["actions"][action][0]:
        return False
    row["actions"][action][0] -= 1
    row["actions"][action + 1][0] += 1
    return True


def _known(cards: list[int]) -> list[int]:
    return [place for place, card in enumerate(cards) if card < 2000]


def _cards_exchanged(row: dict[str, Any], random: Random) -> bool:
    """Two cards of one supply pile, both seen in the log, lie in the place of each other."""
    decks = [cards for cards in row["game"][0]["setup"]["decks"].values() if len(_known(cards)) > 1]
    if not decks:
        return False
    deck = random.choice(decks)
    one, other = random.sample(_known(deck), 2)
    deck[one], deck[other] = deck[other], deck[one]
    return True


def _card_from_elsewhere(row: dict[str, Any], random: Random) -> bool:
    """A card in a hand changes places with one of a supply pile."""
    setup = row["game"][0]["setup"]
    hand, deck = random.choice(setup["hands"]), random.choice([deck for deck in setup["decks"].values() if deck])
    card, place = random.randrange(len(hand)), random.randrange(len(deck))
    if hand[card] >= 2000 and deck[place] >= 2000:
        return False
    hand[card], deck[place] = deck[place], hand[card]
    return True


def _card_hidden(row: dict[str, Any], random: Random) -> bool:
    """The proof does not know a card that the log shows."""
    setup = row["game"][0]["setup"]
    name, deck = random.choice([(name, deck) for name, deck in setup["decks"].items() if _known(deck)])
    card_set, age = name.split()
    setup["unknown"].append({"id": 2000 + len(setup["unknown"]), "set": card_set, "age": int(age)})
    deck[random.choice(_known(deck))] = setup["unknown"][-1]["id"]
    return True


def _card_twice(row: dict[str, Any], random: Random) -> bool:
    deck = random.choice([deck for deck in row["game"][0]["setup"]["decks"].values() if len(deck) > 1])
    one, other = random.sample(range(len(deck)), 2)
    deck[one] = deck[other]
    return True


def _achievement(row: dict[str, Any], random: Random) -> bool:
    """An achievement is missing."""
    achievements = row["game"][0]["setup"][random.choice(["achievements", "specials"])]
    del achievements[random.randrange(len(achievements))]
    return True


def _assumption(row: dict[str, Any], random: Random) -> bool:
    """One assumption more or less is counted."""
    row["assumptions"] += random.choice((-1, 1)) if row["assumptions"] else 1
    return True


def _assumed_face(row: dict[str, Any], random: Random) -> bool:
    """A hidden card can only be one that lies elsewhere."""
    setup = row["game"][0]["setup"]
    if not setup["unknown"]:
        return False
    known = [card for deck in setup["decks"].values() for card in deck if card < 2000]
    random.choice(setup["unknown"])["faces"] = [random.choice(known)]
    return True


def _nature(row: dict[str, Any], random: Random) -> bool:
    """An assumption about a hidden card is left out."""
    lines = [n for n in _decisions(row) if row["game"][n]["choice"] == "nature"]
    if not lines:
        return False
    line = random.choice(lines)
    row["actions"][_action_of(row, line)][0] -= 1
    del row["game"][line]
    return True


def _rules(row: dict[str, Any], random: Random) -> bool:
    """The game is one of other rules."""
    rules = row["game"][0]["rules"]
    if random.random() < 0.5:
        others = sorted({"artifacts", "cities", "echoes"}.difference(rules["sets"]))
        if not others or rules["edition"] != "third":
            return False
        rules["sets"] = sorted([*rules["sets"], random.choice(others)])
    else:
        rules["players"] += 1 if rules["players"] == 2 else -1
    return True


def _end(row: dict[str, Any], random: Random) -> bool:
    """The game ends otherwise."""
    end = row["game"][-1]
    if random.random() < 0.5:
        end["winners"] = [seat for seat in range(len(row["game"][0]["players"])) if seat not in end["winners"]]
    else:
        end["end"] = random.choice([how for how in ("achievements", "score", "dogma", None) if how != end["end"]])
    return True


def _verdict(row: dict[str, Any], random: Random) -> bool:
    row["verdict"] = random.choice([each for each in ("legal", "legal_so_far", "illegal") if each != row["verdict"]])
    return True


def _names(row: dict[str, Any], random: Random) -> bool:
    """Two players sit at the place of each other."""
    one, other = random.sample(row["game"][0]["players"], 2)
    for key in ("id", "name"):
        one[key], other[key] = other[key], one[key]
    return True


def _log(row: dict[str, Any], random: Random) -> bool:
    """The proof is about another log."""
    row["log"] = f"{random.getrandbits(128):032x}"
    return True


def _statements(row: dict[str, Any], random: Random) -> bool:
    row["statements"] += random.choice((-1, 1))
    return True


#: All kinds of damage to a proof.
DAMAGES: tuple[Damage, ...] = (
    _digest, _digests_exchanged, _no_digest, _answer, _decider, _kind, _decision_left_out, _decision_doubled,
    _action_left_out, _action_doubled, _borders_moved, _cards_exchanged, _card_from_elsewhere, _card_hidden,
    _card_twice, _achievement, _assumption, _assumed_face, _nature, _rules, _end, _verdict, _names, _log, _statements,
)  # fmt: skip


def damaged(line: str, damage: Damage, random: Random) -> bytes | None:
    """A proof with damage, sealed anew; None if it has nothing that could be damaged so."""
    row = json.loads(line)
    if not damage(row, random):
        return None
    row.pop("seal")
    return json.dumps(row | {"seal": seal_of(row)}).encode()


# --- what the log tells -----------------------------------------------------------------------------------------------

#: Fields of which the checker compares every value that is recorded, with how to change one.
_NUMBERS = (
    "card", "from_owner", "to_owner", "from_position", "to_position", "player", "number", "age_to_draw", "count",
    "owner", "color", "direction", "score", "highest_top", "tucked", "scored", "icon", "achievements",
)  # fmt: skip


_SOFT = (told.Asked, told.Passed, told.Agreed, told.Named, told.Revealed, told.FirstPlayer)


def changed(log: GameLog, random: Random) -> tuple[GameLog, str] | None:
    """A log with one statement that is changed, left out or doubled, and what was done; None if that says nothing."""
    index = random.randrange(len(log.observations))
    observation = log.observations[index]
    observations = list(log.observations)
    how = random.choice(("changed", "changed", "changed", "left out", "doubled"))
    if isinstance(observation, _SOFT):
        # That a message about a choice is missing, or comes twice, is seen by the search alone.
        how = "changed"
    if how == "left out":
        del observations[index]
    elif how == "doubled":
        observations.insert(index, observation)
    else:
        other = _changed(observation, random)
        if other is None:
            return None
        observations[index], how = other
    return replace(log, observations=observations), f"{how}: {observation}"


def _changed(observation: Any, random: Random) -> tuple[Any, str] | None:
    fields = list(_changes(observation, random))
    if not fields:
        return None
    name, value = random.choice(fields)
    return _with(observation, name, value), f"{name} is {value}"


def _changes(observation: Any, random: Random) -> Iterator[tuple[str, Any]]:
    """What could be another value of each field that says something."""
    if isinstance(observation, told.Revealed):
        yield "cards", observation.cards[1:] or (1,)
        return
    if isinstance(observation, _SOFT) and not isinstance(observation, told.Agreed | told.Named | told.FirstPlayer):
        # Whoever carries out an effect, or was asked in it, can pass there.
        return
    for name in observation.__match_args__:
        value = getattr(observation, name)
        if value is None or value == () or isinstance(value, At) or not _tells(observation, name):
            continue
        if isinstance(value, bool):
            yield name, not value
        elif isinstance(value, Place):
            yield name, random.choice([place for place in Place if place is not value])
        elif name in _NUMBERS and isinstance(value, int):
            yield name, value + random.choice((1, 2, 3))
        elif name in ("value", "seat"):
            yield name, value + 1
        elif name == "colors":
            yield name, ((value[0] + 1) % 5, *value[1:])
        elif name == "checks":
            place = random.randrange(len(value))
            if others := [*_checks(value[place])]:
                yield name, (*value[:place], random.choice(others), *value[place + 1 :])
        elif name == "claimable":
            yield name, (*value, 9) if 9 not in value else tuple(age for age in value if age != 9)


def _checks(check: Check) -> Iterator[Check]:
    for name in ("score", "highest_top", "tucked", "scored"):
        if (value := getattr(check, name)) is not None:
            yield _with(check, name, value + 1)
    if check.icons:
        yield _with(check, "icons", (check.icons[0] + 1, *check.icons[1:]))


def _tells(observation: Any, name: str) -> bool:
    """Whether a field says something that the rules settle. Of the others, :mod:`innolog.proving` says why not."""
    if isinstance(observation, told.Transfer):
        common = {Place.ACHIEVEMENTS, Place.JUNK}
        if name == "meld":
            return observation.from_place is not Place.DECK
        if name in ("from_position", "to_position"):
            place = getattr(observation, name.replace("position", "place"))
            return place is not Place.REMOVED and not (observation.age is None and place in common)
        if name == "bottom":
            return observation.to_place is not Place.RELICS
        if name == "card":
            # Which of the flags or fountains of a color it is makes no difference.
            return observation.card is None or not is_city_icon(observation.card)
        if name == "relic":
            # Of a special achievement, the reader compares it with what is printed.
            return observation.age is not None
    # Whoever has to draw above the last age ends the game, however far above it is.
    return name != "age_to_draw" or observation.age_to_draw < 11


def _with(statement: Any, name: str, value: Any) -> Any:
    """A copy of a statement with another value. Some of these classes are compiled, so this is no ``replace``."""
    fields = {each: getattr(statement, each) for each in statement.__match_args__}
    return type(statement)(**fields | {name: value})
