"""Results: what is known of a replayed game, as plain values.

``result`` has the verdict, the violation, and the actions with the table after each. ``soundness`` says whether
everything was tried, and if not, why. ``native`` writes a game as a list of decisions. Stores, pages and commands read
results and need not know the search.
"""
