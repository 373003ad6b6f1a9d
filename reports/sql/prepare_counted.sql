-- The games that statistics count: a number, the log that leads, the group, the number of sides (teams, or players who
-- play alone), and the people. Any record of a game can tell when it was played.
WITH seats AS (SELECT game, list(person) AS persons FROM game_people GROUP BY game),
played AS (
    SELECT game_id, min(started_at) AS started_at, max(seconds) AS seconds FROM logs WHERE verdict = 'legal' GROUP BY game_id
)
SELECT
    r.number AS game, g.log_id, g.edition,
    array_to_string(list_concat(g.sets, g.options, if(g.teams IS NULL, [], ['teams'])), '+') AS sets,
    g.players, g.teams, coalesce(len(list_distinct(g.teams)), g.players) AS sides,
    g.turns, g.actions, g.ended_by, g.tool_version, s.persons,
    t.started_at, t.seconds
FROM logs g JOIN records r USING (log_id) JOIN seats s ON s.game = r.number JOIN played t ON t.game_id = g.game_id
WHERE g.counts
