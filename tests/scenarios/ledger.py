"""Why the other engine departs from the rules: by cause, so that scenarios and games yet unseen are judged by it, too.

The entries stand in ``tests/playthroughs/disagreements.toml``, whose head says what they can ask for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from innolog.cards.facts import SLOTS, Color, Icon, card_table
from innolog.engine.ruleset import Edition, Platform, Ruleset
from tests.playthroughs.reading import SPECIALS
from tests.scenarios.names import Mismatch
from tests.scenarios.player import play
from tests.scenarios.reading import Scenario

with (Path(__file__).parents[1] / "playthroughs" / "disagreements.toml").open("rb") as _file:
    _tables: dict[str, list[dict[str, Any]]] = tomllib.load(_file)
LEDGER = _tables["disagreement"]
#: What the other engine has in corners of cards, where the print has something else.
FACES: dict[str, dict[str, Any]] = {face["card"]: face for face in _tables["face"]}


@contextmanager
def faces_of_the_other_engine(edition: Edition) -> Iterator[None]:
    """Let the cards show what they show in the other engine, so that all that follows from it can be compared."""
    table = Ruleset(edition, platform=Platform.TABLE).table
    printed = [
        card
        for card in table.cards.values()
        if FACES.get(card.name, {}).get("edition", "third") == edition.value and card.name in FACES
    ]
    for card in printed:
        face = FACES[card.name]
        slots = tuple([face["slots"].get(slot, old) for slot, old in zip(SLOTS, card.slots, strict=True)])
        icon = Icon[face["featured_icon"].upper()] if "featured_icon" in face else card.featured_icon
        table._add(card._replace(slots=slots, featured_icon=icon))
    try:
        yield
    finally:
        for card in printed:
            table._add(card)


def differing(mismatch: str) -> set[str]:
    """The kinds of actions that one engine allows alone."""
    if not mismatch.startswith("legal actions"):
        return set()
    ours, theirs = (set(re.findall(r"\('(\w+)', '([^']*)'\)", part)) for part in mismatch.split(", theirs "))
    return {kind for kind, _ in ours ^ theirs}


def _traits(scenario: Scenario) -> set[str]:
    """What happened in an action that a rule is about which the other engine plays otherwise."""
    data, found = scenario.data, set()
    teams = dict(zip(data["players"], data["teams"], strict=True)) if data.get("teams") else {}
    together = len(set(teams.values())) < len(teams)
    leader = data["before"]["turn"]["current"]
    shared = [event for event in data.get("played", ()) if (event.get("detail") or {}).get("mode") == "share"]
    activated = ""
    sharers = {event["player"] for event in shared}
    changed = any(event["player"] in sharers and event["kind"] in ("move", "splay") for event in data.get("played", ()))
    for event in data.get("played", ()):
        detail = event.get("detail") or {}
        if event["kind"] == "effect_start":
            activated = activated or event["card"]
            if detail["depth"]:
                found.add("nested")
            if detail["depth"] > 1 or (detail["depth"] and event["card"] == activated):
                found.add("chained")
        if detail.get("verb") == "dig":
            found.add("dug")
        if together and detail.get("mode") == "demand" and teams[event["player"]] == teams[leader]:
            found.add("demand on a team-mate")
        if detail.get("note") == "share_bonus" and not changed:
            found.add("bonus for no change")
        if detail.get("verb") == "achieve" and event["card"] in SPECIALS:
            found.add("special achievement")
    if "nested" in found and _is_nested_under_echoes(data):
        found.add("nested under echoes")
    if len(data["players"]) > 2:
        found.add("more than two players")
    if data["result"]:
        found.add(f"won by {data['result']['how']}")
    return found | ({"teams"} if together else set())


def _is_nested_under_echoes(data: dict[str, Any]) -> bool:
    """Whether a card was executed by another one while its color on the player's board showed an echo effect."""
    boards = {
        (name, color): [list(pile["cards"]), pile["splay"]]
        for name, player in data["before"]["players"].items()
        for color, pile in player["board"].items()
    }
    for event in data["played"]:
        for end in ("from", "to"):
            place = event.get(end) or {}
            if place.get("zone") != "board":
                continue
            pile = boards.setdefault((place["owner"], place["color"]), [[], "none"])
            if event["kind"] == "splay":
                pile[1] = place["splay"]
            elif event["kind"] == "move" and end == "from":
                pile[0].remove(event["card"])
            elif event["kind"] == "move":
                pile[0].insert(place["index"], event["card"])
        if event["kind"] == "effect_start" and event["detail"]["depth"]:
            color = _COLOR_OF[event["card"]]
            cards, splay = boards.get((event["player"], color), ((), "none"))
            if any("echo" in _shown(card, splay if number else "") for number, card in enumerate(cards)):
                return True
    return False


_TABLE = card_table()
_COLOR_OF = {card.name: Color(card.color).name.lower() for card in _TABLE.cards.values()}
#: What a covered card shows of its corners, by the splay of its pile.
_SHOWN = {"left": (3,), "right": (0, 1), "up": (1, 2, 3), "none": ()}


def _shown(card: str, splay: str) -> list[str]:
    """What a card shows in its corners in a pile with a splay; a top card (without one) shows all."""
    slots = _TABLE.slots[_TABLE.name.index(card)]
    return [slot for place, slot in enumerate(slots) if not splay or place in _SHOWN[splay]]


def differences_of(scenario: Scenario, *readings: str) -> Sequence[str]:
    """How the outcome of an action differs if we play it, with other readings of open questions.

    Raises :class:`NotApplicable` if it needs something that innolog does not have.
    """
    try:
        with faces_of_the_other_engine(scenario.edition):
            play(scenario, frozenset(readings))
    except Mismatch as mismatch:
        return mismatch.differences
    except (LookupError, StopIteration, ValueError) as error:
        return [f"the answers do not fit our questions: {error!r}"]
    return ()


def judged(scenario: Scenario) -> tuple[str | None, str]:
    """Why an action disagrees, and how. None if it agrees, an empty text if the ledger does not explain it.

    An entry that names a reading explains what goes away if the action is played with it.
    """
    differences = differences_of(scenario)
    if not differences:
        return None, ""
    why = known(scenario, differences)
    for entry in [entry for entry in LEDGER if "reads" in entry] if not why else ():
        rest = differences_of(scenario, entry["reads"])
        more = known(scenario, rest) if rest and rest != differences else ""
        if more or not rest:
            why = f"{entry['why']} {more}".strip()
            break
    return why, " | ".join(differences)


def known(scenario: Scenario, differences: Sequence[str]) -> str:
    """Why an action disagrees, if entries of the ledger describe each difference; else an empty text.

    A scenario does not tell which effects ran; its own card counts as one that did.
    """
    data = scenario.data
    events = data.get("played", ())
    cards = {event["card"] for event in events if event["kind"] == "move"}
    cards.update(event["card"] for event in data["events"] if event["t"] == "move")
    for player in data["before"]["players"].values():
        cards.update(card for pile in player["board"].values() for card in pile["cards"])
        cards.update(player["display"])
        cards.update(player["achievements"])
    ran = {event["card"] for event in events if event["kind"] in ("effect_start", "karma_start")}
    ran.add(data.get("card", ""))
    moved = {((event.get("detail") or {}).get("verb"), event["card"]) for event in events if event["kind"] == "move"}
    traits = _traits(scenario)
    fitting = [
        entry
        for entry in LEDGER
        if "reads" not in entry
        and entry.get("edition", "third") == scenario.edition.value
        and (not entry.get("card") or cards & set(entry["card"]))
        and (not entry.get("ran") or ran & set(entry["ran"]))
        and (not entry.get("also") or ran & set(entry["also"]))
        and ("verb" not in entry or any((entry["verb"], card) in moved for card in entry.get("card", cards)))
        and entry.get("trait") in (None, *traits)
    ]
    whys: list[str] = []
    for difference in differences:
        why = next((str(entry["why"]) for entry in fitting if _describes(entry, difference)), "")
        if not why:
            return ""
        whys.append(why)
    return " ".join(dict.fromkeys(whys))


def _describes(entry: dict[str, Any], difference: str) -> bool:
    """Whether an entry is about a difference."""
    if "actions" in entry:
        return differing(difference) == {entry["actions"]}
    return any(words in difference for words in entry.get("words", [""]))
