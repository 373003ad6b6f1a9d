"""Full records: the search follows one explanation, and comes back to another one if it fails."""
