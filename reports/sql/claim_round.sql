-- Round in which a standard achievement was first claimed, by game.
SELECT 'age ' || a.age AS item, c.game, 1 AS n, (min(a.turn) - 1) // any_value(c.players) + 1 AS s
FROM every.achievements a JOIN counted c USING (log_id)
WHERE a.kind = 'standard' AND a.turn > 0
GROUP BY a.age, c.game
