"""Whole games of another engine, played action by action on ours."""
