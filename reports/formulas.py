"""Text that no spreadsheet takes for a formula."""

from __future__ import annotations

#: A text that a spreadsheet would take for a formula begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def inert(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would run it."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
