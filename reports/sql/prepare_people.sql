-- The players of each game that counts: people as numbers. If a record has names without ids, a player is the one
-- player of the site with that name, if there is exactly one. `name` is the name in the game, `called` the one name of a
-- person everywhere else: the latest by the dates of the games, or without dates the most frequent. In tables, a person
-- has a label: this name and the id, and the site if people of several sites have both.
WITH dated AS (
    SELECT r.number AS game, min(g.started_at) AS started_at FROM records r JOIN logs g USING (log_id) GROUP BY ALL
),
seated AS (
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
named AS (
    SELECT person, site, max(player_id) AS id, name, count(*) AS games, max(started_at) AS latest
    FROM played JOIN dated USING (game)
    GROUP BY person, site, name
),
chosen AS (
    SELECT person, site, max(id) AS id, first(name ORDER BY latest DESC NULLS LAST, games DESC, name) AS called
    FROM named
    GROUP BY person, site
),
labelled AS (SELECT *, count(*) OVER (PARTITION BY called, id) AS alike FROM chosen)
SELECT
    p.game, p.person, p.player_id, p.name, l.called,
    l.called || ' (' || if(l.alike > 1, l.site || ':', '') || l.id || ')' AS label
FROM played p JOIN labelled l USING (person)
