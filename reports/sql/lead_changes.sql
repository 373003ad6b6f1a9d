-- The number of times that the lead (most achievements, then most points) passed from one side to another, by game. The
-- members of a team have theirs together. Actions are skipped if somebody's points are unknown after them.
WITH sides AS (
    SELECT
        s.log_id, s.action, o.side, sum(s.achievements_count::INTEGER * 100000 + s.score)::BIGINT AS value,
        count(*) = count(s.achievements_count + s.score) AS known
    FROM every.states s JOIN counted c USING (log_id) JOIN outcomes o ON o.log_id = s.log_id AND o.seat = s.seat
    GROUP BY ALL
),
leaders AS (
    -- The first and the last side with the highest value are the same if one leads alone. A window takes longer.
    SELECT log_id, action, 99 - max(100 * value + 99 - side) % 100 AS leader, max(100 * value + side) % 100 AS last
    FROM sides GROUP BY ALL HAVING bool_and(known)
),
alone AS (
    SELECT log_id, leader, lag(leader) OVER (PARTITION BY log_id ORDER BY action) AS previous
    FROM leaders WHERE leader = last
)
SELECT 'lead changes' AS item, c.game, 1 AS n, count(a.leader) FILTER (a.leader <> a.previous) AS s
FROM counted c LEFT JOIN alone a USING (log_id)
GROUP BY ALL
