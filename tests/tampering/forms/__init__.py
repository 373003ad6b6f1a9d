"""Forgeries of every field of native records, texts, pages and trackers' files, made of the tables of these forms.

The games are simulated, and written in each form as one seat or a spectator saw them. A forgery changes one field to
another value of its kind, and nothing else. No game can have told it so: what the rules could explain is left out, and
why is said at each exclusion. A field that its table calls *not compared* is not forged.

``python -m tests.tampering.measure --forms`` counts what is caught, and judges files that are true in other clothes.
"""
