-- Outcomes by place in turn order, counted from the player with the first turn, by game. {points} is
-- the outcome, {join} joins what that needs.
SELECT 'place ' || (p.turn_order + 1) AS item, c.game, count(*) AS n, sum({points}) AS s
FROM every.players p JOIN counted c USING (log_id)
{join}
WHERE p.turn_order IS NOT NULL
GROUP BY ALL
