-- How rows of one game go together, by group, card and rate. A game is in the sums of every cluster of players that it
-- has a player of (total_cards.sql); here it has the weight of all of these but one. What happened is filled in
-- from innolog.store.total_schema.CARD_RATES.
WITH seats AS (
    SELECT
        g.game_id AS game,
        count(DISTINCT md5_number_lower(p.player_id) % 256) AS clusters
    FROM players p JOIN logs g USING (log_id)
    GROUP BY ALL
),
happened AS (
    $happened
),
by_game AS (
    SELECT
        g.edition,
        array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
        g.players,
        c.card,
        c.rate,
        g.game_id AS game,
        count(*) AS n,
        sum(c.w) AS w
    FROM happened c JOIN logs g USING (log_id)
    GROUP BY ALL
)
SELECT
    edition, sets, players, card, rate,
    sum(n * n) AS nn, sum(w * n) AS wn, sum(w * w) AS ww,
    sum((clusters - 1) * n * n) AS extra_nn,
    sum((clusters - 1) * w * n) AS extra_wn,
    sum((clusters - 1) * w * w) AS extra_ww
FROM by_game JOIN seats USING (game)
GROUP BY ALL
