-- What an activation changed for its owner less what it changed for the opponents on average, by game. $what is score,
-- achievements, icons or cards.
WITH activated AS (
    SELECT
        d.*,
        CASE $what
            WHEN 'score' THEN score_changes
            WHEN 'achievements' THEN achievement_changes
            WHEN 'icons' THEN icon_changes
            ELSE card_changes
        END AS changes,
        CASE WHEN g.teams IS NULL THEN list_transform(range(g.players), lambda p: p <> d.seat)
            ELSE list_transform(g.teams, lambda team: team <> g.teams[d.seat + 1])
        END AS opponent,
        g.edition, array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets, g.players
    FROM dogmas d JOIN games g USING (log_id)
    WHERE d.counted AND d.card IS NOT NULL
),
valued AS (
    SELECT
        *,
        changes[seat + 1]
            - list_avg(list_filter(changes, lambda change, i: opponent[i])) AS value
    FROM activated
    WHERE changes IS NOT NULL
)
SELECT edition, sets, players, card AS item, log_id AS cluster, count(*) AS n, sum(value) AS s
FROM valued
WHERE value IS NOT NULL
GROUP BY ALL
