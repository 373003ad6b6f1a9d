-- Outcomes of players to whom something happened with a card, by cluster of players. $rate says what.
SELECT
    edition, sets, players, card AS item, cluster, n, w AS s, events AS naive_n, w_events AS naive_s,
    n_around, w_around AS s_around
FROM total_cards
WHERE rate = $rate
