-- The draw effect with the names of each pile's cards exchanged in each game: every effect that is found is chance.
WITH items AS (
    SELECT DISTINCT c.edition, c.sets, c.players, d.card FROM draws d JOIN counted c USING (game)
),
names AS (
    SELECT
        i.*, p.card_set, p.age,
        row_number() OVER (PARTITION BY i.edition, i.sets, i.players, p.card_set, p.age ORDER BY i.card) - 1 AS place,
        count(*) OVER (PARTITION BY i.edition, i.sets, i.players, p.card_set, p.age) AS cards
    FROM items i JOIN cards p USING (card)
)
SELECT o.card AS item, d.game, exact_sum(d.n) AS n, exact_sum(d.s) AS s
FROM draws d JOIN counted c USING (game) JOIN names m USING (edition, sets, players, card)
JOIN names o ON o.edition = m.edition AND o.sets = m.sets AND o.players = m.players AND o.card_set = m.card_set
    AND o.age = m.age AND o.place = (m.place + hash(d.game, m.age) % m.cards) % m.cards
GROUP BY ALL
