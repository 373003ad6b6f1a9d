"""Comparing one event of the engine with one observation of a log, and saying what differs.

Nothing here knows the search, which an import contract checks:

* :mod:`~innolog.comparing.pairs` has one function for each kind of pair, with :mod:`~innolog.comparing.matching` for
  cards that move and :mod:`~innolog.comparing.offered` for what players are offered; * :mod:`~innolog.comparing.blame`
  names the rule that is broken, one of the table in :mod:`~innolog.comparing.rules`; * :mod:`~innolog.comparing.words`
  describes events and observations in words, and :mod:`~innolog.comparing.differences` the differences between two logs
  of one game.
"""
