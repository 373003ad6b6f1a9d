"""Comparing one event of the engine with one observation of a log, and saying what differs.

Nothing here knows the search, which an import contract checks:

- :mod:`~innolog.comparing.pairs`: one function for each kind of pair.
- :mod:`~innolog.comparing.matching`: the same for cards that move; :mod:`~innolog.comparing.offered`: for what players
  are offered.
- :mod:`~innolog.comparing.blame`: the rule that is broken, one of the table in :mod:`~innolog.comparing.rules`.
- :mod:`~innolog.comparing.words`: events and observations in words.
- :mod:`~innolog.comparing.differences`: the differences between two logs of one game.
"""
