"""Figures in the Sand: karmas, and echo and inspire effects, by age."""
