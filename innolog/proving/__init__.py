"""Proofs of verdicts: what *legal* rests on, and a small checker that holds it against the log.

- :mod:`~innolog.proving.proof`: a proof as data and as a line of JSON.
- :mod:`~innolog.proving.checking`: plays a proof with the engine alone. :mod:`~innolog.proving.statements` holds every
  statement of the log against what the engine does. These three are the checker. They do not know the search, beliefs,
  nor the way in which the search compares (an import contract).
- :mod:`~innolog.proving.writing` makes the proof of a replay. The checker does not know it.
"""
