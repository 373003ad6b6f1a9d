-- All legal logs of games that count, with the number of the game. A player's cards may be known from another record
-- than the one that leads.
WITH numbered AS (SELECT game, row_number() OVER (ORDER BY game) AS number FROM games WHERE counts)
SELECT g.log_id, n.number::INTEGER AS number, g.counts AS leads
FROM games g JOIN numbered n USING (game)
WHERE g.verdict = 'legal'
