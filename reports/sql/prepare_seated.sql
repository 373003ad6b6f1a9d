-- The players of the games that count, with their seats.
SELECT c.game, c.log_id, c.players, p.seat, p.turn_order, p.win_points, coalesce(c.teams[p.seat + 1], p.seat) AS side, o.person
FROM every.players p JOIN counted c USING (log_id)
JOIN game_people o ON o.game = c.game AND (o.player_id = p.player_id OR p.player_id = p.player_name AND o.name = p.player_name)
