-- Round in which somebody first has a top card of an age or higher, by game. Games are left out if not all boards are
-- known up to that action.
WITH tops AS (
    SELECT
        s.log_id, s.action, any_value(s.turn) AS turn,
        max(greatest(
            coalesce(blue.board_age, 0), coalesce(red.board_age, 0), coalesce(green.board_age, 0),
            coalesce(yellow.board_age, 0), coalesce(purple.board_age, 0)
        )) AS top,
        bool_or(s.board_blue IS NULL OR s.board_red IS NULL OR s.board_green IS NULL OR s.board_yellow IS NULL
            OR s.board_purple IS NULL) AS unknown
    FROM every.states s
    LEFT JOIN cards blue ON blue.card = s.board_blue[-1]
    LEFT JOIN cards red ON red.card = s.board_red[-1]
    LEFT JOIN cards green ON green.card = s.board_green[-1]
    LEFT JOIN cards yellow ON yellow.card = s.board_yellow[-1]
    LEFT JOIN cards purple ON purple.card = s.board_purple[-1]
    WHERE s.log_id IN (SELECT log_id FROM counted)
    GROUP BY ALL
),
unknown_since AS (SELECT log_id, min(action) AS action FROM tops WHERE unknown GROUP BY ALL),
reached AS (
    SELECT t.log_id, a.age, min(t.action) AS action, arg_min(t.turn, t.action) AS turn
    FROM tops t JOIN range(2, 12) a(age) ON t.top >= a.age
    GROUP BY ALL
)
SELECT 'age ' || r.age AS item, c.game, 1 AS n, (greatest(r.turn, 1) - 1) // c.players + 1 AS s
FROM reached r JOIN counted c USING (log_id) LEFT JOIN unknown_since u USING (log_id)
WHERE coalesce(r.action < u.action, true)
