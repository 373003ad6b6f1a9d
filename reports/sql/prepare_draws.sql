-- The effect of draws, computed as in a survival analysis. At each draw from a supply pile, every unseen card of the
-- pile is at risk, with the same chance p. n sums p * (1 - p) over the draws in which a card was at risk. s sums (1 if
-- the card was drawn, else 0, minus p) * (outcome minus the mean outcome of draws from that pile with as many cards
-- seen). s / n is compared with other cards of the pile. In longer games a card is at risk in more draws, whether it is
-- drawn or not. Only draws that the drawer's record shows count; a card that was drawn before is not at risk. Outcomes:
-- win points (s), and the drawer's highest top card before the draw (v). {drawn} has the draws.
WITH items AS (SELECT DISTINCT c.edition, c.sets, c.players, d.card_set, d.age, d.card FROM {drawn} d JOIN counted c USING (game)),
piles AS (
    SELECT game, card_set, age, exact_sum(p * w) AS s, exact_sum(p * v) AS v, exact_sum(p * (1 - p)) AS n FROM {drawn} GROUP BY ALL
),
at_risk AS (
    -- Cards that were drawn or seen otherwise: the draws up to that action. The order of several draws in one action is
    -- unknown: the card was at risk in each.
    -- A pile has few cards, so there are few pairs.
    SELECT o.game, o.card, exact_sum(d.p * (1 - d.p)) AS n, -exact_sum(d.p * d.w) AS s, -exact_sum(d.p * d.v) AS v
    FROM seen o JOIN {drawn} d USING (game, card_set, age)
    WHERE o.action > 0 AND d.action <= o.action
    GROUP BY ALL
    UNION ALL
    -- Cards that were never drawn: all draws from the pile.
    SELECT p.game, i.card, p.n, -p.s, -p.v
    FROM piles p JOIN counted c USING (game) JOIN items i USING (edition, sets, players, card_set, age)
    WHERE NOT EXISTS (FROM seen s WHERE s.game = p.game AND s.card = i.card)
    UNION ALL
    -- The draw that gave the card.
    SELECT game, card, 0, w, v FROM {drawn}
)
SELECT game, card, exact_sum(n) AS n, exact_sum(s) AS s, exact_sum(v) AS v FROM at_risk GROUP BY ALL HAVING exact_sum(n) > 0
