-- The number of times that the lead (most achievements, then most points) passed from one player to another, by game.
-- Actions are skipped if somebody's points are unknown after them.
WITH leaders AS (
    SELECT
        s.log_id, s.action,
        arg_max(s.seat, s.value) AS leader,
        count(*) FILTER (s.value = s.best) AS together
    FROM (
        SELECT *, achievements_count::INTEGER * 100000 + score AS value,
            max(achievements_count::INTEGER * 100000 + score) OVER (PARTITION BY log_id, action) AS best
        FROM every.states
        WHERE log_id IN (SELECT log_id FROM counted)
        QUALIFY bool_and(score IS NOT NULL AND achievements_count IS NOT NULL) OVER (PARTITION BY log_id, action)
    ) s
    GROUP BY ALL
),
alone AS (
    SELECT log_id, leader, lag(leader) OVER (PARTITION BY log_id ORDER BY action) AS previous
    FROM leaders WHERE together = 1
)
SELECT 'lead changes' AS item, c.game, 1 AS n, count(a.leader) FILTER (a.leader <> a.previous) AS s
FROM counted c LEFT JOIN alone a USING (log_id)
GROUP BY ALL
