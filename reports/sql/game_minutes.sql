-- Minutes of each game whose time is recorded, apart for games with a pause: an action that took more than $pause seconds.
WITH pauses AS (SELECT log_id, max(seconds) AS longest FROM every.actions WHERE action > 0 GROUP BY log_id)
SELECT
    if(p.longest > $pause, 'with a pause', 'without a pause') AS item, c.game, 1 AS n, c.seconds / 60 AS s
FROM counted c JOIN pauses p USING (log_id)
WHERE c.seconds IS NOT NULL AND p.longest IS NOT NULL
