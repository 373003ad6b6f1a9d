-- Who plays whom: the games of each person against each other one, and the win points of the person's side in them, of
-- those with the most games of a group.
WITH placed AS (
    SELECT c.edition, c.sets, c.players, s.game, s.side, s.person, s.win_points FROM seated s JOIN counted c ON c.game = s.game
),
most AS (
    SELECT
        edition, sets, players, person, count(*) AS games,
        row_number() OVER (PARTITION BY edition, sets, players ORDER BY count(*) DESC, person) AS rank
    FROM placed
    GROUP BY edition, sets, players, person
    QUALIFY rank <= $most::INTEGER
),
names AS (SELECT DISTINCT person, called AS name FROM game_people)
SELECT
    m.edition, m.sets, m.players, m.rank, n.name, o.rank AS other,
    count(*) FILTER (a.side <> b.side) AS games, coalesce(sum(a.win_points) FILTER (a.side <> b.side), 0) AS points
FROM most m JOIN names n USING (person)
JOIN most o ON o.edition = m.edition AND o.sets = m.sets AND o.players = m.players
LEFT JOIN placed a ON a.edition = m.edition AND a.sets = m.sets AND a.players = m.players AND a.person = m.person
LEFT JOIN placed b ON b.game = a.game AND b.person = o.person
GROUP BY ALL
ORDER BY m.edition, m.sets, m.players, m.rank, other
