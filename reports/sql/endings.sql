-- How games end: one row for each kind of ending.
WITH kinds AS (SELECT unnest(['achievements', 'score', 'dogma']) AS item)
SELECT k.item, c.game, 1 AS n, (c.ended_by = k.item)::INTEGER AS s
FROM counted c, kinds k
