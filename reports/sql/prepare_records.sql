-- All legal logs of games that count, with the number of the game. A player's cards may be known from another record
-- than the one that leads.
WITH numbered AS (SELECT game_id, row_number() OVER (ORDER BY game_id) AS number FROM logs WHERE counts)
SELECT g.log_id, n.number::INTEGER AS number, g.counts AS leads
FROM logs g JOIN numbered n USING (game_id)
WHERE g.verdict = 'legal'
