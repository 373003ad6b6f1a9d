-- Rounds of games by how they ended.
SELECT ended_by AS item, game, 1 AS n, ceil(turns / players) AS s FROM counted WHERE ended_by IS NOT NULL
