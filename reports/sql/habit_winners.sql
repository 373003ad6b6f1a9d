-- What winners do and what losers do, by game.
SELECT
    item, '' AS stratum, game,
    count(*) FILTER (win_points > 0) AS n, coalesce(sum(x) FILTER (win_points > 0), 0) AS s,
    count(*) FILTER (win_points = 0) AS n0, coalesce(sum(x) FILTER (win_points = 0), 0) AS s0
FROM habits
GROUP BY ALL
