-- Outcomes of players who saw a card and of those who did not, by cluster of players.
WITH seen AS (FROM total_cards WHERE rate = 'seen' AND n > 0),
items AS (SELECT DISTINCT edition, sets, players, card FROM seen)
SELECT
    i.edition, i.sets, i.players, i.card AS item, '' AS stratum, t.cluster,
    coalesce(s.n, 0) AS n, coalesce(s.w, 0) AS s,
    t.n - coalesce(s.n, 0) AS n0, t.w - coalesce(s.w, 0) AS s0
FROM items i
JOIN total_seats t USING (edition, sets, players)
LEFT JOIN seen s USING (edition, sets, players, card, cluster)
