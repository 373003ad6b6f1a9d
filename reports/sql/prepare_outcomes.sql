-- The outcome of each seat of a game that counts, in every legal log of the game. A side is a team, or a player who plays
-- alone. points are the win points of the side: 1 divided by the number of sides that won, so that each member of a team
-- that won has a whole win. All statistics of wins are about these.
WITH seats AS (
    SELECT p.log_id, p.seat, coalesce(p.team, p.seat) AS side, p.win_points > 0 AS won
    FROM every.players p JOIN records r USING (log_id)
),
winners AS (SELECT log_id, count(DISTINCT side) AS sides FROM seats WHERE won GROUP BY log_id)
SELECT s.log_id, s.seat, s.side, if(s.won, 1, 0) / w.sides AS points FROM seats s LEFT JOIN winners w USING (log_id)
