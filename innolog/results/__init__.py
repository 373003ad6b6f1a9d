"""Results: what is known of a game once it was replayed.

``result`` has the verdict, the violation, the actions and what lay on the table after each; ``soundness`` says whether
everything was tried, or for which reasons not; ``accusing`` withdraws an accusation without proof or without a
difference. ``native`` is the same game as a list of decisions, and plays such a list again, where nothing has to be
searched. Stores, pages and commands read results and need not know the search.
"""
