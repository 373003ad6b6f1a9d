-- Actions of each kind, by game. Free actions are left out.
WITH taken AS (
    SELECT c.game, a.kind FROM every.actions a JOIN counted c USING (log_id) WHERE a.number >= 1
),
kinds AS (SELECT DISTINCT kind FROM taken),
by_game AS (SELECT game, count(*) AS n FROM taken GROUP BY ALL)
SELECT k.kind AS item, g.game, g.n, count(t.kind) AS s
FROM by_game g CROSS JOIN kinds k LEFT JOIN taken t ON t.game = g.game AND t.kind = k.kind
GROUP BY ALL
