-- The number of games in which the player activates a card, and those in which other players with the same result do,
-- by game. At most $others games of the others.
WITH chosen AS (
    SELECT game FROM counted
    QUALIFY row_number() OVER (PARTITION BY edition, sets, players ORDER BY hash(game)) <= $others
),
mine AS (
    SELECT DISTINCT c.edition, c.sets, c.players FROM seated s JOIN counted c USING (game)
    WHERE s.person = $person::UBIGINT
),
compared AS (
    SELECT
        s.game, s.log_id, s.seat, s.person = $person::UBIGINT AS own, if(s.win_points > 0, 'won', 'lost') AS stratum,
        c.edition, c.sets, c.players
    FROM seated s JOIN counted c USING (game)
    JOIN mine m ON m.edition = c.edition AND m.sets = c.sets AND m.players = c.players
    WHERE s.person = $person::UBIGINT OR s.game IN (FROM chosen)
),
used AS (
    SELECT c.*, k.card FROM compared c JOIN every.card_games k ON k.log_id = c.log_id AND k.seat = c.seat
    WHERE k.dogma_times > 0
),
items AS (SELECT edition, sets, players, card FROM used GROUP BY ALL HAVING count(*) >= $uses),
times AS (
    SELECT game, stratum, card, count(*) FILTER (own) AS s, count(*) FILTER (NOT own) AS s0 FROM used GROUP BY ALL
),
sizes AS (
    SELECT game, stratum, edition, sets, players, count(*) FILTER (own) AS n, count(*) FILTER (NOT own) AS n0
    FROM compared GROUP BY ALL
)
SELECT i.card AS item, z.stratum, z.game, z.n, coalesce(t.s, 0) AS s, z.n0, coalesce(t.s0, 0) AS s0
FROM sizes z JOIN items i USING (edition, sets, players)
LEFT JOIN times t ON t.game = z.game AND t.stratum = z.stratum AND t.card = i.card
