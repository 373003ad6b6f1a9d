-- Results of activations, by game: $what is shared, demanded, score, achievements, icons or cards. A change is that of
-- the player who activated the card, minus the mean of the opponents'.
WITH activated AS (
    SELECT
        r.number AS game, d.card, d.seat, len(d.sharers) AS sharers, len(d.victims) AS victims,
        len(d.yielded) AS yielded,
        CASE $what
            WHEN 'score' THEN d.score_changes
            WHEN 'achievements' THEN d.achievement_changes
            WHEN 'icons' THEN d.icon_changes
            WHEN 'cards' THEN d.card_changes
        END AS changes,
        CASE WHEN c.teams IS NULL THEN list_transform(range(c.players), lambda p: p <> d.seat)
            ELSE list_transform(c.teams, lambda team: team <> c.teams[d.seat + 1])
        END AS opponent
    FROM every.dogmas d JOIN records r USING (log_id) JOIN counted c ON c.game = r.number
    WHERE d.counts AND d.card IS NOT NULL
),
parts AS (
    SELECT
        card, game,
        if($what = 'demanded', victims, 1) AS n,
        CASE $what
            WHEN 'shared' THEN (sharers > 0)::DOUBLE
            WHEN 'demanded' THEN yielded
            ELSE changes[seat + 1] - list_avg(list_filter(changes, lambda change, i: opponent[i]))
        END AS s
    FROM activated
)
SELECT card AS item, game, sum(n) AS n, exact_sum(s) AS s
FROM parts
WHERE s IS NOT NULL AND n > 0
GROUP BY ALL
