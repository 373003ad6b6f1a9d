-- The players of the games that count, with their seats, sides, and the win points of their sides (prepare_outcomes.sql).
SELECT c.game, c.log_id, c.players, p.seat, p.turn_order, w.points AS win_points, w.side, o.person
FROM every.players p JOIN counted c USING (log_id) JOIN outcomes w ON w.log_id = p.log_id AND w.seat = p.seat
JOIN game_people o ON o.game = c.game AND (o.player_id = p.player_id OR p.player_id = p.player_name AND o.name = p.player_name)
