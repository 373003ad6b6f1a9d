-- What each player did in a game that counts: one row for each player, game and number. Numbers that the record leaves
-- open are left out.
WITH acts AS (
    SELECT log_id, seat, count(*) AS actions, count(*) FILTER (kind = 'draw') AS draws,
        count(*) FILTER (kind = 'meld') AS melds, count(*) FILTER (kind = 'dogma') AS dogmas
    FROM every.actions JOIN counted c USING (log_id)
    WHERE number >= 1
    GROUP BY ALL
),
activations AS (
    SELECT log_id, seat, count(*) AS times, count(*) FILTER (len(sharers) > 0) AS shared
    FROM every.dogmas WHERE counts GROUP BY ALL
),
firsts AS (SELECT log_id, seat, min(turn) AS turn FROM every.achievements GROUP BY ALL),
specials AS (SELECT log_id, seat, count(*) AS times FROM every.achievements WHERE kind = 'special' GROUP BY ALL),
missed AS (SELECT log_id, seat, count(DISTINCT action) AS times FROM claims WHERE kind <> 'achieve' GROUP BY ALL),
early AS (
    SELECT s.log_id, s.seat, arg_max_null(s.score, s.action) AS score,
        arg_max_null(len(s.board_blue) + len(s.board_red) + len(s.board_green) + len(s.board_yellow) + len(s.board_purple),
            s.action) AS board
    FROM every.states s JOIN counted c USING (log_id)
    WHERE s.turn <= 5 * c.players AND c.turns >= 5 * c.players
    GROUP BY ALL
),
numbers AS (
    SELECT m.game, m.log_id, m.seat, m.person, m.win_points, unnest([
        {'item': 'Draw actions per 100 actions', 'x': 100.0 * a.draws / a.actions},
        {'item': 'Meld actions per 100 actions', 'x': 100.0 * a.melds / a.actions},
        {'item': 'Dogma actions per 100 actions', 'x': 100.0 * a.dogmas / a.actions},
        {'item': 'Activations that others shared, per 100', 'x': 100.0 * d.shared / d.times},
        {'item': 'Cards on the board after 5 rounds', 'x': y.board::DOUBLE},
        {'item': 'Points after 5 rounds', 'x': y.score::DOUBLE},
        {'item': 'Round of the first achievement', 'x': ((f.turn - 1) // m.players + 1)::DOUBLE},
        {'item': 'Actions with a claim possible and not taken', 'x': coalesce(e.times, 0)::DOUBLE},
        {'item': 'Achievements at the end', 'x': h.achievements::DOUBLE},
        {'item': 'Special achievements', 'x': coalesce(p.times, 0)::DOUBLE}
    ]) AS number
    FROM seated m JOIN acts a USING (log_id, seat)
    JOIN every.players h ON h.log_id = m.log_id AND h.seat = m.seat
    LEFT JOIN activations d ON d.log_id = m.log_id AND d.seat = m.seat
    LEFT JOIN firsts f ON f.log_id = m.log_id AND f.seat = m.seat
    LEFT JOIN specials p ON p.log_id = m.log_id AND p.seat = m.seat
    LEFT JOIN missed e ON e.log_id = m.log_id AND e.seat = m.seat
    LEFT JOIN early y ON y.log_id = m.log_id AND y.seat = m.seat
)
SELECT game, log_id, seat, person, win_points, number.item AS item, number.x AS x FROM numbers WHERE number.x IS NOT NULL
