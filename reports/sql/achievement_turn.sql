-- Round in which a player's k-th achievement came, by game.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, 'achievement ' || a.number AS item,
    a.log_id AS cluster, count(*) AS n, sum((a.turn - 1) // g.players + 1) AS s
FROM achievements a JOIN games g USING (log_id)
WHERE g.counts AND a.number <= 8 AND a.turn > 0
GROUP BY ALL
