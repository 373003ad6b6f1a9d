"""Find the players that are listed around the packets, and hold them against those in the packets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from innolog.log import At
from parsers.bga import notifications as words
from parsers.bga import specification as keys
from parsers.bga.values import Args, bare, short

#: A color as the site writes it, with or without a sign before it.
_COLOR: Final = re.compile(r"#?([0-9a-f]{6})", re.IGNORECASE)
#: A name in the color of its player.
_COLORED: Final = re.compile(r"color:\s*#([0-9a-f]{6})\b", re.IGNORECASE)
_COLORS: Final = ("color", "colorHex")


@dataclass(slots=True)
class Header:
    """A list of players around the packets: their names by id, and the colors that it has, as six small letters."""

    names: dict[str, str] = field(default_factory=dict)
    colors: dict[str, str] = field(default_factory=dict)


def headers_in(holders: Iterable[Args]) -> list[Header]:
    """The lists of players in the objects around the packets: each a list or an object, of names or of objects."""
    return [header for holder in holders if (header := _header(holder.get(keys.PLAYERS))).names]


def players_in(collection: object) -> Iterator[tuple[str, str, object]]:
    """The players in a list or an object, of names or of objects: the id, the name, and the whole entry of each."""
    entries: list[tuple[Any, Any]] = []
    if isinstance(collection, dict):
        entries = list(collection.items())
    elif isinstance(collection, list):
        entries = [(None, entry) for entry in collection]
    for player, entry in entries:
        name = entry
        if isinstance(entry, dict):
            player = next((entry[w] for w in keys.PLAYER_IDS if isinstance(entry.get(w), (str, int))), player)
            name = next((entry[w] for w in keys.PLAYER_NAMES if isinstance(entry.get(w), str)), None)
        if player is not None and isinstance(name, str):
            yield str(player), name, entry


def _header(collection: object) -> Header:
    found = Header()
    for player, name, entry in players_in(collection):
        found.names[player] = name
        colors = [entry.get(key) for key in _COLORS] if isinstance(entry, dict) else []
        for color in colors:
            if isinstance(color, str) and (match := _COLOR.fullmatch(color)):
                found.colors[player] = match[1].lower()
                break
    return found


def events(packets: Iterable[Args]) -> Iterator[tuple[str, Any]]:
    """The types of notifications, with their arguments."""
    for packet in packets:
        for event in packet[keys.DATA]:
            yield event[keys.TYPE], event.get(keys.ARGS)


def clocks_in(args: object) -> list[str]:
    """The ids of all players, which a state of the game lists with their clocks; empty if it does not."""
    reflexion = args.get("reflexion") if isinstance(args, dict) else None
    total = reflexion.get("total") if isinstance(reflexion, dict) else None
    return list(map(str, total)) if isinstance(total, dict) else []


def of_clocks(packets: Iterable[Args]) -> set[str]:
    """The ids of all players, which every state of the game lists with their clocks; empty if none does."""
    return {player for kind, args in events(packets) if kind == words.STATE for player in clocks_in(args)}


def not_seated(
    headers: Iterable[Header], ids: Iterable[str], packets: Iterable[Args], first: At
) -> Iterator[tuple[At, str, str, str]]:
    """The first player in each list around the packets who does not sit at the table, if the packets list all who do.

    A list may have fewer players, or nicknames. Beside all players of the table, others may be listed who left it
    before the game began.
    """
    for header in headers:
        others = [player for player in header.names if player not in ids]
        if others and not (seated := of_clocks(packets)) <= {*header.names} and not seated.issuperset(others):
            other = next(player for player in others if player not in seated)
            message = "the players around the packets do not sit at the table"
            found = f"{bare(header.names[other])}, player {short(other)}"
            yield first, message, f"players {', '.join(sorted(seated))}", found


def other_colors(
    headers: Iterable[Header], colored: Iterable[tuple[str, At]], names: Mapping[str, str]
) -> Iterator[tuple[At, str, str, str]]:
    """The first player in each list around the packets who has another player's color in the messages.

    ``colored``: names with their markup, and where they stand.
    """
    with_colors = [header for header in headers if header.colors]
    if not with_colors:
        return
    told: dict[str, tuple[str, At]] = {}
    for name, at in colored:
        player = names.get(bare(name))
        if player is not None and player not in told and (match := _COLORED.search(name)):
            told[player] = match[1].lower(), at
    for header in with_colors:
        for player, color in header.colors.items():
            owner = next((other for other, (its, _) in told.items() if its == color), player)
            if owner != player and told.get(player, ("", None))[0] != color:
                message = "the players around the packets have the colors of others"
                yield told[owner][1], message, f"player {owner} has {color}", f"player {player} has {color}"
                break
