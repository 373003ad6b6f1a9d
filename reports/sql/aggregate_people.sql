-- The clustered variance by person, from each game's contribution to the error of an item. Two games are dependent if a
-- person was in both. A person with more than $most of the rows is held fixed: the number is about that person, and
-- games are not dependent because of them. Sums over people count two games once for each person that was in both. A
-- correction is subtracted for games of the same people.
of_people AS (
    SELECT i, person, sum(r) AS r, sum(h) AS h FROM parts JOIN game_people USING (game) GROUP BY ALL
),
fixed AS (SELECT i, person FROM of_people WHERE h > $most),
fixed_of_games AS (
    SELECT i, game, count(*) AS people, bit_xor(person) AS together
    FROM fixed JOIN game_people USING (person)
    GROUP BY ALL
),
chance AS (
    SELECT
        p.i, p.game, p.r, p.h, p.people - coalesce(f.people, 0) AS people,
        xor(p.together, coalesce(f.together, 0::UBIGINT)) AS together
    FROM parts p LEFT JOIN fixed_of_games f ON f.i = p.i AND f.game = p.game
),
of_tables AS (SELECT i, together, people, sum(r) AS r FROM chance WHERE people > 1 GROUP BY ALL),
clusters AS (
    SELECT i, r * r AS v, h FROM of_people WHERE h <= $most
    UNION ALL
    SELECT i, r * r, h FROM chance WHERE people = 0
    UNION ALL
    SELECT i, -(people - 1) * r * r, 0 FROM of_tables
),
found AS (
    SELECT
        i, sum(v) AS squares, sum(h) * sum(h) / sum(h * h) AS clusters, count(*) FILTER (h > 0) AS groups FROM clusters GROUP BY i
),
by_games AS (
    SELECT i, sum(r * r) AS squares, sum(h) * sum(h) / sum(h * h) AS games FROM parts GROUP BY i
)
SELECT
    e.edition, e.sets, e.players, e.item, e.value, e.n, e.games::DOUBLE AS games,
    f.squares, f.clusters, g.squares AS squares_by_game, g.games AS clusters_by_game,
    coalesce(x.fixed, 0)::DOUBLE AS fixed
FROM estimates e JOIN found f USING (i) JOIN by_games g USING (i)
LEFT JOIN (SELECT i, count(*) AS fixed FROM fixed GROUP BY i) x USING (i)
ORDER BY ALL
