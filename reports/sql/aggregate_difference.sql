-- The difference of means, summed over strata with the weight of their rows, from sums by game and stratum (the query
-- of a metric). Each game has its contribution r to the error, and its share h of all rows. Strata with fewer than
-- $minimum rows on either side are left out. An item keeps its strata (n, s, n0, s0), and whether its rows can be shares,
-- from 0 to 1, and whether one of its sides has no variance except for rounding.
strata_totals AS (
    SELECT
        edition, sets, players, item, stratum,
        exact_sum(n) AS n, exact_sum(s) AS s, exact_sum(n0) AS n0, exact_sum(s0) AS s0,
        coalesce(bool_and(s >= 0 AND s <= n + 1e-9 AND s0 >= 0 AND s0 <= n0 + 1e-9), false) AS bounded
    FROM sums JOIN counted USING (game)
    GROUP BY ALL
    HAVING exact_sum(n) >= $minimum AND exact_sum(n0) >= $minimum
),
strata AS (
    SELECT *, (n + n0) / exact_sum(n + n0) OVER (PARTITION BY edition, sets, players, item) AS share FROM strata_totals
),
by_game AS (
    SELECT
        edition, sets, players, item, x.game, exact_sum(x.n) AS n,
        exact_sum(t.share * (x.s - t.s / t.n * x.n) / t.n) AS r1,
        exact_sum(t.share * (x.s0 - t.s0 / t.n0 * x.n0) / t.n0) AS r0,
        exact_sum(t.share * (x.n / t.n + x.n0 / t.n0) / 2) AS h
    FROM sums x JOIN counted c USING (game) JOIN strata t USING (edition, sets, players, item, stratum)
    GROUP BY ALL
),
estimates AS (
    SELECT
        edition, sets, players, item, v.one - v.other AS value, g.n, g.games, NULL AS sides, v.strata, v.bounded,
        g.squares1 <= 1e-24 * v.one * v.one OR g.squares0 <= 1e-24 * v.other * v.other AS alike,
        row_number() OVER () AS i
    FROM (
        SELECT
            edition, sets, players, item, exact_sum(share * s / n) AS one, exact_sum(share * s0 / n0) AS other,
            list([n, s, n0, s0]::DOUBLE[] ORDER BY stratum) AS strata, bool_and(bounded) AS bounded
        FROM strata GROUP BY ALL
    ) v
    JOIN (
        SELECT
            edition, sets, players, item, exact_sum(n) AS n, count(*) FILTER (n > 0) AS games,
            exact_sum(r1 * r1) AS squares1, exact_sum(r0 * r0) AS squares0
        FROM by_game GROUP BY ALL
    ) g USING (edition, sets, players, item)
),
parts AS (
    SELECT e.i, b.game, b.r1 - b.r0 AS r, b.h
    FROM by_game b JOIN estimates e USING (edition, sets, players, item)
)
