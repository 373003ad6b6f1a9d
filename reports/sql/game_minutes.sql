-- Minutes of each game whose time is recorded, apart for games with a pause: an action that took more than $pause seconds.
-- A game is without a pause if what its minutes leave beside the known times of actions is too short for one. Else it is
-- not known, and the game does not count.
WITH known AS (SELECT log_id, max(seconds) AS longest, sum(seconds) AS total FROM every.actions GROUP BY log_id)
SELECT
    if(k.longest > $pause, 'with a pause', 'without a pause') AS item, c.game, 1 AS n, c.seconds / 60 AS s
FROM counted c JOIN known k USING (log_id)
WHERE c.seconds IS NOT NULL AND (k.longest > $pause OR c.seconds - k.total <= $pause)
