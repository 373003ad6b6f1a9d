-- Outcomes of whoever took the first turn against the others, among players who opened with the same card: who starts
-- follows from the names of the cards melded, and cards differ.
SELECT
    'first turn' AS item, k.card AS stratum, c.game,
    count(*) FILTER (p.place = 0) AS n,
    coalesce(sum(k.win_points) FILTER (p.place = 0), 0) AS s,
    count(*) FILTER (p.place > 0) AS n0,
    coalesce(sum(k.win_points) FILTER (p.place > 0), 0) AS s0
FROM card_games k JOIN counted c USING (log_id) JOIN players p ON p.log_id = k.log_id AND p.seat = k.seat
WHERE k.opening_meld_times > 0 AND p.place IS NOT NULL
GROUP BY ALL
