-- How many games and players each group has, and by which versions of innolog they were replayed. Only games that
-- statistics count.
WITH people AS (
    SELECT edition, sets, players, count(DISTINCT person) AS people, count(*) AS player_games
    FROM counted JOIN game_people USING (game)
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
