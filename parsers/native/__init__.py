"""The native format ``.innolog``: JSON Lines, a header, one line a decision, and an end."""
