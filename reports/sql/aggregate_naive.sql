-- The totals for the naive interval, which treats every event as a trial, from sums by game (the query of a metric).
SELECT edition, sets, players, item, sum(naive_n)::DOUBLE AS naive_n, sum(naive_s)::DOUBLE AS naive_s
FROM sums JOIN counted USING (game)
GROUP BY ALL
