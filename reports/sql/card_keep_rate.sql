-- How often a card of the opening hand was melded, by game.
SELECT k.card AS item, r.number AS game, count(*) AS n, count(*) FILTER (k.opening_meld_times > 0) AS s
FROM every.card_games k JOIN records r USING (log_id)
WHERE k.counts_drawn AND k.opening_times > 0
GROUP BY ALL
