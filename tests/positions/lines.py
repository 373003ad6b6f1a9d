"""Read positions: one JSON object per line, in the format of the older or of the newer code of Board Game Arena."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from innolog.cards.facts import CardSet, Color, Direction
from innolog.engine.position import Seat
from innolog.engine.ruleset import Edition, Platform, Ruleset, UnsupportedRules
from innolog.engine.zones import NOBODY, Zone

#: Entries among the achievements that stand for visible flags and fountains begin here.
CITY_ICONS = 1000

_PLACES = {
    "deck": Zone.DECK,
    "hand": Zone.HAND,
    "board": Zone.BOARD,
    "score": Zone.SCORE,
    "achievements": Zone.ACHIEVEMENTS,
    "revealed": Zone.REVEALED,
    "forecast": Zone.FORECAST,
    "display": Zone.DISPLAY,
    "relics": Zone.RELICS,
    "removed": Zone.REMOVED,
    "junk": Zone.JUNK,
    "flags": Zone.CITY_ICONS,
    "fountains": Zone.CITY_ICONS,
}


class NotApplicable(Exception):
    """Innolog does not play what the position needs; the message says what."""


class Movement(NamedTuple):
    """A card moved. A flag or fountain is a card by the hundreds of its number alone; see :func:`same_card`."""

    card: int
    from_owner: int
    from_zone: Zone
    from_position: int
    to_owner: int
    to_zone: Zone
    to_position: int
    bottom: bool
    scored: bool

    def __str__(self) -> str:
        def place(owner: int, zone: Zone, position: int) -> str:
            whose = "" if owner == NOBODY else f" of seat {owner}"
            return f"{zone.name.lower()}{whose} ({position})"

        start = place(self.from_owner, self.from_zone, self.from_position)
        end = place(self.to_owner, self.to_zone, self.to_position)
        return f"card {self.card} from {start} to {end}{', scored' if self.scored else ''}"


@dataclass(frozen=True, slots=True)
class Table:
    """What lies where. ``decks`` maps a back to ids, bottom to top; ``piles`` are those of each seat, by color.

    ``shown`` has the icons (crown ... avatar) and points of each seat, if the line has them.
    """

    decks: dict[int, list[int]]
    available: list[int]
    specials: list[int]
    removed: list[int]
    junk: list[int]
    seats: list[Seat]
    piles: list[list[list[int]]]
    revealed: list[list[int]]
    shown: list[tuple[tuple[int, ...], int]]


@dataclass(frozen=True, slots=True)
class Position:
    """One line: a table, an action, and its result on the site.

    ``ended`` is None, or how the game ended and the seats that won (empty if not recorded). ``paid``: True when the
    acting player returns a card for the top card of a distant player (fourth edition). ``effects`` counts how often
    each effect was begun, by card, kind and number, if the line records it.
    """

    place: str
    rules: Ruleset
    action: str
    card: int
    player: int
    before: Table
    after: Table
    choices: list[list[Any]]
    movements: list[Movement]
    ended: tuple[str, frozenset[int]] | None
    eliminated: frozenset[int]
    paid: bool = False
    effects: dict[tuple[int, str, int], int] | None = None


def read_folder(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of all files below a folder (or of one file) with their places, as plain data."""
    paths = [folder] if folder.is_file() else sorted([*folder.rglob("*.jsonl"), *folder.rglob("*.jsonl.gz")])
    for path in paths:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{path.name}:{number}", json.loads(line)


def parse(place: str, line: dict[str, Any]) -> Position:
    """A line as a position. Raises :class:`NotApplicable` for rules that innolog does not play."""
    rules = _rules(line)
    if rules.junks:
        line = _as_older(line)
    before = _table(line["before"], None)
    ended = line["ended"]
    return Position(
        place=place,
        rules=rules,
        action=line["action"],
        card=line["card"],
        player=line["player"],
        before=before,
        after=_table(line["after"], before),
        choices=line["choices"],
        movements=[_movement(row) for row in line["transfers"]],
        ended=None if ended is None else (ended["how"], _winners(ended)),
        eliminated=frozenset(line["eliminated"]),
        paid=line.get("returned") is not None,
        effects=None if "effects" not in line else {_effect(name): times for name, times in line["effects"].items()},
    )


def _as_older(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the newer code with the names and the order of fields that lines of the older code have."""
    states = {name: {**line[name], "specials": line[name]["specials_available"]} for name in ("before", "after")}
    choices = [[kind, seat, answer] for seat, kind, answer, *_ in line["choices"]]
    return {**line, **states, "choices": choices}


def _effect(name: str) -> tuple[int, str, int]:
    """The card, the kind and the number of an effect such as 21N1."""
    kind = "N" if "N" in name else "D"
    card, number = name.split(kind)
    return int(card), {"N": "dogma", "D": "demand"}[kind], int(number)


def _winners(ended: dict[str, Any]) -> frozenset[int]:
    winner = ended.get("winner")
    return frozenset(ended.get("winners", [] if winner is None else [winner]))


def same_card(one: int, other: int) -> bool:
    """Whether two ids name the same card; flags and fountains have other numbers there, but of the same hundred."""
    return one == other or (one >= CITY_ICONS and one // 100 == other // 100)


def _rules(line: dict[str, Any]) -> Ruleset:
    rules = line["rules"]
    try:
        edition = Edition(rules["edition"])
        sets = frozenset(CardSet[name.upper()] for name in rules["sets"])
    except (KeyError, ValueError) as error:
        raise NotApplicable(f"rules that innolog does not have: {error}") from None
    if "specials" not in line["before"] and edition is not Edition.FOURTH:
        raise NotApplicable("a position in the form of the newer code")
    try:
        return Ruleset(
            edition=edition,
            sets=sets,
            players=rules["players"],
            teams=tuple(rules["teams"] or ()),
            achievements_to_win=line["achievements_needed"],
            platform=Platform.BGA,
        )
    except UnsupportedRules as error:
        raise NotApplicable(str(error)) from None


def _table(state: dict[str, Any], before: Table | None) -> Table:
    decks = {} if before is None else dict(before.decks)
    for name, cards in state["decks"].items():
        card_set, age = map(int, name.split("/"))
        decks[card_set * 16 + age] = cards
    rows = state["players"]
    piles = [[row["board"].get(str(int(color)), []) for color in Color] for row in rows]
    return Table(
        decks=decks,
        available=state["available"],
        specials=state["specials"],
        removed=state.get("removed", []),
        junk=state.get("junk", []),
        seats=[_seat(row, own) for row, own in zip(rows, piles, strict=True)],
        piles=piles,
        revealed=[row["revealed"] for row in rows],
        shown=[(tuple(row["icons"].values()), row["score_points"]) for row in rows if "icons" in row],
    )


def _seat(row: dict[str, Any], piles: list[list[int]]) -> Seat:
    return Seat(
        hand=row["hand"],
        score_pile=row["score"],
        board=[card for pile in piles for card in pile],
        splays={Color(int(color)): Direction(splay) for color, splay in row["splay"].items() if splay},
        achievements=row["achievements"],
        forecast=row.get("forecast", []),
        display=row.get("display", []),
    )


def _movement(row: list[Any]) -> Movement:
    card, from_owner, start, from_position, to_owner, end, to_position, bottom, scored, _ = row
    if start == end == "board" and from_owner == to_owner and to_position:
        # If a card moves to the other end of its own pile, its new position is counted before it leaves.
        to_position -= 1
    return Movement(
        card,
        from_owner,
        _zone(start, from_owner),
        from_position,
        to_owner,
        _zone(end, to_owner),
        to_position,
        bool(bottom),
        bool(scored),
    )


def _zone(name: str, owner: int) -> Zone:
    zone = _PLACES[name]
    return Zone.AVAILABLE if zone is Zone.ACHIEVEMENTS and owner == NOBODY else zone
