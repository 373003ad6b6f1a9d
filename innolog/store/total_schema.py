"""The tables of sums over all rows that count, for queries about cards that need not read every game.

:mod:`innolog.store.totals` adds them up: rows with equal keys become one. Statistics that innolog prints do not read
them: they count the whole win for each member of a team.
"""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from innolog.store.schema import SCHEMA_VERSION, column

_TEXT, _SMALL, _NUMBER, _SUM = pa.string(), pa.int16(), pa.int64(), pa.float64()

#: The rates of cards: how often it happened (an expression over card_games), and whether only the player sees it.
CARD_RATES = {
    "opening": ("opening_times", True),
    "kept": ("CASE WHEN opening_meld_times > 0 THEN opening_times END", True),
    "drawn": ("drawn_times", True),
    "melded": ("melded_times", False),
    "dogma": ("dogma_times", False),
    "scored": ("scored_times", True),
    "shared": ("shared_times", False),
    "demanded": ("demanded_times", False),
    "seen": ("1", True),
}

#: What is summed over activations.
DOGMA_SUMS = ("shared", "demanded", "score", "achievements", "icons", "cards")


class _Totals(NamedTuple):
    """A table of sums: its meaning, the columns that are keys (after those of the group), and those that are sums."""

    meaning: str
    keys: list[pa.Field]
    sums: list[pa.Field]


_GROUP = [
    column("edition", _TEXT, "the edition"),
    column("sets", _TEXT, "the sets in play, the options that are on, and teams if there are any, joined by +"),
    column("players", _SMALL, "number of players"),
]
_SUMS = [
    column("n", _NUMBER, "rows: players of games"),
    column("w", _SUM, "their win points: those of a win are divided among all winners, also in a team"),
]
_CARD = column("card", _SMALL, "card id")
_RATE = column("rate", _TEXT, "what happened: " + ", ".join(CARD_RATES))
_OF_PLAYERS = column("cluster", _SMALL, "cluster of the player")
_OF_GAMES = column("cluster", _SMALL, "cluster of the game")

#: A cluster is a hash from 0 to 255, the same for all rows of one player (or game).
_TOTALS = {
    "total_seats": _Totals(
        "one row per group and cluster of players: the players of all games whose hidden cards are known",
        [_OF_PLAYERS],
        _SUMS,
    ),
    "total_cards": _Totals(
        "one row per group, card, rate and cluster of players",
        [_CARD, _RATE, _OF_PLAYERS],
        [
            *_SUMS,
            column("events", _NUMBER, "how often it happened"),
            column("w_events", _SUM, "win points, once for every time it happened"),
            column("n_around", _NUMBER, "rows of all players of the games that players of the cluster were in"),
            column("w_around", _SUM, "win points of all players of these games"),
        ],
    ),
    "total_games": _Totals(
        "one row per group, card and rate: sums for the covariance of the players of a game; N and W are n and w of "
        "a game",
        [_CARD, _RATE],
        [
            column("nn", _SUM, "sum of N * N over games"),
            column("wn", _SUM, "sum of W * N over games"),
            column("ww", _SUM, "sum of W * W over games"),
            column("extra_nn", _SUM, "as nn, each game multiplied by its number of clusters of players minus 1"),
            column("extra_wn", _SUM, "the same for wn"),
            column("extra_ww", _SUM, "the same for ww"),
        ],
    ),
    "total_draws": _Totals(
        "one row per group, card, phase of the game and cluster of games: the first draw of a card by a player",
        [
            _CARD,
            column("phase", _SMALL, "rounds 1-4: 0, 5-8: 1, 9-12: 2, 13-16: 3, 17-20: 4, later: 5"),
            _OF_GAMES,
        ],
        _SUMS,
    ),
    "total_dogmas": _Totals(
        "one row per group, card, sum and cluster of games: the results of activations",
        [_CARD, column("what", _TEXT, "what is summed: " + ", ".join(DOGMA_SUMS)), _OF_GAMES],
        [
            column("n", _NUMBER, "rows: activations; for demanded, victims"),
            column(
                "s",
                _SUM,
                "shared: activations that another player shared; demanded: victims who had a card moved; the others: "
                "change for the player who activated the card minus the mean change of the opponents",
            ),
        ],
    ),
}
#: The schema of the files of every table of sums, by name.
TOTAL_TABLES = {
    name: pa.schema(
        [*_GROUP, *table.keys, *table.sums],
        metadata={"meaning": table.meaning, "schema_version": str(SCHEMA_VERSION)},
    )
    for name, table in _TOTALS.items()
}
#: The columns of these tables that are sums; all others are keys.
TOTAL_SUMS = frozenset([field.name for table in _TOTALS.values() for field in table.sums])
