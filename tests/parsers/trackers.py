"""Trackers' files as the trackers made them: from the packets of a table, with their faults.

This knows nothing of innolog's own writer, so that the two can be held against each other.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

_ICONS = ("", "crown", "leaf", "lightbulb", "castle", "factory", "clock", "avatar")
_SETS = ("base", "artifacts", "cities", "echoes", "figures")
_ICON = re.compile(r"<span[^>]*icon_(\d)[^>]*>(?:</span>)?")
_MARKUP = re.compile(r"<!--.*?-->|<[^>]*>")
_ARGUMENT = re.compile(r"\$\{([^}]*)\}")


def tracked(packets: dict[str, Any], generation: str) -> dict[str, Any]:
    """The content of a ``game_log.json`` (``snake`` or ``camel``) from that of a ``raw_data.json``."""
    names = packets["players"]
    entries = []
    for move, group in groupby(packets["packets"], lambda packet: packet["move_id"]):
        told: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for packet in group:
            told[packet["channel"].startswith("/table")].extend(packet["data"])
        shown = iter([item["args"] for item in told[False] if item["type"] == "transferedCard"])
        number = int(move) if generation == "snake" else move
        for item in told[True]:
            kind, args = item["type"].removesuffix("_spectator"), item["args"]
            if kind == "transferedCard":
                own: dict[str, Any] = next(shown, {}) if item["type"] != kind else {}
                entries.append({"type": "transfer", "move": number, **_transfer(args, own, names, generation)})
            elif kind in ("log", "logWithCardTooltips") and (text := _plain(_expanded(args.get("log", ""), args))):
                entries.append({"move": number, "type": kind, "msg": text})
    if generation == "snake":
        return {"players": names, "my_hand": [], "log": entries}
    viewpoint = packets.get("currentPlayerId")
    return {"gameName": "innovation", "players": names, "currentPlayerId": viewpoint, "myHand": [], "log": entries}


def _transfer(args: dict[str, Any], own: dict[str, Any], names: dict[str, str], generation: str) -> dict[str, Any]:
    name = args.get("name") or own.get("name")
    age = None if args["age"] is None else int(args["age"])
    card_set = _SETS[int(args["type"])]
    owners = [names.get(str(args[side])) for side in ("owner_from", "owner_to")]
    melded = bool(args["meld_keyword"])
    places = {"source": args["location_from"], "dest": args["location_to"]}
    if generation == "snake":
        # The text "0" is true.
        return places | {
            "card_set": card_set,
            "card_name": name,
            "card_age": age,
            "source_owner": owners[0],
            "dest_owner": owners[1],
            "meld_keyword": melded,
            "bottom_to": bool(args["bottom_to"]),
        }
    return places | {
        "cardSet": card_set,
        "cardName": name,
        "cardAge": age,
        "sourceOwner": owners[0],
        "destOwner": owners[1],
        "meldKeyword": melded,
        "topOfDeck": False,
    }


def _expanded(template: str, args: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        found = args.get(match[1], "")
        return _expanded(found["log"], found["args"]) if isinstance(found, dict) else str(found)

    return _ARGUMENT.sub(value, template)


def _plain(text: str) -> str:
    text = _ICON.sub(lambda match: f"[{_ICONS[int(match[1])]}]", text)
    return " ".join(_MARKUP.sub("", text).split())
