-- Turns of each game.
SELECT edition, array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') AS sets, players, 'turns' AS item, log_id AS cluster, 1 AS n, turns AS s
FROM games
WHERE counts
UNION ALL
SELECT edition, array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+'), players, 'actions', log_id, 1, actions
FROM games
WHERE counts
