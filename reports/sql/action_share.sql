-- Actions of each kind that occurs in the group, by game. Free actions are left out.
WITH taken AS (
    SELECT c.game, c.edition, c.sets, c.players, a.kind
    FROM every.actions a JOIN counted c USING (log_id) WHERE a.number >= 1
),
kinds AS (SELECT DISTINCT edition, sets, players, kind FROM taken),
by_game AS (SELECT game, edition, sets, players, count(*) AS n FROM taken GROUP BY ALL)
SELECT k.kind AS item, g.game, g.n, count(t.kind) AS s
FROM by_game g JOIN kinds k USING (edition, sets, players) LEFT JOIN taken t ON t.game = g.game AND t.kind = k.kind
GROUP BY ALL
