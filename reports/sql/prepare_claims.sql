-- Every action before which the player could claim a standard achievement: one row for each such action and age. The rules
-- of the game say what could be claimed after the action before. Actions are left out if that is unknown.
SELECT a.log_id, c.game, a.action, a.seat, a.kind, unnest(s.claimable) AS age
FROM every.actions a JOIN counted c USING (log_id)
JOIN every.states s ON s.log_id = a.log_id AND s.seat = a.seat AND s.action = a.action - 1
WHERE a.number >= 1
