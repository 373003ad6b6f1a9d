-- The games of the player that count, the newest first; games without a date come last. The members of a team win
-- together. Minutes include pauses.
WITH opponents AS (
    SELECT m.game, string_agg(o.name, ', ' ORDER BY o.name) AS opponents
    FROM seated m JOIN seated s ON s.game = m.game AND s.side <> m.side
    JOIN game_people o ON o.game = s.game AND o.person = s.person
    WHERE m.person = $person::UBIGINT
    GROUP BY m.game
)
SELECT
    c.started_at AS started, c.edition, c.sets, c.players, coalesce(o.opponents, '') AS opponents,
    CASE WHEN m.win_points > 0.999 THEN 'won' WHEN m.win_points > 0 THEN 'shared the win' ELSE 'lost' END AS result,
    c.ended_by, c.turns, c.seconds / 60 AS minutes, g.source
FROM seated m JOIN counted c USING (game) JOIN logs g ON g.log_id = c.log_id
LEFT JOIN opponents o ON o.game = m.game
WHERE m.person = $person::UBIGINT
ORDER BY c.started_at DESC NULLS LAST, g.source
