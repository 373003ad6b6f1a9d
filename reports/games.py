"""The games of a dataset as a list, with the table at the end of each; what a few games show without any interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from innolog.cards.facts import card_table
from innolog.store.schema import COLORS, ICONS
from reports.pages import records
from reports.queries import sql_of
from reports.safe_text import plain

if TYPE_CHECKING:
    import pandas as pd

    from innolog.store.dataset import Dataset
    from reports.pages import Group

#: Games listed on the front page: without a group that has enough games for intervals, and with one.
ALL, SOME = 100, 20
#: Letters of a player's name that the list shows.
_NAME = 40


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile at the end of a game: its color, its top card, the number of cards and the splay, in words."""

    color: str
    top: str
    age: int | None
    cards: int
    splay: str


@dataclass(frozen=True, slots=True)
class Side:
    """A player at the end of a game. None stands for a number that the record leaves open."""

    name: str
    won: bool
    team: int | None
    score: int | None
    achievements: int | None
    icons: list[tuple[str, int | None]]
    piles: list[Pile]
    hand: int | None
    score_pile: int | None


@dataclass(frozen=True, slots=True)
class Listed:
    """One game of the list."""

    started: str
    kind: str
    sides: list[Side]
    ended_by: str
    turns: int
    minutes: int | None
    source: str
    #: The page of the game, if there is one.
    page: str = ""


@dataclass(frozen=True, slots=True)
class Few:
    """What a group with few games shows: the shortest, median and longest game in turns, and how many ended how."""

    group: Group
    turns: tuple[int, float, int]
    endings: list[tuple[str, int]]


def games_of(dataset: Dataset) -> pd.DataFrame:
    """The games that count, the newest first: log_id, started (text), edition, sets, players, ended_by, turns ..."""
    found = dataset.frame(sql_of("games"))
    # As text, in one form, also if no game has a date.
    found["started"] = found["started"].dt.strftime("%Y-%m-%d %H:%M").fillna("")
    return found


def listed(
    dataset: Dataset,
    games: pd.DataFrame,
    groups: list[Group],
    most: int,
    pages: Mapping[str, str] = MappingProxyType({}),
) -> list[Listed]:
    """The first ``most`` games of a table of :func:`games_of`, with the table at the end of each.

    ``pages`` are the pages of games by ``log_id``.
    """
    shown = records(games.head(most))
    sides: dict[str, list[Side]] = {}
    if shown:
        rows = dataset.frame(sql_of("final_tables"), {"logs": [row["log_id"] for row in shown]})
        for row in records(rows):
            sides.setdefault(row["log_id"], []).append(_side(row))
    kinds = {(group.edition, group.sets, group.players): group.title for group in groups}
    return [
        Listed(
            started=row["started"],
            kind=kinds[row["edition"], row["sets"], row["players"]],
            sides=sides.get(row["log_id"], []),
            ended_by=str(row["ended_by"]),
            turns=int(row["turns"]),
            minutes=_whole(row["minutes"]),
            source=plain(str(row["source"]), 120),
            page=pages.get(row["log_id"], ""),
        )
        for row in shown
    ]


def few(games: pd.DataFrame, groups: list[Group]) -> list[Few]:
    """What groups with few games show; ``games`` is a table of :func:`games_of`."""
    found = []
    for group in groups:
        mine = group.of(games)
        turns, endings = mine["turns"], mine["ended_by"].value_counts()
        kinds = sorted(
            ((str(kind), int(number)) for kind, number in endings.items()), key=lambda pair: (-pair[1], pair)
        )
        found.append(Few(group, (int(turns.min()), float(turns.median()), int(turns.max())), kinds))
    return found


def _side(row: dict[str, Any]) -> Side:
    return Side(
        name=plain(str(row["name"]), _NAME),
        won=_known(row["winner"]) and bool(row["winner"]),
        team=_whole(row["team"]),
        score=_whole(row["score"]),
        achievements=_whole(row["achievements"]),
        icons=[(icon, _whole(row[icon])) for icon in ICONS],
        piles=[pile for color in COLORS if (pile := _pile(row, color))],
        hand=_whole(row["hand"]),
        score_pile=_whole(row["score_pile"]),
    )


def _pile(row: dict[str, Any], color: str) -> Pile | None:
    cards = row[f"board_{color}"]
    if not hasattr(cards, "__len__"):
        return Pile(color, "not known", None, 0, "")
    if not len(cards):
        return None
    splay = row[f"splay_{color}"]
    words = f"splayed {splay}" if _known(splay) and splay != "none" else ""
    top = _whole(cards[-1])
    table = card_table()
    if top is None or not 0 <= top < len(table.name):
        return Pile(color, "an unknown card", None, len(cards), words)
    return Pile(color, table.name[top], table.age[top], len(cards), words)


def _known(value: Any) -> bool:
    import pandas as pd

    return not pd.isna(value)


def _whole(value: Any) -> int | None:
    return round(value) if _known(value) else None
