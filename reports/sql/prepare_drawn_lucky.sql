-- The draws of reviewed games (prepare_drawn.sql), with the outcome less the luck of all other actions. What the draw
-- itself changed stays in the outcome, and so do other draws of the same action.
SELECT d.* REPLACE (d.w - l.beta * (l.luck - coalesce(a.luck, 0)) AS w)
FROM drawn d JOIN lucky l USING (log_id, seat)
LEFT JOIN (SELECT log_id, seat, action, exact_sum(luck) AS luck FROM every.luck GROUP BY ALL) a USING (log_id, seat, action)
WHERE l.beta IS NOT NULL
