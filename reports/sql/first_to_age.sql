-- Outcomes of the player who first had a top card of an age, by game. Games are left out if not all boards are known up
-- to that action.
WITH tops AS (
    SELECT
        s.log_id, s.action, s.seat,
        greatest(
            coalesce(blue.board_age, 0), coalesce(red.board_age, 0), coalesce(green.board_age, 0),
            coalesce(yellow.board_age, 0), coalesce(purple.board_age, 0)
        ) AS top,
        s.board_blue IS NULL OR s.board_red IS NULL OR s.board_green IS NULL OR s.board_yellow IS NULL
            OR s.board_purple IS NULL AS unknown
    FROM every.states s
    LEFT JOIN cards blue ON blue.card = s.board_blue[-1]
    LEFT JOIN cards red ON red.card = s.board_red[-1]
    LEFT JOIN cards green ON green.card = s.board_green[-1]
    LEFT JOIN cards yellow ON yellow.card = s.board_yellow[-1]
    LEFT JOIN cards purple ON purple.card = s.board_purple[-1]
    WHERE s.log_id IN (SELECT log_id FROM counted)
),
reached AS (
    SELECT t.log_id, a.age, t.seat, min(t.action) AS action
    FROM tops t, range(2, 12) a(age)
    WHERE t.top >= a.age
    GROUP BY ALL
),
since AS (
    SELECT log_id, min(action) AS unknown_since FROM tops WHERE unknown GROUP BY ALL
),
firsts AS (
    -- Nobody is first if several reach the age with the same action.
    SELECT log_id, age, any_value(seat) AS seat
    FROM (FROM reached QUALIFY action = min(action) OVER (PARTITION BY log_id, age)) LEFT JOIN since USING (log_id)
    GROUP BY ALL
    HAVING count(*) = 1 AND coalesce(any_value(action) < any_value(unknown_since), true)
)
SELECT 'age ' || f.age AS item, c.game, count(*) AS n, sum(w.points) AS s
FROM firsts f JOIN counted c USING (log_id) JOIN outcomes w USING (log_id, seat)
GROUP BY ALL
