-- Outcomes of each player, by game. {points} is the outcome, {join} joins what that needs.
WITH named AS (SELECT DISTINCT person, label AS item FROM game_people)
SELECT n.item, r.number AS game, count(*) AS n, sum({points}) AS s
FROM every.players p JOIN records r USING (log_id) JOIN logs g USING (log_id)
{join}
JOIN game_people o ON o.game = r.number AND (o.player_id = p.player_id OR p.player_id = p.player_name AND o.name = p.player_name)
JOIN named n USING (person)
WHERE p.counts
GROUP BY ALL
