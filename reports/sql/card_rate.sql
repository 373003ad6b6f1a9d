-- Outcomes of players to whom something happened with a card, by game. {times} says how often it happened, {counts}
-- whose rows count, {points} is the outcome, {join} joins what that needs.
SELECT
    k.card AS item, r.number AS game, count(*) AS n, sum({points}) AS s,
    sum({times}) AS naive_n, exact_sum({times} * {points}) AS naive_s
FROM every.card_games k JOIN records r USING (log_id)
{join}
WHERE k.{counts} AND {times} > 0
GROUP BY ALL
