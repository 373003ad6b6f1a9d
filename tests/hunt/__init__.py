"""A hunt for honest games that are accused: new simulated games, exported in every format and judged."""
