-- Rounds from when a player could first claim a standard achievement to when they did, by game.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, 'age ' || a.age AS item,
    a.log_id AS cluster, count(*) AS n, sum((a.turn - a.claimable_turn) / g.players) AS s
FROM achievements a JOIN games g USING (log_id)
WHERE g.counts AND a.kind = 'standard' AND a.by = 'achieve' AND a.claimable_turn IS NOT NULL
GROUP BY ALL
