-- Sums of first draws by group, card, phase of the game and cluster of games. Only draws in logs that show every draw
-- of the player: one that is known because of what became of the card later is no random draw.
SELECT
    g.edition,
    array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
    g.players,
    c.card,
    least((c.drawn_turn - 1) // (4 * g.players), 5)::SMALLINT AS phase,
    (md5_number_lower(g.game_id) % 256)::SMALLINT AS cluster,
    count(*) AS n,
    sum(c.win_points) AS w
FROM card_games c JOIN logs g USING (log_id)
WHERE c.counts_drawn AND c.drawn_turn > 0
GROUP BY ALL
