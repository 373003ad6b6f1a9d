-- Outcomes of players who never saw a card, by game.
WITH seats AS (
    SELECT r.number AS game, count(*) AS n, sum(p.win_points) AS w
    FROM every.players p JOIN records r USING (log_id)
    WHERE p.counts_drawn
    GROUP BY ALL
),
seen AS (
    SELECT r.number AS game, k.card, count(*) AS n, sum(k.win_points) AS w
    FROM every.card_games k JOIN records r USING (log_id)
    WHERE k.counts_drawn
    GROUP BY ALL
),
items AS (SELECT DISTINCT edition, sets, players, card FROM seen JOIN counted USING (game))
SELECT i.card AS item, t.game, t.n - coalesce(s.n, 0) AS n, t.w - coalesce(s.w, 0) AS s
FROM seats t JOIN counted c USING (game) JOIN items i USING (edition, sets, players)
LEFT JOIN seen s ON s.game = t.game AND s.card = i.card
WHERE t.n > coalesce(s.n, 0)
