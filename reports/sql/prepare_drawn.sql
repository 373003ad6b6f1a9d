-- The draws from supply piles that count for the effect of draws (prepare_draws.sql). p is the chance of each card that
-- could be drawn, w and v are the outcomes less their means. If several players draw a card with the same action, because
-- it was returned in between, only the first of them draws a card that nobody had seen; events tell who that is.
WITH fresh AS (
    SELECT
        o.game, k.log_id, k.seat, o.card, o.card_set, o.age, o.action, o.before, 1 / (o.size - o.before) AS p,
        k.drawn_age, count(*) OVER (PARTITION BY o.game, o.card) > 1 AS again
    FROM seen o JOIN records r ON r.number = o.game
    JOIN every.card_games k ON k.log_id = r.log_id AND k.card = o.card AND k.drawn_action = o.action
    WHERE k.counts_drawn AND k.drawn_turn > 0 AND o.size > o.before + 1
),
doubled AS (
    SELECT f.game, f.card, arg_min(f.seat, e.event) AS seat
    FROM fresh f JOIN every.events e ON e.log_id = f.log_id AND e.action = f.action AND e.card = f.card AND e.to_seat = f.seat
    WHERE f.again AND e.from_zone = 'deck'
    GROUP BY ALL
)
SELECT
    f.game, f.log_id, f.seat, f.card, f.card_set, f.age, f.action, f.p,
    w.points - exact_sum(w.points) OVER alike / count(w.points) OVER alike AS w,
    coalesce(f.drawn_age - avg(f.drawn_age) OVER alike, 0) AS v
FROM fresh f JOIN counted c USING (game) JOIN outcomes w ON w.log_id = f.log_id AND w.seat = f.seat
LEFT JOIN doubled d ON d.game = f.game AND d.card = f.card
WHERE NOT f.again OR f.seat = d.seat
WINDOW alike AS (PARTITION BY c.edition, c.sets, c.players, f.card_set, f.age, f.before)
