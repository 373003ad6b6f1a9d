"""What a position is worth, and the best play from it: for strong bots, and for reviews of games."""
