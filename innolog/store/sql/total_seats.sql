-- Sums of all players whose hidden cards are known, by group and cluster of players.
SELECT
    g.edition,
    array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
    g.players,
    (md5_number_lower(p.player_id) % 256)::SMALLINT AS cluster,
    count(*) AS n,
    sum(p.win_points) AS w
FROM players p JOIN logs g USING (log_id)
WHERE p.counts_drawn
GROUP BY ALL
