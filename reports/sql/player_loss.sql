-- What the decisions of each player lose against the best ones, by game.
WITH named AS (SELECT DISTINCT person, label AS item FROM game_people)
SELECT n.item, s.game, count(*) AS n, exact_sum(d.loss) AS s
FROM every.decisions d JOIN every.players p USING (log_id, seat) JOIN records r USING (log_id)
JOIN seated s ON s.game = r.number AND s.seat = d.seat JOIN named n ON n.person = s.person
WHERE p.counts_drawn AND d.loss IS NOT NULL
GROUP BY ALL
