-- The cards of supply piles that were seen in each game: the first action that shows it to somebody, the size of the
-- pile, and how many of its cards were seen before. A table of its own: for all of prepare_draws.sql at once DuckDB makes a
-- plan that takes a hundred times as long.
WITH sizes AS (SELECT card_set, age, count(*) AS size FROM cards WHERE NOT relic GROUP BY ALL),
shown AS (
    SELECT
        r.number AS game, k.card,
        min(least(
            if(k.opening_times > 0 AND k.counts_drawn, 0, NULL), if(k.counts_drawn, k.drawn_action, NULL),
            k.opening_meld_action, k.melded_action, k.melded_effect_action, k.tucked_action, k.dogma_action,
            k.shared_action, k.demanded_action
        )) AS action
    FROM every.card_games k JOIN records r USING (log_id)
    WHERE k.counts OR k.counts_drawn
    GROUP BY ALL
)
SELECT
    s.game, s.card, p.card_set, p.age, s.action, z.size,
    rank() OVER (PARTITION BY s.game, p.card_set, p.age ORDER BY s.action) - 1 AS before
FROM shown s JOIN cards p USING (card) JOIN sizes z USING (card_set, age)
WHERE s.action IS NOT NULL AND NOT p.relic
