-- First draws of a card against first draws of another card of the same supply pile (set and age) in the same phase of
-- the game (four rounds each), by game. Only draws in records that show every draw of the player: one that is known
-- because of what became of the card later is no random draw.
WITH draws AS (
    SELECT
        r.number AS game, k.card, p.card_set, p.age,
        least((k.drawn_turn - 1) // (4 * c.players), 5) AS phase,
        count(*) AS n, sum(k.win_points) AS w
    FROM card_games k JOIN records r USING (log_id) JOIN counted c ON c.game = r.number JOIN cards p USING (card)
    WHERE k.counts_drawn AND k.drawn_turn > 0
    GROUP BY ALL
),
piles AS (SELECT game, card_set, age, phase, sum(n) AS n, sum(w) AS w FROM draws GROUP BY ALL),
items AS (SELECT DISTINCT edition, sets, players, card_set, age, card FROM draws JOIN counted USING (game))
SELECT
    i.card AS item, p.phase AS stratum, p.game,
    coalesce(d.n, 0) AS n, coalesce(d.w, 0) AS s,
    p.n - coalesce(d.n, 0) AS n0, p.w - coalesce(d.w, 0) AS s0
FROM piles p JOIN counted c USING (game) JOIN items i USING (edition, sets, players, card_set, age)
LEFT JOIN draws d ON d.game = p.game AND d.card = i.card AND d.phase = p.phase
