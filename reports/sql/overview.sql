-- The numbers of games and players of each group, and the versions of innolog that replayed them. Only games that
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
