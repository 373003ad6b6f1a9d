-- Outcomes by place in turn order, counted from the player with the first turn, by game.
SELECT 'place ' || (p.turn_order + 1) AS item, c.game, count(*) AS n, sum(p.win_points) AS s
FROM every.players p JOIN counted c USING (log_id)
WHERE p.turn_order IS NOT NULL
GROUP BY ALL
