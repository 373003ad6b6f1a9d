-- The players of each game that counts: people as numbers. If a record has names without ids, a player is the one
-- player of the site with that name, if there is exactly one. In tables, a person has a label: name and id, and the site
-- if people of several sites have both.
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
),
played AS (
    SELECT
        s.game,
        md5_number_lower(concat_ws('/', s.site, coalesce(k.player_id, s.player_id))) AS person,
        s.site,
        max(coalesce(k.player_id, s.player_id)) AS player_id,
        max(s.name) AS name
    FROM seated s LEFT JOIN known k ON k.site = s.site AND k.name = s.name AND s.player_id = s.name
    GROUP BY ALL
),
labelled AS (
    SELECT
        person, site, max(player_id) AS id, max(name) AS most,
        count(*) OVER (PARTITION BY max(name), max(player_id)) AS alike
    FROM played GROUP BY ALL
)
SELECT p.game, p.person, p.player_id, p.name, l.most || ' (' || if(l.alike > 1, l.site || ':', '') || l.id || ')' AS label
FROM played p JOIN labelled l USING (person)
