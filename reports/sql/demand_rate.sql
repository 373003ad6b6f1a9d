-- Victims of demands, and how many of them lost or moved a card by it, by game.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, d.card AS item, d.log_id AS cluster,
    sum(len(d.victims)) AS n, sum(len(d.yielded)) AS s
FROM dogmas d JOIN games g USING (log_id)
WHERE d.counted AND d.card IS NOT NULL AND len(d.victims) > 0
GROUP BY ALL
