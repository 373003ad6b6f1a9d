-- Who sat where in the games that count: side is the team, or the seat of a player who plays alone. The item is the
-- player's name and id.
WITH named AS (SELECT person, any_value(name) || ' (' || any_value(player_id) || ')' AS item FROM game_people GROUP BY ALL)
SELECT
    c.edition, c.sets, c.players, c.game, n.item, n.person,
    coalesce(c.teams[p.seat + 1], p.seat)::INTEGER AS side,
    coalesce(p.place = 0, false)::INTEGER AS first,
    p.win_points AS points
FROM players p JOIN counted c USING (log_id)
JOIN game_people o ON o.game = c.game AND (o.player_id = p.player_id OR p.player_id = p.name AND o.name = p.name)
JOIN named n USING (person)
ORDER BY c.edition, c.sets, c.players, c.game, p.seat
