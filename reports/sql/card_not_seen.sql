-- Outcomes of players who never saw a card, by cluster of players.
WITH seen AS (FROM total_cards WHERE rate = 'seen' AND n > 0),
items AS (SELECT DISTINCT edition, sets, players, card FROM seen)
SELECT
    i.edition, i.sets, i.players, i.card AS item, t.cluster,
    t.n - coalesce(s.n, 0) AS n, t.w - coalesce(s.w, 0) AS s
FROM items i
JOIN total_seats t USING (edition, sets, players)
LEFT JOIN seen s USING (edition, sets, players, card, cluster)
WHERE t.n > coalesce(s.n, 0)
