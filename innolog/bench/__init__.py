"""Measurements of innolog itself: speed, cost by the number of games, and a plan for many games."""
