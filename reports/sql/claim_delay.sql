-- Rounds from the first action at which a player could claim a standard achievement to the claim, by game.
SELECT 'age ' || a.age AS item, c.game, count(*) AS n, exact_sum((a.turn - a.claimable_turn) / c.players) AS s
FROM every.achievements a JOIN counted c USING (log_id)
WHERE a.kind = 'standard' AND a.by = 'achieve' AND a.claimable_turn IS NOT NULL
GROUP BY ALL
