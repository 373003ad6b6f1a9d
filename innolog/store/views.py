"""Views over the files of a dataset that count each game once, by the best of its records.

A batch is never rewritten, so its files cannot take later and better records into account. The views can.
"""

from __future__ import annotations

import duckdb

from innolog.store.identity import BEST_FIRST, CERTAIN

#: Tables with columns that the views replace. The files are under these names with an underscore in front.
JUDGED = {
    "games": ("counts",),
    "players": ("counts", "counts_drawn"),
    "card_games": ("counts", "counts_drawn"),
    "dogmas": ("counted",),
}

_HANDS = """
    SELECT log_id, coalesce(hands, 0) AS hands
    FROM _games
    LEFT JOIN (SELECT log_id, count(*) FILTER (hand_known) AS hands FROM _players GROUP BY ALL) USING (log_id)
"""
#: The logs that count, and the players that count with their logs: sets that all other views use.
_SETS = {
    "_contested": f"SELECT game FROM _games WHERE {CERTAIN} GROUP BY game HAVING count(DISTINCT fingerprint) > 1",
    "_copies": f"""
        SELECT DISTINCT game FROM (
            SELECT g.game, first_value(g.game) OVER (PARTITION BY g.likeness ORDER BY {BEST_FIRST}) AS first
            FROM _games g JOIN ({_HANDS}) s USING (log_id)
            WHERE {CERTAIN} AND g.game NOT IN (FROM _contested)
        ) WHERE game <> first
    """,
    "_leading": f"""
        SELECT log_id FROM (
            SELECT g.log_id, g.game, g.verdict, row_number() OVER (PARTITION BY g.game ORDER BY {BEST_FIRST}) AS rank
            FROM _games g JOIN ({_HANDS}) s USING (log_id)
        ) WHERE rank = 1 AND verdict = 'legal' AND game NOT IN (FROM _contested UNION FROM _copies)
    """,
    "_drawing": f"""
        SELECT log_id, seat FROM (
            SELECT p.log_id, p.seat, g.game, row_number() OVER (
                PARTITION BY g.game, coalesce('place ' || p.place, p.player_id) ORDER BY {BEST_FIRST}
            ) AS rank
            FROM _players p JOIN _games g USING (log_id) JOIN ({_HANDS}) s USING (log_id)
            WHERE p.hand_known AND g.verdict = 'legal'
        ) WHERE rank = 1 AND game NOT IN (FROM _contested UNION FROM _copies)
    """,
}
_COUNTS = "log_id IN (FROM _leading)"
_DRAWN = "(log_id, seat) IN (FROM _drawing)"
_VIEWS = {
    "games": f"SELECT * REPLACE ({_COUNTS} AS counts) FROM _games",
    "players": f"SELECT * REPLACE ({_COUNTS} AS counts, {_DRAWN} AS counts_drawn) FROM _players",
    "card_games": f"SELECT * REPLACE ({_COUNTS} AS counts, {_DRAWN} AS counts_drawn) FROM _card_games",
    "dogmas": f"SELECT * REPLACE ({_COUNTS} AS counted) FROM _dogmas",
    "same_game": f"""
        SELECT
            g.game,
            count(*) OVER game AS logs,
            row_number() OVER best AS rank,
            log_id IN (FROM _leading) AS counts,
            CASE
                WHEN g.game IN (FROM _contested) THEN 'different games of one table'
                WHEN g.game IN (FROM _copies) THEN 'near copy of another game'
                WHEN count(*) OVER game = 1 THEN 'only record'
                WHEN g.fingerprint IS NULL OR count(*) OVER (PARTITION BY g.game, g.fingerprint) = 1 THEN 'same table'
                WHEN g.game_id IS NULL OR count(*) OVER (PARTITION BY g.game, g.site, g.game_id) = 1 THEN 'same actions'
                ELSE 'same table and actions'
            END AS because,
            g.log_id, g.source, g.site, g.game_id, g.verdict, s.hands, g.not_recorded
        FROM _games g JOIN ({_HANDS}) s USING (log_id)
        WINDOW game AS (PARTITION BY g.game), best AS (PARTITION BY g.game ORDER BY {BEST_FIRST})
        ORDER BY g.game, rank
    """,
}
#: Names of views that are not tables.
ADDED = ("same_game",)
#: With at most this many logs, which of them count is computed when a dataset is opened; with more, in each query.
_LOGS_AT_ONCE = 300_000


#: The unit of exact sums is 1 / 2 ** 80. Sums of up to 10 ** 14 fit, and fourth powers of shares of a million games are
#: still told apart.
_UNIT = float(2**80)


def add_exact_sum(connection: duckdb.DuckDBPyConnection) -> None:
    """Add the SQL function ``exact_sum(x)``: the same number for the same values, in whatever order they come.

    DuckDB adds floating-point numbers in the order in which its threads finish, so the last digits of its ``sum``
    differ from run to run. This sum adds whole numbers of a small unit. It is an aggregate and a window function; it
    leaves out NULL and values that are no numbers, and has no FILTER.
    """
    connection.execute(
        f"CREATE OR REPLACE MACRO exact_sum(x) AS "
        f"sum(TRY_CAST(x::DOUBLE * {_UNIT:.0f}::DOUBLE AS HUGEINT))::DOUBLE / {_UNIT:.0f}::DOUBLE"
    )


def stored_name(table: str) -> str:
    """The SQL name for the unchanged rows of a table in the files."""
    return f"_{table}" if table in JUDGED else table


def create(connection: duckdb.DuckDBPyConnection, logs: int) -> None:
    """Create the views in a database that has the tables of the files. ``logs`` is the number of logs in them."""
    add_exact_sum(connection)
    for name, query in _SETS.items():
        connection.execute(f"CREATE {'TABLE' if logs <= _LOGS_AT_ONCE else 'VIEW'} {name} AS {query}")
    for name, query in _VIEWS.items():
        connection.execute(f"CREATE VIEW {name} AS {query}")
