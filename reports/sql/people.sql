-- The people who played games that count, each with every name in them.
SELECT
    person::VARCHAR AS person, max(p.player_id) AS player_id, any_value(p.called) AS name,
    list(DISTINCT p.name ORDER BY p.name) AS names,
    any_value(g.site) AS site, count(DISTINCT p.game) AS games, any_value(p.label) AS label
FROM game_people p JOIN counted c USING (game) JOIN logs g USING (log_id)
GROUP BY person
ORDER BY games DESC, name, player_id
