-- Logs by verdict; in_part are those that do not record all, so that the verdict is on the rest.
SELECT
    verdict, count(*) AS logs, count(*) FILTER (counts) AS counted, count(*) FILTER (len(not_recorded) > 0) AS in_part
FROM games GROUP BY ALL ORDER BY logs DESC
