"""Why the other engine departs from the rules: by cause, so that scenarios and games yet unseen are judged by it, too.

The entries stand in ``tests/playthroughs/disagreements.toml``, whose head says what they can ask for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from innolog.cards.facts import SLOTS, Icon
from innolog.engine.ruleset import Edition, Platform, Ruleset
from tests.playthroughs.reading import SPECIALS
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
    sharers = {event["player"] for event in shared}
    changed = any(event["player"] in sharers and event["kind"] in ("move", "splay") for event in data.get("played", ()))
    for event in data.get("played", ()):
        detail = event.get("detail") or {}
        if event["kind"] == "effect_start" and detail["depth"]:
            found.add("nested")
        if together and detail.get("mode") == "demand" and teams[event["player"]] == teams[leader]:
            found.add("demand on a team-mate")
        if detail.get("note") == "share_bonus" and not changed:
            found.add("bonus for no change")
        if detail.get("verb") == "achieve" and event["card"] in SPECIALS:
            found.add("special achievement")
    if len(data["players"]) > 2:
        found.add("more than two players")
    if data["result"]:
        found.add(f"won by {data['result']['how']}")
    return found | ({"teams"} if together else set())


def known(scenario: Scenario, mismatch: str) -> str:
    """Why an action disagrees, if an entry of the ledger describes it; else an empty text.

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
    verbs = {(event.get("detail") or {}).get("verb") for event in events}
    traits = _traits(scenario)
    for entry in LEDGER:
        if (
            entry.get("edition", "third") == scenario.edition.value
            and (not entry.get("card") or cards & set(entry["card"]))
            and (not entry.get("ran") or ran & set(entry["ran"]))
            and entry.get("verb") in (None, *verbs)
            and entry.get("trait") in (None, *traits)
            and ("actions" not in entry or differing(mismatch) == {entry["actions"]})
            and any(words in mismatch for words in entry.get("words", [""]))
        ):
            return str(entry["why"])
    return ""
