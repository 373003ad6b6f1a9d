-- Activations that another player shared, by game.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, d.card AS item, d.log_id AS cluster,
    count(*) AS n, count(*) FILTER (len(d.sharers) > 0) AS s
FROM dogmas d JOIN games g USING (log_id)
WHERE d.counted AND d.card IS NOT NULL
GROUP BY ALL
