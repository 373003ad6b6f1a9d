-- Outcomes by place in turn order, counted from the player with the first turn, by game.
SELECT 'place ' || (p.place + 1) AS item, c.game, count(*) AS n, sum(p.win_points) AS s
FROM players p JOIN counted c USING (log_id)
WHERE p.place IS NOT NULL
GROUP BY ALL
