-- The player's outcomes against each opponent, by game.
WITH named AS (SELECT DISTINCT person, label AS item FROM game_people)
SELECT n.item, m.game, 1 AS n, any_value(m.win_points) AS s
FROM seated m JOIN seated o ON o.game = m.game AND o.side <> m.side JOIN named n ON n.person = o.person
WHERE m.person = $person::UBIGINT
GROUP BY ALL
