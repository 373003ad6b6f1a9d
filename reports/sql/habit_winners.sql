-- What winners do and what losers do, by game.
SELECT
    item, '' AS stratum, game,
    count(*) FILTER (win_points > 0) AS n, exact_sum(if(win_points > 0, x, 0)) AS s,
    count(*) FILTER (win_points = 0) AS n0, exact_sum(if(win_points = 0, x, 0)) AS s0
FROM habits
GROUP BY ALL
