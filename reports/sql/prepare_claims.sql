-- Every action before which the player could claim a standard achievement: one row for each such action and age. The
-- player needs 5 points per age, as much again for each achievement of that age already held, and a top card of the age
-- or higher. There is one for each age but the last: 10 in the first and third edition, 11 in the fourth. Karmas make more
-- cards available. Actions are left out if the player's points or boards before them are unknown.
WITH moved AS (
    SELECT DISTINCT
        e.log_id, e.card_age AS age, e.action,
        sum(if(e.to_zone = 'available', 1, -1)) OVER (
            PARTITION BY e.log_id, e.card_age ORDER BY e.action RANGE UNBOUNDED PRECEDING
        ) AS more
    FROM every.events e JOIN counted c USING (log_id)
    WHERE e.kind = 'transfer' AND e.from_zone <> e.to_zone AND 'available' IN (e.from_zone, e.to_zone) AND e.card_age > 0
),
before AS (
    SELECT
        a.log_id, c.game, a.action, a.seat, a.kind, s.score, s.achievement_ages, if(c.edition = 'fourth', 11, 10) AS last,
        greatest(
            coalesce(blue.age, 0), coalesce(red.age, 0), coalesce(green.age, 0), coalesce(yellow.age, 0),
            coalesce(purple.age, 0)
        ) AS top
    FROM every.actions a JOIN counted c USING (log_id)
    JOIN every.states s ON s.log_id = a.log_id AND s.seat = a.seat AND s.action = a.action - 1
    LEFT JOIN cards blue ON blue.card = s.board_blue[-1]
    LEFT JOIN cards red ON red.card = s.board_red[-1]
    LEFT JOIN cards green ON green.card = s.board_green[-1]
    LEFT JOIN cards yellow ON yellow.card = s.board_yellow[-1]
    LEFT JOIN cards purple ON purple.card = s.board_purple[-1]
    WHERE a.number >= 1 AND s.score >= 5 AND s.achievement_ages IS NOT NULL
        AND s.board_blue IS NOT NULL AND s.board_red IS NOT NULL AND s.board_green IS NOT NULL
        AND s.board_yellow IS NOT NULL AND s.board_purple IS NOT NULL
)
SELECT
    b.log_id, b.game, b.action, b.seat, b.kind, a.age
FROM before b JOIN range(1, 12) a(age) ON a.age <= b.top AND 5 * a.age <= b.score
ASOF LEFT JOIN moved m ON m.log_id = b.log_id AND m.age = a.age AND m.action < b.action
WHERE if(a.age < b.last, 1, 0) + coalesce(m.more, 0) > 0
    AND 5 * a.age * (1 + len(list_filter(b.achievement_ages, lambda held: held = a.age))) <= b.score
