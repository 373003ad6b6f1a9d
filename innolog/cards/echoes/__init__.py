"""Echoes of the Past, by age."""
