"""The cards: their facts (:mod:`~innolog.cards.facts`), and their effects in one package for each set."""
