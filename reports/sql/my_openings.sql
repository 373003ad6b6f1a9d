-- The player's outcomes by the card melded before the first turn, by game.
SELECT k.card AS item, m.game, 1 AS n, m.win_points AS s
FROM seated m JOIN every.card_games k ON k.log_id = m.log_id AND k.seat = m.seat
WHERE m.person = $person::UBIGINT AND k.opening_meld_times > 0
