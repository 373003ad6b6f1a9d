-- The players of each game that counts: people as numbers. If a record has names without ids, a player is the one
-- player of the site with that name, if there is exactly one.
WITH seated AS (
    SELECT r.number AS game, p.player_id, p.player_name AS name, g.site
    FROM every.players p JOIN logs g USING (log_id) JOIN records r USING (log_id)
    WHERE p.counts
),
known AS (
    SELECT site, name, any_value(player_id) AS player_id FROM seated
    WHERE player_id <> name
    GROUP BY ALL
    HAVING count(DISTINCT player_id) = 1
)
SELECT
    s.game,
    md5_number_lower(concat_ws('/', s.site, coalesce(k.player_id, s.player_id))) AS person,
    max(coalesce(k.player_id, s.player_id)) AS player_id,
    max(s.name) AS name
FROM seated s LEFT JOIN known k ON k.site = s.site AND k.name = s.name AND s.player_id = s.name
GROUP BY ALL
