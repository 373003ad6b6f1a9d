-- The clustered variance by person, from each game's contribution to the error of an item. Two games are dependent if a
-- person was in both. A person is held fixed who has more than $most of the rows, or more than $dominant of the sum of
-- squared shares of the others: the number is about that person, and games are not dependent because of them. Sums over
-- people count two games once for each person that was in both. A correction is subtracted for games of the same people.
-- Each square is divided by its expectation if all people differ equally, relative to what it is without estimating the
-- mean (CR2): 1 - 2 * share + mean share. f2, f3 and f4 are sums of powers of the shares of people who are not held fixed,
-- and s1 the sum of the shares of all clusters; the degrees of freedom follow from them.
of_people AS (
    SELECT i, person, exact_sum(r) AS r, exact_sum(h) AS h FROM parts JOIN game_people USING (game) GROUP BY ALL
),
others AS (SELECT i, exact_sum(h * h) AS h2 FROM of_people WHERE h <= $most GROUP BY i),
fixed AS (
    SELECT p.i, p.person FROM of_people p LEFT JOIN others o USING (i) WHERE p.h > $most OR p.h * p.h > $dominant * o.h2
),
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
of_tables AS (
    SELECT i, together, people, exact_sum(r) AS r, exact_sum(h) AS h FROM chance WHERE people > 1 GROUP BY ALL
),
clusters AS (
    SELECT p.i, r, h, true AS person FROM of_people p ANTI JOIN fixed f ON f.i = p.i AND f.person = p.person
    UNION ALL
    SELECT i, r, h, false FROM chance WHERE people = 0
),
sizes AS (
    SELECT
        i, exact_sum(h) AS s1, exact_sum(h * h) / greatest(exact_sum(h), 1) AS mean_h,
        exact_sum(if(person, h * h, 0)) AS f2, exact_sum(if(person, h ** 3, 0)) AS f3,
        exact_sum(if(person, h ** 4, 0)) AS f4
    FROM clusters GROUP BY i
),
tables AS (
    SELECT i, exact_sum((people - 1) * r * r / greatest(1 - 2 * h + mean_h, 0.25)) AS squares
    FROM of_tables JOIN sizes USING (i) GROUP BY i
),
found AS (
    SELECT
        i, exact_sum(r * r / greatest(1 - 2 * h + mean_h, 0.25)) - coalesce(any_value(t.squares), 0) AS squares,
        any_value(s1) AS s1, any_value(f2) AS f2, any_value(f3) AS f3, any_value(f4) AS f4
    FROM clusters JOIN sizes USING (i) LEFT JOIN tables t USING (i)
    GROUP BY i
),
by_games AS (
    SELECT i, exact_sum(r * r) AS squares, exact_sum(h) * exact_sum(h) / exact_sum(h * h) AS games FROM parts GROUP BY i
)
SELECT
    e.edition, e.sets, e.players, e.item, e.value, e.n, e.games::DOUBLE AS games, e.sides::DOUBLE AS sides,
    f.squares, f.s1, f.f2, f.f3, f.f4, g.squares AS squares_by_game, g.games AS clusters_by_game,
    coalesce(x.fixed, 0)::DOUBLE AS fixed
FROM estimates e JOIN found f USING (i) JOIN by_games g USING (i)
LEFT JOIN (SELECT i, count(*) AS fixed FROM fixed GROUP BY i) x USING (i)
ORDER BY ALL
