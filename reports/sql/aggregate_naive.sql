-- Of sums by game (the query of a metric): the totals of those who take every event for a trial.
SELECT edition, sets, players, item, sum(naive_n)::DOUBLE AS naive_n, sum(naive_s)::DOUBLE AS naive_s
FROM sums JOIN counted USING (game)
GROUP BY ALL
