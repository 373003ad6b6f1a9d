"""Poor records: the search carries all explanations side by side.

``guide`` keeps the cursor in such a record, ``answers`` finds all answers that it allows. ``silent`` knows which
choices leave no trace, ``covered`` follows piles in no known order, ``hidden_again`` cards that are hidden again.
``piles`` finds the likely order of a pile. ``layers`` is the schedule; ``search`` has its budget, and second searches.

``hidden`` says which hidden cards are alike, and how a returned card is drawn again. ``foresight`` is forward checking
of a board against what the log records of it next.
"""
