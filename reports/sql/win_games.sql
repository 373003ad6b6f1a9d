-- The logs of one group from which a model of winning learns: those that statistics count, or all; without one game.
-- Logs that end in the same state are of one game, whatever it is called. So are those that have the same story, in
-- whatever format: `story` tells that the game of another dataset is the same.
WITH grouped AS (
    SELECT
        log_id, site, edition, players, teams,
        array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') AS sets,
        md5_number_lower(coalesce(final_digest, concat_ws('/', site, coalesce(table_id, log_id)))) AS game,
        story_hash
    FROM logs
    WHERE (counts OR NOT $counted)
        AND NOT coalesce(site = $without_site AND table_id = $without_game, false)
        AND coalesce(final_digest <> $without_digest, true)
)
SELECT log_id, game, if(story_hash IS NULL, game, md5_number_lower(story_hash)) AS story, site, teams FROM grouped
WHERE edition = $edition AND sets = $sets AND players = $players
ORDER BY game, log_id
