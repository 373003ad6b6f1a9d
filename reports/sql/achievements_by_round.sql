-- How many achievements the winners and the others of a game have had on average by the end of each round, lost ones
-- included. A game that has ended keeps its last number. The last round is one that one game in twenty outlasts.
WITH sides AS (
    SELECT c.edition, c.sets, c.players, c.game, c.log_id, p.seat, p.win_points > 0 AS winner
    FROM every.players p JOIN counted c USING (log_id)
),
seats AS (SELECT edition, sets, players, game, winner, count(*) AS seats FROM sides GROUP BY ALL),
lasting AS (
    SELECT edition, sets, players, quantile_disc((turns + players - 1) // players, 0.95) AS last FROM counted GROUP BY ALL
),
rounds AS (SELECT edition, sets, players, unnest(range(1, last::BIGINT + 1)) AS round FROM lasting),
got AS (
    SELECT s.game, s.winner, (a.turn - 1) // s.players + 1 AS round, count(*) AS got
    FROM every.achievements a JOIN sides s USING (log_id, seat)
    WHERE a.turn > 0
    GROUP BY ALL
),
by_game AS (
    SELECT
        s.edition, s.sets, s.players, s.winner, r.round,
        sum(coalesce(g.got, 0)) OVER (PARTITION BY s.game, s.winner ORDER BY r.round) / s.seats AS had
    FROM seats s JOIN rounds r USING (edition, sets, players)
    LEFT JOIN got g ON g.game = s.game AND g.winner = s.winner AND g.round = r.round
)
SELECT
    edition, sets, players, winner, round, count(*) AS games, exact_sum(had) / count(*) AS value,
    sqrt(greatest(exact_sum(had * had) / count(*) - (exact_sum(had) / count(*)) ** 2, 0) / greatest(count(*) - 1, 1)) AS error
FROM by_game
GROUP BY edition, sets, players, winner, round
ORDER BY edition, sets, players, winner DESC, round
