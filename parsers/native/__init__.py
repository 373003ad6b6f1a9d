"""The native format ``.innolog``: JSON Lines with a header, one line per decision, and an end."""
