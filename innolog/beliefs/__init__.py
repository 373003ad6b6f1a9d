"""Beliefs: what can still be true of cards that nobody has seen, and of piles whose order nobody recorded.

The parts, each a value or a function of a log's vocabulary and a position:

- ``identities``: constraint propagation before the replay. Every card is followed by its place, so a face that shows
  late is known from the deal on.
- ``unordered``: cards of a pile in an unknown order, and which of them is on top.
- ``refinements``: a belief state with additional facts, for an action that is tried again.
- ``worlds``: when two worlds are equal, and what remains known if similar ones are merged.

The engine keeps the faces that a hidden card can have, an all-different domain (:mod:`innolog.engine.nature`).

This room knows neither the search, which asks these questions, nor the site that recorded a game.
"""
