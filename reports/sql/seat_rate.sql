-- Outcomes by place in turn order after whoever took the first turn, by game.
WITH first_turn AS (
    SELECT log_id, arg_min(seat, action) AS starter FROM actions WHERE action > 0 GROUP BY log_id
)
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players,
    'place ' || ((p.seat - f.starter + g.players) % g.players + 1) AS item,
    p.log_id AS cluster, count(*) AS n, sum(p.win_points) AS s
FROM players p JOIN games g USING (log_id) JOIN first_turn f USING (log_id)
WHERE p.counts
GROUP BY ALL
