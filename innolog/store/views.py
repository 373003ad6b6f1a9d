"""Views over the files of a dataset that count each game once, by the best of its records.

A batch is never rewritten, so its files cannot take later and better records into account. The views can.

There are three schemas of SQL. ``main`` has what people ask for: each game once (:data:`innolog.store.shown.VIEWS`).
``every`` has the rows of all logs. ``internal`` has the rows as they are in the files, and the sets that the views use.
"""

from __future__ import annotations

import duckdb

from innolog.store.identity import BEST_FIRST, CERTAIN
from innolog.store.schema import TABLES
from innolog.store.shown import OF_GAMES, OF_LOGS, VIEWS
from innolog.store.total_schema import TOTAL_TABLES

_HANDS = """
    SELECT log_id, coalesce(hands, 0) AS hands
    FROM internal.logs
    LEFT JOIN (SELECT log_id, count(*) FILTER (hand_known) AS hands FROM internal.players GROUP BY ALL) USING (log_id)
"""
#: How a player of a game is the same in all its logs.
_WHO = "coalesce('place ' || p.turn_order, p.player_id) AS who"
#: The logs that count, and the players that count with their logs: sets that all other views use.
_SETS = {
    "contested": f"""
        SELECT game_id FROM internal.logs WHERE {CERTAIN} GROUP BY game_id HAVING count(DISTINCT story_hash) > 1
    """,
    "copies": f"""
        SELECT DISTINCT game_id FROM (
            SELECT g.game_id, first_value(g.game_id) OVER (PARTITION BY g.likeness_hash ORDER BY {BEST_FIRST}) AS first
            FROM internal.logs g JOIN ({_HANDS}) s USING (log_id)
            WHERE {CERTAIN} AND g.game_id NOT IN (FROM internal.contested)
        ) WHERE game_id <> first
    """,
    "leading": f"""
        SELECT log_id FROM (
            SELECT
                g.log_id, g.game_id, g.verdict, row_number() OVER (PARTITION BY g.game_id ORDER BY {BEST_FIRST}) AS rank
            FROM internal.logs g JOIN ({_HANDS}) s USING (log_id)
        ) WHERE rank = 1 AND verdict = 'legal' AND game_id NOT IN (FROM internal.contested UNION FROM internal.copies)
    """,
    "drawing": f"""
        SELECT log_id, seat, game_id, who FROM (
            SELECT
                p.log_id, p.seat, g.game_id, {_WHO},
                row_number() OVER (PARTITION BY g.game_id, who ORDER BY {BEST_FIRST}) AS rank
            FROM internal.players p JOIN internal.logs g USING (log_id) JOIN ({_HANDS}) s USING (log_id)
            WHERE p.hand_known AND g.verdict = 'legal'
        ) WHERE rank = 1 AND game_id NOT IN (FROM internal.contested UNION FROM internal.copies)
    """,
    # The players of the logs that lead, and the log that shows the most of each.
    "shown": f"""
        SELECT
            l.log_id, l.seat, l.player_id,
            coalesce(d.log_id, l.log_id) AS from_log, coalesce(d.seat, l.seat) AS from_seat,
            d.log_id IS NOT NULL AS hand_known
        FROM (
            SELECT p.log_id, p.seat, p.player_id, p.game_id, {_WHO} FROM internal.players p
            WHERE log_id IN (FROM internal.leading)
        ) l LEFT JOIN internal.drawing d USING (game_id, who)
    """,
}
_COUNTS = "log_id IN (FROM internal.leading)"
_DRAWN = "(log_id, seat) IN (SELECT (log_id, seat) FROM internal.drawing)"
#: What replaces the columns of the files that say whether a row counts.
JUDGED = {
    "logs": {"counts": _COUNTS},
    "players": {"counts": _COUNTS, "counts_drawn": _DRAWN},
    "card_games": {"counts": _COUNTS, "counts_drawn": _DRAWN},
    "dogmas": {"counts": _COUNTS},
}
_SAME_GAME = f"""
    SELECT
        g.game_id,
        count(*) OVER game AS logs,
        row_number() OVER best AS rank,
        log_id IN (FROM internal.leading) AS counts,
        CASE
            WHEN g.game_id IN (FROM internal.contested) THEN 'different games of one table'
            WHEN g.game_id IN (FROM internal.copies) THEN 'near copy of another game'
            WHEN count(*) OVER game = 1 THEN 'only record'
            WHEN g.story_hash IS NULL OR count(*) OVER (PARTITION BY g.game_id, g.story_hash) = 1 THEN 'same table'
            WHEN g.table_id IS NULL OR count(*) OVER (PARTITION BY g.game_id, g.site, g.table_id) = 1
                THEN 'same actions'
            ELSE 'same table and actions'
        END AS because,
        g.log_id, g.source, g.site, g.table_id, g.verdict, s.hands, g.not_recorded
    FROM internal.logs g JOIN ({_HANDS}) s USING (log_id)
    WINDOW game AS (PARTITION BY g.game_id), best AS (PARTITION BY g.game_id ORDER BY {BEST_FIRST})
    ORDER BY g.game_id, rank
"""
#: Names of tables in SQL that are not in :data:`innolog.store.shown.VIEWS`.
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


def _of_games(table: str) -> str:
    """The query of a view in which each game occurs once."""
    columns = ", ".join({"hand_known": "s.hand_known"}.get(name, f't."{name}"') for name in VIEWS[table].names)
    if table == "players":
        return f"SELECT {columns} FROM internal.players t JOIN internal.shown s USING (log_id, seat)"
    if table == "card_games":
        for name in ("log_id", "seat", "player_id"):
            columns = columns.replace(f't."{name}"', f"s.{name}", 1)
        return (
            f"SELECT {columns} FROM internal.card_games t "
            "JOIN internal.shown s ON t.log_id = s.from_log AND t.seat = s.from_seat"
        )
    return f"SELECT {columns} FROM internal.{'logs' if table == 'games' else table} t WHERE t.{_COUNTS}"


def create(connection: duckdb.DuckDBPyConnection, logs: int) -> None:
    """Create the views in a database that has the rows of the files in ``internal``. ``logs`` is the number of logs."""
    add_exact_sum(connection)
    connection.execute("CREATE SCHEMA every")
    for name, query in _SETS.items():
        connection.execute(f"CREATE {'TABLE' if logs <= _LOGS_AT_ONCE else 'VIEW'} internal.{name} AS {query}")
    for name in (*TABLES, *TOTAL_TABLES):
        judged = ", ".join(f"{query} AS {column}" for column, query in JUDGED.get(name, {}).items())
        replaced = f"REPLACE ({judged})" if judged else ""
        connection.execute(f"CREATE VIEW every.{name} AS SELECT * {replaced} FROM internal.{name}")
    for name in OF_LOGS:
        connection.execute(f"CREATE VIEW {name} AS FROM every.{name}")
    for name in OF_GAMES:
        connection.execute(f"CREATE VIEW {name} AS {_of_games(name)}")
    connection.execute(f"CREATE VIEW same_game AS {_SAME_GAME}")
