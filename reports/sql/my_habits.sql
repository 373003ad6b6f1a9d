-- What the player does, and what other players do with the same result, by game. At most $others games of the others.
WITH chosen AS (
    SELECT game FROM counted
    QUALIFY row_number() OVER (PARTITION BY edition, sets, players ORDER BY hash(game)) <= $others
)
SELECT
    item, if(win_points > 0, 'won', 'lost') AS stratum, game,
    count(*) FILTER (person = $person::UBIGINT) AS n, exact_sum(if(person = $person::UBIGINT, x, 0)) AS s,
    count(*) FILTER (person <> $person::UBIGINT) AS n0, exact_sum(if(person <> $person::UBIGINT, x, 0)) AS s0
FROM habits
WHERE person = $person::UBIGINT OR game IN (FROM chosen)
GROUP BY ALL
