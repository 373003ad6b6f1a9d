-- How the rows of one game go together, for card_rate.sql.
SELECT
    edition, sets, players, card AS item, nn, wn AS sn, ww AS ss, extra_nn, extra_wn AS extra_sn, extra_ww AS extra_ss
FROM total_games
WHERE rate = $rate
