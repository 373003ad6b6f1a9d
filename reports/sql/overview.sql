-- How many games and players each group has, and by which versions of innolog they were replayed. Only games that
-- statistics count. Distinct players are counted by a hash of 64 bits, which is faster than by their ids.
WITH counted AS (
    SELECT
        log_id, edition, array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') AS sets,
        players, tool_version
    FROM games
    WHERE counts
),
people AS (
    SELECT
        edition, sets, players,
        count(DISTINCT hash(p.player_id)) AS people,
        count(*) FILTER (p.counts) AS player_games
    FROM counted JOIN players p USING (log_id)
    GROUP BY ALL
),
groups AS (
    SELECT edition, sets, players, count(*) AS games,
        string_agg(DISTINCT tool_version, ', ' ORDER BY tool_version) AS tool_version
    FROM counted
    GROUP BY ALL
)
SELECT edition, sets, players, games, people, player_games, tool_version
FROM groups JOIN people USING (edition, sets, players)
ORDER BY games DESC, edition, sets, players
