"""Checks of readers and replay that are disabled one at a time, to see whether anything notices."""
