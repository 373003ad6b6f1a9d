"""The lists of players around the packets, held against the players in the packets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import orjson
import pytest

from innolog.engine.ruleset import Ruleset
from innolog.log import GameLog
from tests.parsers.verdicts import read, written

Players = dict[str, dict[str, str]]
_COLORS = ("ff0000", "008000", "0000ff")


@cache
def _text() -> str:
    """A game whose messages have the names of other parties in color, as the site writes them."""
    content = written(Ruleset(players=3), 5)
    colors = dict(zip(content["players"].values(), _COLORS, strict=True))
    text = orjson.dumps(content).decode()
    for name, color in colors.items():
        colored = f"<span style='font-weight: bold; color:#{color};'>{name}</span>"
        text = text.replace(f'"opponent_name":"{name}"', f'"opponent_name":"{colored}"')
    return text


def _read(change: Callable[[Any, Players], None]) -> GameLog:
    """The game with the page's data of its players, which are changed."""
    content = orjson.loads(_text())
    named = zip(content["players"].items(), _COLORS, strict=True)
    players = {player: {"id": player, "name": name, "color": color} for (player, name), color in named}
    content["gamedatas"]["players"] = players
    change(content, players)
    return read(content)


def _nothing(content: Any, players: Players) -> None:
    pass


def _fewer(content: Any, players: Players) -> None:
    players.pop(next(iter(players)))


def _nicknames(content: Any, players: Players) -> None:
    for number, row in enumerate(players.values()):
        row["name"] = f"Player {number}"


def _other_colors(content: Any, players: Players) -> None:
    """The colors of nobody else: it is not known what they would mean."""
    for number, row in enumerate(players.values()):
        row["color"] = f"00000{number}"


def _of_archive(content: Any, players: Players) -> None:
    content["players"] = [{**row, "id": int(row["id"]), "color": f"#{row['color']}"} for row in players.values()]


def _one_more(content: Any, players: Players) -> None:
    """Somebody who left the table before the game began may be listed."""
    players["7"] = {"id": "7", "name": "Zorro"}


def _without_clocks(content: Any, players: Players) -> None:
    """If the packets do not list all players, a list around them can have more."""
    for packet in content["packets"]:
        for item in packet["data"]:
            if item["type"] == "gameStateChange":
                item["args"].pop("reflexion", None)
    players["7"] = {"id": "7", "name": "Zorro"}


@pytest.mark.parametrize(
    "change", [_nothing, _fewer, _nicknames, _other_colors, _of_archive, _without_clocks, _one_more]
)
def test_players_around_the_packets_who_are_those_within(change: Callable[[Any, Players], None]) -> None:
    assert "opponent_name" in _text()
    assert _read(change).inconsistencies == []


def _names_exchanged(content: Any, players: Players) -> None:
    one, other, _ = players.values()
    one["name"], other["name"] = other["name"], one["name"]


def _colors_exchanged(content: Any, players: Players) -> None:
    one, other, _ = players.values()
    one["color"], other["color"] = other["color"], one["color"]


def _one_instead(content: Any, players: Players) -> None:
    players.popitem()
    players["7"] = {"id": "7", "name": "Zorro"}


def _others(content: Any, players: Players) -> None:
    content["players"] = {"7": "Zorro", "8": "Tornado", "9": "Bernardo"}


@pytest.mark.parametrize("change", [_names_exchanged, _colors_exchanged, _one_instead, _others])
def test_players_around_the_packets_who_are_others(change: Callable[[Any, Players], None]) -> None:
    """What was wrong: the innermost list alone was looked at, and in it neither colors nor ids."""
    assert _read(change).inconsistencies != []


def test_what_is_not_compared_around_the_packets_is_named() -> None:
    """In the page's data, and in the file; the objects in which the packets are have any name."""

    def more(content: Any, players: Players) -> None:
        content["gamedatas"] |= {"hand_counts": {}, "deck_counts": []}
        content["winner"] = "Zorro"
        content["moves"] = content.pop("packets")

    assert [unread.text for unread in _read(more).unread] == ["file: winner", "gamedatas: deck_counts, hand_counts"]
    assert _read(_nothing).unread == []
