"""Games in other forms: a replayed game told again (``retelling``), a simulated game as a file (``simulated``)."""
