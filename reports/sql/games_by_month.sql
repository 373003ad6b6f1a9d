-- Games whose date is recorded: one row for each month in which games of the group began.
WITH dated AS (
    SELECT game, edition, sets, players, strftime(started_at, '%Y-%m') AS month FROM counted WHERE started_at IS NOT NULL
),
months AS (SELECT DISTINCT edition, sets, players, month FROM dated)
SELECT m.month AS item, d.game, 1 AS n, (d.month = m.month)::INTEGER AS s
FROM dated d JOIN months m USING (edition, sets, players)
