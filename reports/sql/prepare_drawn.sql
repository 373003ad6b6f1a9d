-- The draws from supply piles that count for the effect of draws (prepare_draws.sql). p is the chance of each card that
-- could be drawn, w and v are the outcomes less their means.
SELECT
    o.game, k.log_id, k.seat, o.card, o.card_set, o.age, o.action, 1 / (o.size - o.before) AS p,
    w.points - exact_sum(w.points) OVER alike / count(w.points) OVER alike AS w,
    coalesce(k.drawn_age - avg(k.drawn_age) OVER alike, 0) AS v
FROM seen o JOIN counted c USING (game) JOIN records r ON r.number = o.game
JOIN every.card_games k ON k.log_id = r.log_id AND k.card = o.card AND k.drawn_action = o.action
JOIN outcomes w ON w.log_id = k.log_id AND w.seat = k.seat
WHERE k.counts_drawn AND k.drawn_turn > 0 AND o.size > o.before + 1
WINDOW alike AS (PARTITION BY c.edition, c.sets, c.players, o.card_set, o.age, o.before)
