-- Outcomes of players who activated both cards of a pair, and of those who activated one of them, by game. Only the
-- most frequent pairs of each group: at least $pair_rows players, and among the first $pairs.
WITH used AS (
    SELECT c.edition, c.sets, c.players, c.game, k.seat, k.card, w.points
    FROM every.card_games k JOIN counted c USING (log_id) JOIN outcomes w ON w.log_id = k.log_id AND w.seat = k.seat
    WHERE k.dogma_times > 0
),
pairs AS (
    SELECT a.edition, a.sets, a.players, a.card AS one, b.card AS other
    FROM used a JOIN used b ON b.game = a.game AND b.seat = a.seat AND a.card < b.card
    GROUP BY a.edition, a.sets, a.players, one, other
    HAVING count(*) >= $pair_rows
    QUALIFY row_number() OVER (PARTITION BY a.edition, a.sets, a.players ORDER BY count(*) DESC, one, other) <= $pairs
),
users AS (
    SELECT p.one, p.other, u.game, u.seat, u.points FROM used u
    JOIN pairs p ON p.edition = u.edition AND p.sets = u.sets AND p.players = u.players AND u.card = p.one
    UNION ALL
    SELECT p.one, p.other, u.game, u.seat, u.points FROM used u
    JOIN pairs p ON p.edition = u.edition AND p.sets = u.sets AND p.players = u.players AND u.card = p.other
),
seats AS (
    SELECT one, other, game, seat, any_value(points) AS w, count(*) AS cards FROM users GROUP BY ALL
)
SELECT
    one || ' ' || other AS item, '' AS stratum, game,
    count(*) FILTER (cards = 2) AS n, coalesce(sum(w) FILTER (cards = 2), 0) AS s,
    count(*) FILTER (cards = 1) AS n0, coalesce(sum(w) FILTER (cards = 1), 0) AS s0
FROM seats GROUP BY ALL
