-- How games end, a row for each kind of ending.
WITH kinds AS (SELECT unnest(['achievements', 'score', 'dogma']) AS item)
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, k.item, g.log_id AS cluster,
    1 AS n, (g.ended_by = k.item)::INTEGER AS s
FROM games g, kinds k
WHERE g.counts
