-- Sums of what happened to cards by group, card, rate and cluster of players: of the players in the cluster, and of all
-- players of their games. The rates are filled in from innolog.store.total_schema.CARD_RATES.
WITH seats AS (
    SELECT DISTINCT
        g.game_id AS game,
        (md5_number_lower(p.player_id) % 256)::SMALLINT AS cluster
    FROM players p JOIN logs g USING (log_id)
),
happened AS (
    $happened
),
outcomes AS (
    SELECT
        g.edition,
        array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
        g.players,
        c.card,
        c.rate,
        c.times,
        c.w,
        (md5_number_lower(c.player_id) % 256)::SMALLINT AS cluster,
        g.game_id AS game
    FROM happened c JOIN logs g USING (log_id)
),
own AS (
    SELECT
        edition, sets, players, card, rate, cluster,
        count(*) AS n, sum(w) AS w, sum(times) AS events, sum(times * w) AS w_events
    FROM outcomes
    GROUP BY ALL
),
by_game AS (
    SELECT edition, sets, players, card, rate, game, count(*) AS n, sum(w) AS w
    FROM outcomes
    GROUP BY ALL
),
around AS (
    SELECT edition, sets, players, card, rate, cluster, sum(n) AS n, sum(w) AS w
    FROM by_game JOIN seats USING (game)
    GROUP BY ALL
)
SELECT
    a.edition, a.sets, a.players, a.card, a.rate, a.cluster,
    coalesce(o.n, 0) AS n,
    coalesce(o.w, 0) AS w,
    coalesce(o.events, 0) AS events,
    coalesce(o.w_events, 0) AS w_events,
    a.n AS n_around,
    a.w AS w_around
FROM around a LEFT JOIN own o USING (edition, sets, players, card, rate, cluster)
