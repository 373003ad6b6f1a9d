-- Logs by verdict. in_part counts those that do not record everything, so that the verdict is about the rest.
SELECT
    verdict, count(*) AS logs, count(*) FILTER (counts) AS counted, count(*) FILTER (len(not_recorded) > 0) AS in_part
FROM logs GROUP BY ALL ORDER BY logs DESC
