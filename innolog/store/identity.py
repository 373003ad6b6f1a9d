"""Recognize logs of the same game.

The *story* of a log is a hash of the facts that every format records: the opening melds, the kind of each action,
and the card of each meld and activation. Players are identified by their place in turn order, counted from the player
who took the first turn, because formats name and seat them differently. Two logs record the same game if they have the
same story, or the same site and table number. If two logs of one table have different stories and each is
certain, somebody has made one of them: the game is *contested*, and none of its logs counts. Two games in which the
same players played the same cards in nearly the same order are *near copies*, and the best of their logs counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from innolog.cards.facts import UNKNOWN_BASE
from innolog.engine import events as engine
from innolog.engine.zones import NOBODY, Keyword
from innolog.log import GameLog
from innolog.results.result import ActionRecord, Replay
from innolog.store.index import CompactMap

#: Minimum number of known cards for a story. With fewer, games that were abandoned at once would look alike.
MINIMUM_CARDS = 10
#: Actions whose card every format records.
_NAMED = frozenset({"meld", "dogma", "endorse"})

#: Order of the records of a game, the best first: what is compared, in SQL over ``logs`` (as g) and the number of
#: players whose hidden cards a record shows (as s.hands), and for a row with that number. The best record is legal and
#: finished, leaves out little, makes statements that can be compared with the engine, and shows the most. (Whoever
#: writes a game as its decisions can show all cards, and states nothing.)
_BEST_FIRST: tuple[tuple[str, Callable[[dict[str, Any]], Any]], ...] = (
    ("g.verdict <> 'legal'", lambda row: row["verdict"] != "legal"),
    ("len(g.not_recorded) + len(g.settled)", lambda row: len(row["not_recorded"]) + len(row["settled"])),
    ("g.guessed", lambda row: row["guessed"]),
    ("g.explanations", lambda row: row["explanations"]),
    ("g.checks = 0", lambda row: row["checks"] == 0),
    ("-s.hands", lambda row: -row["hands"]),
    ("g.assumptions", lambda row: row["assumptions"]),
    ("g.table_id IS NULL", lambda row: row["table_id"] is None),
    ("g.viewpoint IS NULL", lambda row: row["viewpoint"] is None),
    ("g.log_id", lambda row: row["log_id"]),
)
#: The same as the terms of an ORDER BY.
BEST_FIRST = ", ".join(sql for sql, _ in _BEST_FIRST)
#: Whether a log tells exactly one whole game: the same in SQL and for a row.
CERTAIN = "verdict = 'legal' AND story_hash IS NOT NULL AND explanations = 1 AND NOT guessed AND len(settled) = 0"


def _is_certain(row: dict[str, Any]) -> bool:
    only = row["verdict"] == "legal" and row["explanations"] == 1 and not row["guessed"] and not row["settled"]
    return only and row["story_hash"] is not None


def first_seat(actions: Sequence[ActionRecord]) -> int | None:
    """The seat that took the first action after the opening; None if nobody did."""
    return next((action.player for action in actions if action.kind != "opening" and action.player != NOBODY), None)


def story_hash(replay: Replay) -> str | None:
    """The hash of the story of a game, the same in every format; None if too little happened."""
    story = _story(replay)
    return None if story is None else _digest(repr((len(replay.log.seats), story)))


def likeness_hash(replay: Replay) -> str | None:
    """The hash of what the story is made of, in no order; None if too little happened.

    Two games that have it in common have the same cards in the hands of the same players, who played them in nearly the
    same order.
    """
    story = _story(replay)
    return None if story is None else _digest(repr((len(replay.log.seats), sorted(map(repr, story)))))


def _story(replay: Replay) -> list[object] | None:
    first = first_seat(replay.actions)
    if first is None:
        return None
    players = len(replay.log.seats)
    story: list[object] = []
    cards = 0
    for action in replay.actions:
        if action.kind == "opening":
            melds = sorted(
                ((event.to_owner - first) % players, event.card)
                for event, _ in action.events
                if isinstance(event, engine.Transfer) and event.keyword is Keyword.MELD and event.card < UNKNOWN_BASE
            )
            story.append(melds)
            cards += len(melds)
            continue
        known = action.kind in _NAMED and action.card is not None and action.card < UNKNOWN_BASE
        story.append(((action.player - first) % players, action.kind, action.card if known else None))
        cards += known
    return story if cards >= MINIMUM_CARDS else None


def place_of(log: GameLog, first: int | None, seat: int) -> int | None:
    """A seat's place in turn order, from 0 for the player who took the first turn; None if nobody took a turn."""
    return None if first is None else (seat - first) % len(log.seats)


class KnownGames:
    """The games in a dataset, and the players for whom a log is already counted.

    Everything is stored as 64-bit hashes, because there are many.
    """

    def __init__(self) -> None:
        self._labels = CompactMap(wide=True)
        self._counted = CompactMap()
        #: The story of each game by its label, if a certain log tells it.
        self._stories = CompactMap(wide=True)
        #: The tables that two different games claim, each with the sources of logs that differ from the first one.
        self.contested: dict[str, list[str]] = {}
        #: The label of each game by its likeness, and the sources of logs that are near copies of another game.
        self._alike = CompactMap(wide=True)
        self.copies: list[str] = []

    def know(self, logs: pa.Table, players: pa.Table) -> None:
        """Add the logs of a dataset, from rows filled in by :meth:`label` and :meth:`mark`."""
        labels: dict[str, str] = {}
        for log, site, table, content, label in zip(*_columns(logs, *_NAMES, "game_id"), strict=True):
            labels[log] = label
            for number in _numbers(log, site, table, content):
                if number not in self._labels:
                    self._labels.add(number, int(label, 16))
        for row in logs.select([*_CERTAINTY]).to_pylist():
            self._contests(row)
            self._copies(row)
        self.contested.clear()
        self.copies.clear()
        for log, place, player, counts, drawn in zip(
            *_columns(players, *_SEATS, "counts", "counts_drawn"), strict=True
        ):
            if counts:
                self._is_first(labels[log])
            if drawn:
                self._is_first(labels[log], _place(place, player))

    def label(self, tables: dict[str, pa.Table]) -> None:
        """Fill in the game of each log: ``game_id`` in all tables."""
        logs = tables["logs"]
        found = []
        for log, site, table, content in zip(*_columns(logs, *_NAMES), strict=True):
            numbers = _numbers(log, site, table, content)
            known = (self._labels.get(number) for number in numbers)
            label = next((each for each in known if each is not None), numbers[0])
            for number in numbers:
                if number not in self._labels:
                    self._labels.add(number, label)
            found.append(f"{label:016x}")
        labels, ids = pa.array(found, pa.string()), logs["log_id"].combine_chunks()
        for name, rows in tables.items():
            tables[name] = _fill(rows, "game_id", labels.take(pc.index_in(rows["log_id"], ids).combine_chunks()))

    def mark(self, tables: dict[str, pa.Table]) -> None:
        """Fill in ``counts`` and ``counts_drawn``: the best logs of games for which no log was counted before."""
        logs, players = tables["logs"], tables["players"]
        seats = list(zip(*_columns(players, *_SEATS, "hand_known"), strict=True))
        hands = Counter(log for log, _, _, known in seats if known)
        rows = logs.select([*_JUDGED]).to_pylist()
        for row in rows:
            row["hands"] = hands[row["log_id"]]
        # Other rows lack what is compared, and can count for nothing.
        best_first = sorted((row for row in rows if row["verdict"] == "legal"), key=_quality)
        out = {row["game_id"] for row in best_first if self._contests(row)}
        out |= {row["game_id"] for row in best_first if row["game_id"] not in out and self._copies(row)}
        legal = [row for row in best_first if row["game_id"] not in out]
        counts = {row["log_id"] for row in legal if self._is_first(row["game_id"])}
        of_log: dict[str, list[tuple[int | None, str]]] = {}
        for log, place, player, known in seats:
            if known:
                of_log.setdefault(log, []).append((place, player))
        drawn = {
            f"{row['log_id']}/{player}"
            for row in legal
            for place, player in of_log.get(row["log_id"], ())
            if self._is_first(row["game_id"], _place(place, player))
        }
        counted, hidden = (pa.array(sorted(ids), pa.string()) for ids in (counts, drawn))
        for table in ("logs", "players", "card_games", "dogmas"):
            given = tables[table]
            given = _fill(given, "counts", pc.is_in(given["log_id"], counted))
            if table in ("players", "card_games"):
                keys = pc.binary_join_element_wise(given["log_id"], given["player_id"], "/")
                given = _fill(given, "counts_drawn", pc.is_in(keys, hidden))
            tables[table] = given

    def _contests(self, row: dict[str, Any]) -> bool:
        """Whether a log tells another game than an earlier one of the same table."""
        if not _is_certain(row):
            return False
        label, story = int(row["game_id"], 16), int(_digest(row["story_hash"])[:16], 16)
        known = self._stories.get(label)
        if known is None:
            self._stories.add(label, story)
        elif known != story:
            self.contested.setdefault(f"table {row['table_id']} of {row['site']}", []).append(row["source"])
        return known not in (None, story)

    def _copies(self, row: dict[str, Any]) -> bool:
        """Whether a log tells nearly the same game as an earlier one of another table."""
        if not _is_certain(row):
            return False
        label, alike = int(row["game_id"], 16), int(_digest(row["likeness_hash"])[:16], 16)
        known = self._alike.get(alike)
        if known is None:
            self._alike.add(alike, label)
        elif known != label:
            self.copies.append(row["source"])
        return known not in (None, label)

    def _is_first(self, *key: str) -> bool:
        # Python's string hashes differ between processes; these are never passed to another one.
        hashed = hash(key) & 0xFFFF_FFFF_FFFF_FFFF
        if hashed in self._counted:
            return False
        self._counted.add(hashed)
        return True


_NAMES = ("log_id", "site", "table_id", "story_hash")
_SEATS = ("log_id", "turn_order", "player_id")
_JUDGED = (
    "log_id", "source", "site", "game_id", "table_id", "viewpoint", "verdict", "not_recorded", "settled", "guessed",
    "explanations", "assumptions", "checks", "story_hash", "likeness_hash",
)  # fmt: skip
_CERTAINTY = (
    "verdict", "explanations", "guessed", "settled", "story_hash", "likeness_hash", "game_id", "table_id",
    "site", "source",
)  # fmt: skip
#: What :meth:`KnownGames.know` reads.
LOG_COLUMNS = tuple(dict.fromkeys((*_NAMES, *_CERTAINTY)))
PLAYER_COLUMNS = (*_SEATS, "counts", "counts_drawn")


def _quality(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple([of(row) for _, of in _BEST_FIRST])


def _place(place: int | None, player: str) -> str:
    # Formats give the players different names, but the same turn order.
    return player if place is None else f"place {place}"


def _numbers(log_id: str, site: str | None, table: str | None, content: str | None) -> list[int]:
    """The identifiers of a log's game, the most reliable first. A log without any is the only one of its game."""
    keys = [] if content is None else [f"content/{content}"]
    if table is not None:
        keys.append(f"table/{site}/{table}")
    return [int(_digest(key)[:16], 16) for key in keys or [f"log/{log_id}"]]


def _columns(table: pa.Table, *names: str) -> Iterator[list[Any]]:
    return (table[name].to_pylist() for name in names)


def _fill(rows: pa.Table, column: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    position = rows.schema.get_field_index(column)
    return rows.set_column(position, rows.schema.field(position), values)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32]
