-- Two cards dealt: outcomes after melding the first of them, and after melding the other, by player.
WITH dealt AS (
    SELECT log_id, player_id, win_points, card, opening_meld_times IS NOT NULL AS melded
    FROM card_games
    WHERE counts_drawn AND opening_times > 0
)
SELECT
    g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players,
    a.card || ' ' || b.card AS item, '' AS stratum, a.player_id AS cluster,
    count(*) FILTER (a.melded) AS n, coalesce(sum(a.win_points) FILTER (a.melded), 0) AS s,
    count(*) FILTER (b.melded) AS n0, coalesce(sum(a.win_points) FILTER (b.melded), 0) AS s0
FROM dealt a
JOIN dealt b ON b.log_id = a.log_id AND b.player_id = a.player_id AND a.card < b.card AND a.melded <> b.melded
JOIN games g ON g.log_id = a.log_id
GROUP BY ALL
