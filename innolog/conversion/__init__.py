"""Games in other formats: a replayed game (``retelling``), or a simulated game as a file (``simulated``)."""
