-- What a model of winning knows of every state: a row for each log ($logs; numbered as in this list), action and seat
-- after the action. The rest is computed in reports/winprob/states.py. `known` is false if part of it is unknown.
WITH wanted AS MATERIALIZED (
    SELECT unnest($logs::VARCHAR[]) AS log_id, generate_subscripts($logs::VARCHAR[], 1)::INTEGER - 1 AS number
),
-- Whose action comes next, as the rules have it: the same player's until a turn has had its actions. Where the log ends
-- it is guessed: two actions a turn, one in the first.
acted AS MATERIALIZED (
    SELECT
        w.number, action, turn,
        coalesce(
            lead(seat) OVER later,
            if(a.number >= 2 OR (turn = 1 AND a.number >= 1), (seat + 1) % $players, seat),
            0
        )::TINYINT AS next_seat,
        coalesce(lead(turn) OVER later, if(a.number >= 2, turn + 1, turn)) = turn AS same_turn,
        lead(seat) OVER later IS NULL AS last,
        coalesce(seat, -1)::TINYINT AS acted
    FROM every.actions a JOIN wanted w USING (log_id)
    WINDOW later AS (PARTITION BY w.number ORDER BY action)
),
-- The ages of the standard achievements that are available after an action, as bits. At first there is one of each age but
-- the last, which is 10 in the first and third edition and 11 in the fourth. They are claimed, or junked.
moved AS (
    SELECT
        w.number, e.action, e.card_age::INTEGER AS age, (e.to_zone = 'available')::INTEGER - (e.from_zone = 'available')::INTEGER AS n
    FROM every.events e JOIN wanted w USING (log_id)
    WHERE e.kind = 'transfer' AND e.card_age > 0 AND 'available' IN (e.from_zone, e.to_zone)
),
set_out AS (SELECT w.number, if(g.edition = 'fourth', 10, 9) AS last FROM logs g JOIN wanted w USING (log_id)),
changed AS (
    SELECT number, action, bit_or(if(n > 0, 1 << age, 0)) AS there, bit_or(if(n > 0, 0, 1 << age)) AS gone
    FROM (
        SELECT a.number, a.action, m.age, any_value((m.age <= o.last)::INTEGER) + sum(m.n) AS n
        FROM acted a JOIN set_out o USING (number) JOIN moved m ON m.number = a.number AND m.action <= a.action
        GROUP BY a.number, a.action, m.age
    )
    GROUP BY ALL
),
first AS (SELECT number, arg_min(acted, action) AS first_seat FROM acted WHERE acted >= 0 GROUP BY ALL),
-- Sides that share a win share it equally, however many members each has.
won AS (
    SELECT w.number, count(DISTINCT coalesce(p.team, p.seat)) AS sides
    FROM every.players p JOIN wanted w USING (log_id)
    WHERE p.win_points > 0
    GROUP BY ALL
)
SELECT
    w.number, s.action::INTEGER AS action, a.turn::INTEGER AS turn, s.seat::TINYINT AS seat,
    (if(p.win_points > 0, 1, 0) / v.sides)::FLOAT AS win_points,
    a.next_seat, a.same_turn, a.last, a.acted, f.first_seat,
    coalesce(s.achievements_count, 0)::SMALLINT AS achievements, coalesce(s.score, 0)::SMALLINT AS score,
    coalesce(s.crown, 0)::SMALLINT AS crown, coalesce(s.leaf, 0)::SMALLINT AS leaf,
    coalesce(s.lightbulb, 0)::SMALLINT AS lightbulb, coalesce(s.castle, 0)::SMALLINT AS castle,
    coalesce(s.factory, 0)::SMALLINT AS factory, coalesce(s.clock, 0)::SMALLINT AS clock,
    (((2 << o.last) - 2) & ~coalesce(c.gone, 0) | coalesce(c.there, 0))::INTEGER AS available,
    coalesce(list_sum(list_transform(s.claimable, lambda age: 1 << age)), 0)::INTEGER AS claimable,
    coalesce(len(s.hand), 0)::SMALLINT AS hand, coalesce(len(s.score_pile), 0)::SMALLINT AS score_pile,
    (coalesce(len(s.forecast), 0) + coalesce(len(s.display), 0))::SMALLINT AS waiting,
    coalesce(s.board_blue[-1], -1)::SMALLINT AS top_blue, coalesce(s.board_red[-1], -1)::SMALLINT AS top_red,
    coalesce(s.board_green[-1], -1)::SMALLINT AS top_green, coalesce(s.board_yellow[-1], -1)::SMALLINT AS top_yellow,
    coalesce(s.board_purple[-1], -1)::SMALLINT AS top_purple,
    coalesce(
        len(s.board_blue) + len(s.board_red) + len(s.board_green) + len(s.board_yellow) + len(s.board_purple), 0
    )::SMALLINT AS board,
    coalesce(
        (s.splay_blue <> 'none')::INT + (s.splay_red <> 'none')::INT + (s.splay_green <> 'none')::INT
        + (s.splay_yellow <> 'none')::INT + (s.splay_purple <> 'none')::INT, 0
    )::SMALLINT AS splayed,
    s.score IS NOT NULL AND s.achievements_count IS NOT NULL AND s.achievement_ages IS NOT NULL
        AND s.claimable IS NOT NULL
        AND s.crown IS NOT NULL AND s.hand IS NOT NULL AND s.score_pile IS NOT NULL AND s.forecast IS NOT NULL
        AND s.display IS NOT NULL AND s.board_blue IS NOT NULL AND s.board_red IS NOT NULL
        AND s.board_green IS NOT NULL AND s.board_yellow IS NOT NULL AND s.board_purple IS NOT NULL
        AND s.splay_blue IS NOT NULL AND s.splay_red IS NOT NULL AND s.splay_green IS NOT NULL
        AND s.splay_yellow IS NOT NULL AND s.splay_purple IS NOT NULL AS known
FROM every.states s JOIN wanted w USING (log_id)
JOIN every.players p ON p.log_id = s.log_id AND p.seat = s.seat
JOIN acted a ON a.number = w.number AND a.action = s.action
JOIN first f ON f.number = w.number
LEFT JOIN won v ON v.number = w.number
JOIN set_out o ON o.number = w.number
LEFT JOIN changed c ON c.number = w.number AND c.action = s.action
ORDER BY w.number, s.action, s.seat
