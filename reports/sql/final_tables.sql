-- The players of some games that count, with their cards after the last action. A number or pile that the record leaves
-- open is null.
WITH ends AS (
    SELECT log_id, max(action) AS action FROM every.states WHERE list_contains($logs::VARCHAR[], log_id) GROUP BY log_id
)
SELECT
    p.log_id, p.seat, p.player_name AS name, p.team, p.winner, p.score, p.achievements,
    s.crown, s.leaf, s.lightbulb, s.castle, s.factory, s.clock,
    s.board_blue, s.board_red, s.board_green, s.board_yellow, s.board_purple,
    s.splay_blue, s.splay_red, s.splay_green, s.splay_yellow, s.splay_purple,
    len(s.hand_backs) AS hand, len(s.score_backs) AS score_pile
FROM every.players p
LEFT JOIN ends e ON e.log_id = p.log_id
LEFT JOIN every.states s ON s.log_id = p.log_id AND s.action = e.action AND s.seat = p.seat
WHERE list_contains($logs::VARCHAR[], p.log_id)
ORDER BY p.log_id, p.seat
