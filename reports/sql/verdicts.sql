-- Logs by verdict.
SELECT verdict, count(*) AS logs, count(*) FILTER (counts) AS counted FROM games GROUP BY ALL ORDER BY logs DESC
