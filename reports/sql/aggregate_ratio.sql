-- The mean of each item, from sums by game (the query of a metric). Each game has its contribution r to the error, and
-- its share h of all rows.
totals AS (
    SELECT edition, sets, players, item, exact_sum(n) AS n, exact_sum(s) AS s, count(*) AS games,
        if(min(sides) = max(sides), min(sides), NULL) AS sides
    FROM sums JOIN counted USING (game)
    WHERE n > 0
    GROUP BY ALL
),
estimates AS (
    SELECT *, row_number() OVER () AS i, s / n AS value, NULL AS strata, NULL AS bounded, false AS alike FROM totals
),
parts AS (
    SELECT e.i, x.game, (x.s - e.value * x.n) / e.n AS r, x.n / e.n AS h
    FROM sums x JOIN counted c USING (game) JOIN estimates e USING (edition, sets, players, item)
    WHERE x.n > 0
)
