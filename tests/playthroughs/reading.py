"""Reads recorded games of another engine, each action as a scenario: a position, its answers, the position afterwards.

A game's README describes the fields. The events keep the order of every pile, which the recorded states leave out.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from innolog.cards.facts import Color
from innolog.engine.ruleset import Edition
from tests.scenarios.reading import Scenario

_COLORS = {color.name.lower() for color in Color}
_ZONES = {"artifact": "display", "exile": "removed", "available_achievements": "achievements"}
_DECREES = {"Advancement", "Expansion", "Rivalry", "Trade", "War"}
_ICONS = {"coin": "crown", "c": "crown", "f": "factory", "i": "clock", "k": "castle", "l": "leaf", "s": "lightbulb"}
_DISPLAY = ("artifact_dogma", "artifact_return", "artifact_skip")


class _Table:
    """The places of all cards, by name; of every list, the first is on top or came first."""

    def __init__(self, game: dict[str, Any]) -> None:
        setup = game["setup"]
        self.names: list[str] = game["players"]
        self.decks = {
            name: {age: [_name(card) for card in cards] for age, cards in ages.items()}
            for name, ages in setup["decks"].items()
        }
        self.available = [_name(card) for card in setup["achievements"]]
        self.available += [_name(card) for card in setup["special_achievements"]]
        self.relics = [_name(card) for card in setup.get("relics") or ()]
        self.removed: list[str] = []
        self.junk: list[str] = []
        self.players: dict[str, dict[str, Any]] = {}
        for name in self.names:
            zones: dict[str, Any] = {zone: [] for zone in ("hand", "score", "forecast", "achievements", "display")}
            zones["hand"] = [_name(card) for card in setup["hands"][name]]
            zones["board"] = {color: {"cards": [], "splay": "none"} for color in _COLORS}
            self.players[name] = zones

    def apply(self, event: dict[str, Any]) -> None:
        """Follow one event."""
        if event["kind"] == "move":
            card = event["card"]
            self._list(event["from"], card).remove(card)
            to = event["to"]
            found = self._list(to, card)
            found.insert(min(to.get("index") or 0, len(found)), card)
        elif event["kind"] == "splay":
            to = event["to"]
            self.players[to["owner"]]["board"][to["color"]]["splay"] = to["splay"]
        elif event["kind"] == "reorder":
            _, name, age = event["detail"]["zone"].split(".")
            self.decks[name][age][:] = event["detail"]["after"]

    def _list(self, place: dict[str, Any], card: str) -> list[str]:
        zone = _ZONES.get(place["zone"], place["zone"])
        owner = place["owner"]
        if owner is None:
            if zone == "deck":
                return self.decks[place["set"]].setdefault(str(place["age"]), [])
            if zone == "removed":
                return self.removed
            if zone == "junk":
                return self.junk
            return self.relics if card in self.relics or card in _RELICS else self.available
        found: list[str] = (
            self.players[owner]["board"][place["color"]]["cards"] if zone == "board" else self.players[owner][zone]
        )
        return found

    def state(self, counted: dict[str, Any]) -> dict[str, Any]:
        """The table as a scenario has it, with what the game has counted in it."""
        players = deepcopy(self.players)
        for name, zones in players.items():
            theirs = counted["players"][name]
            zones.update(
                score_total=theirs["score_points"],
                icons=theirs["icons"],
                achievement_count=theirs["achievement_count"],
            )
        special = {card for card in self.available if card in SPECIALS}
        return {
            "decks": deepcopy(self.decks),
            "achievements": {
                "standard": [card for card in self.available if card not in special | _DECREES],
                "special": [card for card in self.available if card in special],
                "decrees": [card for card in self.available if card in _DECREES],
                "relics": list(self.relics),
            },
            "removed": list(self.removed),
            "junk": list(self.junk),
            "players": players,
        }


_RELICS = {"Timbuktu", "Complex Numbers", "Newton-Wickins Telescope", "Ching Shih", "Safety Pin"}
#: The special achievements.
SPECIALS = {
    *("Empire", "Monument", "Wonder", "World", "Universe"),
    *("Legend", "Repute", "Fame", "Glory", "Victory"),
    *("Wealth", "Destiny", "Heritage", "History", "Supremacy"),
}


def _name(card: str | dict[str, Any]) -> str:
    return card if isinstance(card, str) else str(card["card"])


def actions_of(path: Path) -> Iterator[Scenario]:
    """The actions of a recorded game; the key is folder/seed/number."""
    with gzip.open(path) as file:
        game = json.load(file)
    edition = Edition(game["ruleset"]["edition"])
    table = _Table(game)
    names, events, states = game["players"], game["events"], game["states"]
    counts: dict[str, dict[str, int]] = {}
    turn, marks = -1, {"endorsed": False, "inspired": False}
    green: set[str] = set()
    done = 0
    for action, after in zip(game["actions"], [*game["actions"][1:], None], strict=True):
        while done < action["first_event"]:
            table.apply(events[done])
            done += 1
        if action["turn"] != turn:
            turn, marks, green = action["turn"], {"endorsed": False, "inspired": False}, set()
            counts = {kind: dict.fromkeys(names, 0) for kind in ("tucked", "scored")}
        before = table.state(states[action["state"] - 1])
        number = 0 if action["action"] in _DISPLAY else action["action_number"]
        before["turn"] = {
            "current": action["player"],
            "turn_number": action["turn"],
            "action": number,
            **deepcopy(marks),
            **deepcopy(counts),
            "green_tuckers": sorted(green),
        }
        before["achievements_to_win"] = game["ruleset"]["achievements_to_win"]
        played = events[action["first_event"] : action["last_event"] + 1]
        steps = [_step(one, names) for one in _decisions(game, action)]
        told = _told(played, _decisions(game, action))
        for event in played:
            table.apply(event)
            verb = (event.get("detail") or {}).get("verb")
            owner = str((event.get("to") or {}).get("owner"))
            if verb == "tuck":
                counts["tucked"][owner] += 1
                if event["to"]["color"] == "green":
                    green.add(owner)
            elif verb == "score":
                counts["scored"][owner] += 1
        done = max(done, action["last_event"] + 1)
        for kind, mark in (("endorse", "endorsed"), ("inspire", "inspired")):
            marks[mark] |= action["action"] == kind
        if action["action"] == "opening_meld":
            continue
        ended = after is None and game["result"] is not None
        yield Scenario(
            f"{path.parent.name}/{path.name.removesuffix('.json.gz')}/{action['n']}",
            {
                "name": f"action {action['n']}",
                "players": names,
                "sets": game["ruleset"]["sets"],
                "teams": _teams(game, edition),
                "flags": ["whole_game"],
                "before": before,
                "steps": steps,
                "events": told,
                "played": played,
                "after": table.state(states[action["state"]]),
                "result": game["result"] if ended else None,
                "next": None if after is None else [_next(game, after, names)],
            },
            edition,
        )


def _teams(game: dict[str, Any], edition: Edition) -> tuple[int, ...]:
    """The number of each player's team, or nothing where everybody plays alone.

    The other engine has no Parley rules. Four players of the fourth edition are teams of one: these have none, either.
    """
    names = game["players"]
    if team_of := game.get("team_of"):
        teams = sorted(set(team_of.values()))
        return tuple(teams.index(team_of[name]) for name in names)
    return tuple(range(len(names))) if edition is Edition.FOURTH and len(names) >= 4 else ()


def _decisions(game: dict[str, Any], action: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = game["decisions"][action["first_decision"] : action["last_decision"] + 1]
    return [one for one in found if not one.get("rejected")]


def _next(game: dict[str, Any], action: dict[str, Any], names: list[str]) -> dict[str, Any]:
    decisions = _decisions(game, action)
    return _step(decisions[0], names) if decisions else {"kind": None, "player": action["player"]}


def _told(played: list[dict[str, Any]], decisions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Moves and questions in order, as scenarios have them."""
    told: list[dict[str, Any]] = []
    asked = 0
    for event in played:
        while asked < len(decisions) and decisions[asked]["state_event_index"] <= event["n"]:
            told.append({"t": "ask", "step": asked})
            asked += 1
        if event["kind"] == "move":
            told.append({"t": "move", "card": event["card"], "to": event["to"]["zone"], "by": event["player"]})
    return told + [{"t": "ask", "step": step} for step in range(asked, len(decisions))]


def _step(decision: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A decision as a step of a scenario, with its kind found."""
    effect = decision.get("effect")
    step = {**decision, "ask": decision["ask"] or "", "kind": _kind(decision, names)}
    step["during"] = (effect["card"], effect["index"], effect["executing"]) if isinstance(effect, dict) else None
    if step["kind"] == "action" and isinstance(step["answer"][0], dict):
        step["answer"] = [{"group": one["group"], "choice": one["pick"]} for one in step["answer"]]
    if step["kind"] == "icon":
        step["answer"] = [_ICONS.get(one, one) for one in step["answer"]]
    if "candidates" in decision:
        step["option_cards"] = decision["candidates"]
        step["answer_cards"] = decision.get("resolved", decision["answer"])
    return step


def _kind(decision: dict[str, Any], names: list[str]) -> str:
    ask, options = decision["ask"] or "", decision["options"]
    if not options:
        return "cards"
    if isinstance(options[0], dict):
        return "action"
    texts = [str(option) for option in options if option != "auto"]
    if ask == "Free Artifact Action":
        return "artifact_action"
    if set(texts) <= {"yes", "no"}:
        return "yes_no"
    if isinstance(options[0], int):
        return "number"
    if "auto" in options or " next" in ask or "the card you want at" in ask:
        return "order"
    if set(texts) <= _COLORS:
        return "splay" if "splay" in ask else "color"
    if set(texts) <= set(names):
        return "player"
    if "iscuit" in ask or "an icon" in ask:
        return "icon"
    if ask == "Choose Achievement" and all(text.startswith("age ") for text in texts):
        return "achievement"
    from tests.scenarios.names import is_card

    known = decision.get("candidates") or texts
    return "cards" if all(is_card(text) or text.startswith("*") for text in known) else "text"
