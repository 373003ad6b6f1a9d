-- The win probability that activating a card adds for the player who activated it, by game. An action with several
-- activations counts for the first.
WITH activated AS (
    SELECT log_id, action, card
    FROM every.dogmas
    WHERE counts AND card IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY log_id, action ORDER BY event) = 1
)
SELECT d.card AS item, c.game, count(*) AS n, exact_sum(a.added) AS s
FROM activated d JOIN win_probability_added a USING (log_id, action) JOIN counted c USING (log_id)
GROUP BY ALL
