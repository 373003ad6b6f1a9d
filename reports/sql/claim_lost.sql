-- Players who could claim an achievement at an action of theirs, and those of them whom an opponent preceded, by game.
-- The members of a team are no opponents.
WITH possible AS (
    SELECT DISTINCT c.log_id, c.game, c.seat, c.age, o.side FROM claims c JOIN outcomes o USING (log_id, seat)
),
got AS (
    SELECT a.log_id, a.age, arg_min(o.side, a.action * 1000 + a.event) AS side
    FROM every.achievements a JOIN outcomes o USING (log_id, seat)
    WHERE a.kind = 'standard' GROUP BY ALL
)
SELECT 'age ' || p.age AS item, p.game, count(*) AS n, count(*) FILTER (g.side <> p.side) AS s
FROM possible p LEFT JOIN got g USING (log_id, age)
GROUP BY ALL
