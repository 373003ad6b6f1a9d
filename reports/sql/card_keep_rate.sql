-- How often a card of the opening hand was melded, by cluster of players.
WITH offers AS (FROM total_cards WHERE rate = 'opening' AND n > 0),
kept AS (FROM total_cards WHERE rate = 'kept')
SELECT o.edition, o.sets, o.players, o.card AS item, o.cluster, o.n, coalesce(k.n, 0) AS s
FROM offers o LEFT JOIN kept k USING (edition, sets, players, card, cluster)
