-- Outcomes of the player with the first turn and of the others, among players who opened with the same card. The names
-- of the melded cards decide who starts, and cards differ in strength.
SELECT
    'first turn' AS item, k.card AS stratum, c.game,
    count(*) FILTER (p.turn_order = 0) AS n,
    coalesce(sum(w.points) FILTER (p.turn_order = 0), 0) AS s,
    count(*) FILTER (p.turn_order > 0) AS n0,
    coalesce(sum(w.points) FILTER (p.turn_order > 0), 0) AS s0
FROM every.card_games k JOIN counted c USING (log_id) JOIN every.players p ON p.log_id = k.log_id AND p.seat = k.seat
JOIN outcomes w ON w.log_id = k.log_id AND w.seat = k.seat
WHERE k.opening_meld_times > 0 AND p.turn_order IS NOT NULL
GROUP BY ALL
