-- Of sums by cluster and stratum (the query of a metric): the difference of the means summed over strata, each with the
-- weight of its rows, and the squares of what each cluster adds to it. Strata with fewer than $minimum rows on either
-- side are left out.
WITH totals AS (
    SELECT
        edition, sets, players, item, stratum,
        sum(n)::DOUBLE AS n, sum(s)::DOUBLE AS s, sum(n0)::DOUBLE AS n0, sum(s0)::DOUBLE AS s0
    FROM sums
    GROUP BY ALL
    HAVING sum(n) >= $minimum AND sum(n0) >= $minimum
),
strata AS (
    SELECT *, (n + n0) / sum(n + n0) OVER (PARTITION BY edition, sets, players, item) AS share
    FROM totals
),
estimates AS (
    SELECT edition, sets, players, item, sum(share * (s / n - s0 / n0)) AS value
    FROM strata
    GROUP BY ALL
),
parts AS (
    SELECT
        x.edition, x.sets, x.players, x.item, x.cluster,
        sum(x.n) AS n,
        sum(t.share * ((x.s - t.s / t.n * x.n) / t.n - (x.s0 - t.s0 / t.n0 * x.n0) / t.n0)) AS part
    FROM sums x JOIN strata t USING (edition, sets, players, item, stratum)
    GROUP BY ALL
)
SELECT
    edition, sets, players, item, any_value(value) AS value,
    sum(n)::DOUBLE AS n,
    -- Clusters without a row of the item say nothing about it.
    (count(*) FILTER (n > 0))::DOUBLE AS clusters,
    sum(part * part) AS squares
FROM parts JOIN estimates USING (edition, sets, players, item)
GROUP BY ALL
ORDER BY ALL
