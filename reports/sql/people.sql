-- The people who played games that count.
SELECT
    person::VARCHAR AS person, max(p.player_id) AS player_id, max(p.name) AS name,
    any_value(g.site) AS site, count(DISTINCT p.game) AS games, any_value(p.label) AS label
FROM game_people p JOIN counted c USING (game) JOIN logs g USING (log_id)
GROUP BY person
ORDER BY games DESC, name, player_id
