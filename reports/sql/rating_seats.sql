-- The seats of the games that count: side is the team, or the seat of a player who plays alone; points are the win
-- points of the side. The item is the player's name and id.
WITH named AS (SELECT DISTINCT person, label AS item FROM game_people)
SELECT
    c.edition, c.sets, c.players, s.game, n.item, s.person, s.side::INTEGER AS side,
    coalesce(s.turn_order = 0, false)::INTEGER AS first, s.win_points AS points
FROM seated s JOIN counted c USING (game) JOIN named n USING (person)
ORDER BY c.edition, c.sets, c.players, s.game, s.seat
