-- How many games and players each group has, and by which versions of innolog they were replayed. Only games that
-- statistics count.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players,
    count(DISTINCT g.log_id) AS games,
    count(DISTINCT p.player_id) AS people,
    count(*) FILTER (p.counts) AS player_games,
    string_agg(DISTINCT g.tool_version, ', ' ORDER BY g.tool_version) AS tool_version
FROM games g JOIN players p USING (log_id)
WHERE g.counts
GROUP BY ALL
ORDER BY games DESC, edition, sets, players
