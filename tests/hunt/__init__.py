"""A standing hunt for honest games that are accused: games nobody has seen, exported in every form and judged."""
