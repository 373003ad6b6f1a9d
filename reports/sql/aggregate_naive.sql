-- The totals for the naive interval, which treats every event as a trial, from sums by game (the query of a metric).
SELECT edition, sets, players, item, exact_sum(naive_n) AS naive_n, exact_sum(naive_s) AS naive_s
FROM sums JOIN counted USING (game)
GROUP BY ALL
