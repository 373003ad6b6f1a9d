-- What a draw of a card is worth, by game, from the draws in which it was at risk (prepare_draws.sql). {outcome} is the
-- sum of what a draw may change.
SELECT card AS item, game, n, {outcome} AS s FROM draws
