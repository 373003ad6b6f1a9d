-- Round in which a player's k-th achievement came, by game.
SELECT 'achievement ' || a.number AS item, c.game, count(*) AS n, sum((a.turn - 1) // c.players + 1) AS s
FROM every.achievements a JOIN counted c USING (log_id)
WHERE a.number <= 8 AND a.turn > 0
GROUP BY ALL
