"""Poor records: the search carries all explanations side by side.

``guide`` keeps the cursor in such a record, ``answers`` finds all answers that it allows. ``silent`` knows which
choices leave no trace, ``covered`` follows piles in no known order, ``hidden_again`` cards that are hidden again.
``piles`` knows their likely order. ``layers`` is the schedule, ``search`` its budget.
"""
