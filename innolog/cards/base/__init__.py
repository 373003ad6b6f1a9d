"""The base set, by age."""
