"""Artifacts of History, by age, and the relics."""
