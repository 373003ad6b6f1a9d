-- Seconds that each player took to choose an action. Choices after a pause of more than $pause seconds, and free actions,
-- are left out.
WITH named AS (SELECT DISTINCT person, label AS item FROM game_people)
SELECT n.item, s.game, count(*) AS n, sum(a.thinking_seconds) AS s
FROM every.actions a JOIN seated s ON s.log_id = a.log_id AND s.seat = a.seat JOIN named n USING (person)
WHERE a.number >= 1 AND a.thinking_seconds <= $pause
GROUP BY ALL
