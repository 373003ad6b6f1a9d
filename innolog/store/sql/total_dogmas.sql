-- Sums over activations by group, card and cluster of games. What is summed: "shared": activations that another player
-- shared, among all of them. "demanded": victims of whom the demand moved a card, among all victims. The others: what
-- the activation changed for its owner less what it changed for the opponents on average, where that is known.
WITH activated AS (
    SELECT
        g.edition,
        array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
        g.players,
        d.card,
        (md5_number_lower(g.game_id) % 256)::SMALLINT AS cluster,
        d.seat,
        d.sharers, d.victims, d.yielded,
        d.score_changes, d.achievement_changes, d.icon_changes, d.card_changes,
        CASE WHEN g.teams IS NULL THEN list_transform(range(g.players), lambda p: p <> d.seat)
            ELSE list_transform(g.teams, lambda team: team <> g.teams[d.seat + 1])
        END AS opponent
    FROM dogmas d JOIN logs g USING (log_id)
    WHERE d.counts AND d.card IS NOT NULL
),
changed AS (
    SELECT edition, sets, players, card, cluster, seat, opponent, 'score' AS what, score_changes AS changes
    FROM activated
    UNION ALL
    SELECT edition, sets, players, card, cluster, seat, opponent, 'achievements', achievement_changes FROM activated
    UNION ALL
    SELECT edition, sets, players, card, cluster, seat, opponent, 'icons', icon_changes FROM activated
    UNION ALL
    SELECT edition, sets, players, card, cluster, seat, opponent, 'cards', card_changes FROM activated
),
parts AS (
    SELECT edition, sets, players, card, 'shared' AS what, cluster, 1 AS n, (len(sharers) > 0)::DOUBLE AS s
    FROM activated
    UNION ALL
    SELECT edition, sets, players, card, 'demanded', cluster, len(victims), len(yielded)
    FROM activated
    WHERE len(victims) > 0
    UNION ALL
    SELECT
        edition, sets, players, card, what, cluster, 1,
        changes[seat + 1] - list_avg(list_filter(changes, lambda change, i: opponent[i]))
    FROM changed
    WHERE changes IS NOT NULL
)
SELECT edition, sets, players, card, what, cluster, sum(n) AS n, sum(s) AS s
FROM parts
WHERE s IS NOT NULL
GROUP BY ALL
