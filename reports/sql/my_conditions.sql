-- The player's outcomes by who took the first turn and by how the game ended, by game.
SELECT if(turn_order = 0, 'took the first turn', 'did not take the first turn') AS item, game, 1 AS n, win_points AS s
FROM seated WHERE person = $person::UBIGINT AND turn_order IS NOT NULL
UNION ALL
SELECT 'game ended by ' || c.ended_by, m.game, 1, m.win_points
FROM seated m JOIN counted c USING (game)
WHERE m.person = $person::UBIGINT AND c.ended_by IS NOT NULL
