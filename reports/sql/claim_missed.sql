-- Actions before which a claim was possible, and those that claimed nothing, by game.
SELECT 'any' AS item, game, count(DISTINCT action) AS n, count(DISTINCT action) FILTER (kind <> 'achieve') AS s
FROM claims GROUP BY ALL
UNION ALL
SELECT 'age ' || age, game, count(*), count(*) FILTER (kind <> 'achieve') FROM claims GROUP BY ALL
