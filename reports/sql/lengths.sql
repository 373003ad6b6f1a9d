-- Turns and actions of each game.
SELECT 'turns' AS item, game, 1 AS n, turns AS s FROM counted
UNION ALL
SELECT 'actions', game, 1, actions FROM counted
