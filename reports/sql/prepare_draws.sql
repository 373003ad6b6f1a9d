-- The effect of draws, computed as in a survival analysis. At each draw from a supply pile, every unseen card of the
-- pile is at risk, with the same chance p. n sums p * (1 - p) over the draws in which a card was at risk. s sums (1 if
-- the card was drawn, else 0, minus p) * (outcome minus the mean outcome of draws from that pile with as many cards
-- seen). s / n is compared with other cards of the pile. In longer games a card is at risk in more draws, whether it is
-- drawn or not. Only draws that the drawer's record shows count; a card that was drawn before is not at risk. Outcomes:
-- win points (s), and the drawer's highest top card before the draw (v).
WITH sizes AS (SELECT card_set, age, count(*) AS size FROM cards WHERE NOT relic GROUP BY ALL),
seen AS (
    SELECT
        r.number AS game, k.card,
        min(least(
            if(k.opening_times > 0 AND k.counts_drawn, 0, NULL), if(k.counts_drawn, k.drawn_action, NULL),
            k.opening_meld_action, k.melded_action, k.melded_effect_action, k.tucked_action, k.dogma_action,
            k.shared_action, k.demanded_action
        )) AS action
    FROM card_games k JOIN records r USING (log_id)
    WHERE k.counts OR k.counts_drawn
    GROUP BY ALL
),
ordered AS (
    SELECT
        s.game, s.card, p.card_set, p.age, s.action, z.size,
        rank() OVER (PARTITION BY s.game, p.card_set, p.age ORDER BY s.action) - 1 AS before
    FROM seen s JOIN cards p USING (card) JOIN sizes z USING (card_set, age)
    WHERE s.action IS NOT NULL AND NOT p.relic
),
draws AS (
    SELECT
        o.game, o.card, o.card_set, o.age, o.action, 1 / (o.size - o.before) AS p,
        k.win_points - avg(k.win_points) OVER alike AS w,
        coalesce(k.drawn_age - avg(k.drawn_age) OVER alike, 0) AS v
    FROM ordered o JOIN counted c USING (game) JOIN records r ON r.number = o.game
    JOIN card_games k ON k.log_id = r.log_id AND k.card = o.card AND k.drawn_action = o.action
    WHERE k.counts_drawn AND k.drawn_turn > 0 AND o.size > o.before + 1
    WINDOW alike AS (PARTITION BY c.edition, c.sets, c.players, o.card_set, o.age, o.before)
),
items AS (SELECT DISTINCT c.edition, c.sets, c.players, d.card_set, d.age, d.card FROM draws d JOIN counted c USING (game)),
piles AS (
    SELECT game, card_set, age, sum(p * w) AS s, sum(p * v) AS v, sum(p * (1 - p)) AS n FROM draws GROUP BY ALL
),
at_risk AS (
    -- Cards that were drawn or seen otherwise: the draws up to that action. The order of several draws in one action is
    -- unknown: the card was at risk in each.
    -- A pile has few cards, so there are few pairs. (For an ASOF join, DuckDB took twenty times as long.)
    SELECT o.game, o.card, sum(d.p * (1 - d.p)) AS n, -sum(d.p * d.w) AS s, -sum(d.p * d.v) AS v
    FROM ordered o JOIN draws d USING (game, card_set, age)
    WHERE o.action > 0 AND d.action <= o.action
    GROUP BY ALL
    UNION ALL
    -- Cards that were never drawn: all draws from the pile.
    SELECT p.game, i.card, p.n, -p.s, -p.v
    FROM piles p JOIN counted c USING (game) JOIN items i USING (edition, sets, players, card_set, age)
    WHERE NOT EXISTS (FROM seen s WHERE s.game = p.game AND s.card = i.card AND s.action IS NOT NULL)
    UNION ALL
    -- The draw that gave the card.
    SELECT game, card, 0, w, v FROM draws
)
SELECT game, card, sum(n) AS n, sum(s) AS s, sum(v) AS v FROM at_risk GROUP BY ALL HAVING sum(n) > 0
