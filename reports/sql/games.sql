-- The games that count, the newest first; games without a date come last. Minutes include pauses.
SELECT
    c.log_id, c.started_at AS started, c.edition, c.sets, c.players, c.ended_by, c.turns, c.seconds / 60 AS minutes, g.source
FROM counted c JOIN logs g USING (log_id)
ORDER BY c.started_at DESC NULLS LAST, g.source, c.log_id
