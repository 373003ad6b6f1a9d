"""Poor records: the search carries all explanations side by side.

``guide`` keeps the cursor in such a record, ``answers`` finds all answers that it allows. ``silent`` knows which
choices leave no trace, ``covered`` follows piles in no known order, ``hidden_again`` cards that are hidden again.
``layers`` is the schedule, ``attempts`` lists the ways to search, and ``mending`` corrects guessed orders of piles.
"""
