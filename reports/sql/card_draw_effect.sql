-- First draws of a card against first draws of another card of the same supply pile (set and age) in the same phase of
-- the game, by cluster of games.
WITH draws AS (
    SELECT d.*, c.card_set, c.age FROM total_draws d JOIN cards c USING (card)
),
piles AS (
    SELECT edition, sets, players, card_set, age, phase, cluster, sum(n) AS n, sum(w) AS w
    FROM draws GROUP BY ALL
),
items AS (SELECT DISTINCT edition, sets, players, card_set, age, card FROM draws)
SELECT
    i.edition, i.sets, i.players, i.card AS item, p.phase::VARCHAR AS stratum, p.cluster,
    coalesce(d.n, 0) AS n, coalesce(d.w, 0) AS s,
    p.n - coalesce(d.n, 0) AS n0, p.w - coalesce(d.w, 0) AS s0
FROM items i
JOIN piles p USING (edition, sets, players, card_set, age)
LEFT JOIN draws d USING (edition, sets, players, card, phase, cluster)
