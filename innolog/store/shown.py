"""What an opened dataset offers: tables in which each game occurs once, and the same tables for every log."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from innolog.cards.facts import every_card
from innolog.store.schema import COUNTED, TABLES, meaning_of
from innolog.store.total_schema import TOTAL_TABLES

#: What an opened dataset shows of a log that leads.
_GAMES = pa.schema(
    [
        TABLES["logs"].field(name)
        for name in (
            "log_id", "game_id", "source", "site", "table_id", "viewpoint", "edition", "sets", "players", "teams",
            "options", "ended_by", "winners", "started_at", "ended_at", "seconds", "turns", "actions", "not_recorded",
            "tool_version",
        )
    ],
    metadata={b"table": b"games", b"meaning": b"one row per legal, finished game: its best record"},
)  # fmt: skip
_HAND_KNOWN = pa.field(
    "hand_known", pa.bool_(), metadata={"meaning": "whether a log of the game shows every card that this player saw"}
)
_CARDS = pa.schema(
    [
        pa.field(name, type_, metadata={"meaning": meaning})
        for name, type_, meaning in (
            ("card", pa.int16(), "card id"),
            ("card_name", pa.string(), "the card's name"),
            ("card_set", pa.string(), "set of the card"),
            ("age", pa.int16(), "age of the card"),
            ("board_age", pa.int16(), "age that the card has on a board: of one card, it is not the printed one"),
            ("color", pa.string(), "color of the card"),
            ("featured_icon", pa.string(), "the icon that its effects compare; null if it has none"),
            ("relic", pa.bool_(), "whether it is a relic"),
        )
    ],
    metadata={b"table": b"cards", b"meaning": b"one row per card: what is printed on it"},
)


def _view(table: str, schema: pa.Schema) -> pa.Schema:
    """The columns of a table in an opened dataset: all rows count, so nothing says so."""
    meaning = meaning_of(schema).replace("per log", "per game", 1)
    fields = [_HAND_KNOWN if field.name == "hand_known" else field for field in schema if field.name not in COUNTED]
    if table == "card_games":
        fields.append(_HAND_KNOWN)
    return pa.schema(fields, metadata={**schema.metadata, b"meaning": meaning.encode()})


#: Tables of an opened dataset that are about logs, not about games.
OF_LOGS = ("logs", "violations")
#: What an opened dataset offers, by name: :data:`TABLES` with each game once, and these rows of all logs.
VIEWS: dict[str, pa.Schema] = {
    "games": _GAMES,
    **{table: _view(table, schema) for table, schema in TABLES.items() if table not in OF_LOGS},
    **{table: TABLES[table] for table in OF_LOGS},
    "cards": _CARDS,
}
#: The tables of games.
OF_GAMES = tuple(table for table in VIEWS if table not in (*OF_LOGS, "cards"))
#: The name of each table with the rows of all logs.
OF_ALL = {table: table if table in OF_LOGS else f"every.{table}" for table in TABLES}
#: Those of them that are not in :data:`VIEWS`.
EVERY: dict[str, pa.Schema] = {OF_ALL[table]: schema for table, schema in TABLES.items() if table not in OF_LOGS}


def cards() -> pa.Table:
    """The table of cards."""
    printed = every_card().values()
    return pa.table(
        {
            "card": [card.id for card in printed],
            "card_name": [card.name for card in printed],
            "card_set": [card.set.name.lower() for card in printed],
            "age": [card.age for card in printed],
            "board_age": [card.board_age for card in printed],
            "color": [card.color.name.lower() for card in printed],
            "featured_icon": [card.featured_icon.name.lower() if card.featured_icon else None for card in printed],
            "relic": [card.relic for card in printed],
        },
        schema=_CARDS,
    )


class ColumnDescription(NamedTuple):
    """One column in words."""

    table: str
    column: str
    type: str
    meaning: str


def _is_in(field: pa.Field, schema: pa.Schema) -> bool:
    return field.name in schema.names and schema.field(field.name).equals(field, check_metadata=True)


def describe() -> list[ColumnDescription]:
    """Every column of every table, in order: (table, column, type, meaning).

    The views of an opened dataset come first, then what the tables of all logs have besides, then the totals.
    """
    more = {
        table: [field for field in schema if not _is_in(field, VIEWS[table.removeprefix("every.")])]
        for table, schema in EVERY.items()
    }
    return [
        ColumnDescription(table, field.name, str(field.type).replace("item: ", ""), meaning_of(field))
        for table, fields in (VIEWS | more | {f"every.{name}": schema for name, schema in TOTAL_TABLES.items()}).items()
        for field in fields
    ]
