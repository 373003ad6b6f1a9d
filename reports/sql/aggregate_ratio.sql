-- Of sums by cluster (the query of a metric): their totals and squares, by group and item. {n} and {s} name the sums
-- whose squares say how much clusters vary.
SELECT
    edition, sets, players, item,
    sum(n)::DOUBLE AS n,
    sum(s)::DOUBLE AS s,
    (count(*) FILTER (n > 0))::DOUBLE AS clusters,
    sum({n}::DOUBLE * {n}) AS nn,
    sum({s}::DOUBLE * {n}) AS sn,
    sum({s}::DOUBLE * {s}) AS ss
FROM sums
GROUP BY ALL
HAVING sum(n) > 0
ORDER BY ALL
