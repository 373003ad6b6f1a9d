-- The effect of drawing a card, by game, from the draws in which it was at risk (prepare_draws.sql). {outcome} is the
-- sum of an outcome that a draw may change.
SELECT card AS item, game, n, {outcome} AS s FROM {draws}
