-- The draws from supply piles that count for the effect of draws (prepare_draws.sql). p is the chance of each card that
-- could be drawn, w and v are the outcomes less their means.
SELECT
    o.game, k.log_id, k.seat, o.card, o.card_set, o.age, o.action, 1 / (o.size - o.before) AS p,
    k.win_points - exact_sum(k.win_points) OVER alike / count(k.win_points) OVER alike AS w,
    coalesce(k.drawn_age - avg(k.drawn_age) OVER alike, 0) AS v
FROM seen o JOIN counted c USING (game) JOIN records r ON r.number = o.game
JOIN every.card_games k ON k.log_id = r.log_id AND k.card = o.card AND k.drawn_action = o.action
WHERE k.counts_drawn AND k.drawn_turn > 0 AND o.size > o.before + 1
WINDOW alike AS (PARTITION BY c.edition, c.sets, c.players, o.card_set, o.age, o.before)
