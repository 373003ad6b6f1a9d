-- Players who could claim an achievement at an action of theirs, and those of them whom another player preceded, by
-- game.
WITH possible AS (SELECT DISTINCT log_id, game, seat, age FROM claims),
got AS (
    SELECT log_id, age, arg_min(seat, action * 1000 + event) AS seat
    FROM every.achievements WHERE kind = 'standard' GROUP BY ALL
)
SELECT 'age ' || p.age AS item, p.game, count(*) AS n, count(*) FILTER (g.seat <> p.seat) AS s
FROM possible p LEFT JOIN got g USING (log_id, age)
GROUP BY ALL
