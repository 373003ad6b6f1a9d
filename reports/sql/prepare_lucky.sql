-- The luck of each player of a reviewed game, all their draws and those of others together, and beta: how much of it
-- goes into the result. beta is fitted to other games of the group: games are divided into ten parts, and each part
-- has the slope of all others; a group of fewer than 20 games has no beta. Win points minus beta times luck have the same
-- expectation as win points, because that of luck is zero, and a smaller variance if luck explains a part of them.
WITH seats AS (
    SELECT
        r.number AS game, w.log_id, w.seat, w.points AS won, r.number % 10 AS part, r.leads,
        c.edition, c.sets, c.players, c.sides, coalesce(l.luck, 0) AS luck
    FROM outcomes w JOIN records r USING (log_id) JOIN counted c ON c.game = r.number
    JOIN logs g ON g.log_id = w.log_id AND g.review_deals IS NOT NULL
    LEFT JOIN (SELECT log_id, seat, exact_sum(luck) AS luck FROM every.luck GROUP BY ALL) l
        ON l.log_id = w.log_id AND l.seat = w.seat
    WHERE w.points IS NOT NULL
),
parts AS (
    SELECT
        edition, sets, players, part, count(DISTINCT game) AS games, exact_sum(luck * luck) AS xx,
        exact_sum(luck * (won - 1 / sides)) AS xy
    FROM seats WHERE leads GROUP BY ALL
),
others AS (
    SELECT
        o.edition, o.sets, o.players, o.part, exact_sum(t.xy) / exact_sum(t.xx) AS beta
    FROM (SELECT DISTINCT edition, sets, players, part FROM seats) o
    JOIN (SELECT edition, sets, players FROM parts GROUP BY ALL HAVING sum(games) >= 20) USING (edition, sets, players)
    JOIN parts t ON t.edition = o.edition AND t.sets = o.sets AND t.players = o.players AND t.part <> o.part
    GROUP BY ALL
)
SELECT s.game, s.log_id, s.seat, s.luck, o.beta, s.won - o.beta * s.luck AS points
FROM seats s LEFT JOIN others o USING (edition, sets, players, part)
