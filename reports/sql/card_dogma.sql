-- What came of activations, by cluster of games. $what is shared, demanded, score, achievements, icons or cards.
SELECT edition, sets, players, card AS item, cluster, n, s
FROM total_dogmas
WHERE what = $what
