-- Two cards dealt: outcomes after melding the first of them, and after melding the other, by game.
WITH dealt AS (
    SELECT log_id, seat, points, card, opening_meld_times IS NOT NULL AS melded
    FROM every.card_games JOIN outcomes USING (log_id, seat)
    WHERE counts_drawn AND opening_times > 0
)
SELECT
    a.card || ' ' || b.card AS item, '' AS stratum, r.number AS game,
    count(*) FILTER (a.melded) AS n, coalesce(sum(a.points) FILTER (a.melded), 0) AS s,
    count(*) FILTER (b.melded) AS n0, coalesce(sum(a.points) FILTER (b.melded), 0) AS s0
FROM dealt a
JOIN dealt b ON b.log_id = a.log_id AND b.seat = a.seat AND a.card < b.card AND a.melded <> b.melded
JOIN records r ON r.log_id = a.log_id
GROUP BY ALL
