-- Outcomes of players who never saw a card, by game.
WITH seats AS (
    SELECT r.number AS game, count(*) AS n, sum(o.points) AS w
    FROM every.players p JOIN records r USING (log_id) JOIN outcomes o ON o.log_id = p.log_id AND o.seat = p.seat
    WHERE p.counts_drawn
    GROUP BY ALL
),
seen AS (
    SELECT r.number AS game, k.card, count(*) AS n, sum(o.points) AS w
    FROM every.card_games k JOIN records r USING (log_id) JOIN outcomes o ON o.log_id = k.log_id AND o.seat = k.seat
    WHERE k.counts_drawn
    GROUP BY ALL
),
items AS (SELECT DISTINCT edition, sets, players, card FROM seen JOIN counted USING (game))
SELECT i.card AS item, t.game, t.n - coalesce(s.n, 0) AS n, t.w - coalesce(s.w, 0) AS s
FROM seats t JOIN counted c USING (game) JOIN items i USING (edition, sets, players)
LEFT JOIN seen s ON s.game = t.game AND s.card = i.card
WHERE t.n > coalesce(s.n, 0)
