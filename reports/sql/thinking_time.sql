-- Seconds that players took to choose an action, by kind of action. Choices after a pause of more than $pause seconds, and
-- free actions, are left out.
SELECT a.kind AS item, c.game, count(*) AS n, sum(a.thinking_seconds) AS s
FROM every.actions a JOIN counted c USING (log_id)
WHERE a.number >= 1 AND a.thinking_seconds <= $pause
GROUP BY ALL
