-- The clustered variance by person, from each game's contribution to the error of an item. Two games are dependent if a
-- person was in both. A person is held fixed who has more than $most of the rows, or more than $dominant of the sum of
-- squared shares of the others: the number is about that person, and games are not dependent because of them. Each pair of
-- dependent games counts once, whoever else was in both (prepare_circles.sql).
-- Each square is divided by its expectation if all people differ equally, relative to what it is without estimating the
-- mean (CR2): 1 - 2 * share + mean share. f2, f3 and f4 are sums of powers of the shares of people who are not held fixed,
-- and s1 the sum of the shares of all clusters; the degrees of freedom follow from them.
of_circles AS (
    SELECT p.i, c.circle, exact_sum(p.r) AS r, exact_sum(p.h) AS h
    FROM parts p JOIN (SELECT circle, unnest(games) AS game FROM circles) c USING (game)
    GROUP BY ALL
),
of_people AS (
    SELECT i, person, h
    FROM of_circles JOIN (
        SELECT circle, unnest(flatten(list_filter(sets, lambda members: len(members) = 1))) AS person FROM circles
    ) USING (circle)
),
others AS (SELECT i, exact_sum(h * h) AS h2 FROM of_people WHERE h <= $most GROUP BY i),
fixed AS (
    SELECT p.i, p.person FROM of_people p LEFT JOIN others o USING (i) WHERE p.h > $most OR p.h * p.h > $dominant * o.h2
),
held AS (SELECT i, list(person) AS persons FROM fixed GROUP BY i),
-- The weight and the people of each circle without those who are held fixed. A game of nobody else is a cluster alone.
clusters AS (
    SELECT o.i, o.r, o.h, c.weight, c.people, 0 AS alone
    FROM of_circles o JOIN circles c USING (circle) ANTI JOIN held USING (i)
    UNION ALL
    SELECT
        i, r, h, list_sum(list_transform(sets, lambda members: if(len(members) % 2 = 1, 1, -1))),
        len(list_filter(sets, lambda members: len(members) = 1)), 0
    FROM (
        SELECT o.i, o.r, o.h, list_filter(c.sets, lambda members: NOT list_has_any(members, f.persons)) AS sets
        FROM of_circles o JOIN held f USING (i) JOIN circles c USING (circle)
    )
    UNION ALL
    SELECT p.i, p.r, p.h, 1, 0, 1
    FROM parts p JOIN held f USING (i) JOIN counted c USING (game)
    WHERE list_has_all(f.persons, c.persons)
),
sizes AS (
    SELECT
        i, exact_sum((people + alone) * h) AS s1,
        exact_sum((people + alone) * h * h) / greatest(exact_sum((people + alone) * h), 1) AS mean_h,
        exact_sum(people * h * h) AS f2, exact_sum(people * h ** 3) AS f3, exact_sum(people * h ** 4) AS f4
    FROM clusters GROUP BY i
),
found AS (
    SELECT
        i, exact_sum(weight * r * r / greatest(1 - 2 * h + mean_h, 0.25)) AS squares,
        any_value(s1) AS s1, any_value(f2) AS f2, any_value(f3) AS f3, any_value(f4) AS f4
    FROM clusters JOIN sizes USING (i)
    GROUP BY i
),
by_games AS (
    SELECT i, exact_sum(r * r) AS squares, exact_sum(h) * exact_sum(h) / exact_sum(h * h) AS games FROM parts GROUP BY i
)
SELECT
    e.edition, e.sets, e.players, e.item, e.value, e.n, e.games::DOUBLE AS games, e.sides::DOUBLE AS sides,
    f.squares, f.s1, f.f2, f.f3, f.f4, g.squares AS squares_by_game, g.games AS clusters_by_game,
    coalesce(x.fixed, 0)::DOUBLE AS fixed, e.strata, e.bounded,
    e.alike OR g.squares <= 1e-24 * e.value * e.value AS alike
FROM estimates e JOIN found f USING (i) JOIN by_games g USING (i)
LEFT JOIN (SELECT i, count(*) AS fixed FROM fixed GROUP BY i) x USING (i)
ORDER BY ALL
