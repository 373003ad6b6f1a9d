-- Outcomes of each player, by game.
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players,
    any_value(p.name) OVER (PARTITION BY p.player_id) || ' (' || p.player_id || ')' AS item,
    p.log_id AS cluster, 1 AS n, p.win_points AS s
FROM players p JOIN games g USING (log_id)
WHERE p.counts
