-- Outcomes of whoever took the first turn against the others, among players who opened with the same card: who starts
-- follows from the names of the cards melded, and cards differ.
WITH first_turn AS (
    SELECT log_id, arg_min(player_id, action) AS starter FROM actions WHERE action > 0 GROUP BY log_id
)
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players, 'first turn' AS item,
    c.card::VARCHAR AS stratum, c.log_id AS cluster,
    count(*) FILTER (c.player_id = f.starter) AS n,
    coalesce(sum(c.win_points) FILTER (c.player_id = f.starter), 0) AS s,
    count(*) FILTER (c.player_id <> f.starter) AS n0,
    coalesce(sum(c.win_points) FILTER (c.player_id <> f.starter), 0) AS s0
FROM card_games c JOIN games g USING (log_id) JOIN first_turn f USING (log_id)
WHERE c.counts AND c.opening_meld_times > 0
GROUP BY ALL
