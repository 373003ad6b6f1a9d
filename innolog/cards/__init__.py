"""What is printed on the cards: facts (:mod:`innolog.cards.facts`) and effects (:mod:`innolog.cards.base`)."""
