"""Text from logs, made safe to show: for a spreadsheet, a terminal or the label of a plot."""

from __future__ import annotations

import re

#: First characters of a text that a spreadsheet would take for a formula. Some spreadsheets accept the wide forms, too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
#: Characters that a terminal could interpret, if it shows the file. Tabs and line feeds stay.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def inert(text: str) -> str:
    r"""The text, with an apostrophe in front if a spreadsheet would run it, and control characters as ``\x1b``."""
    escaped = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    return f"'{escaped}" if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA) else escaped


def plain(text: str, limit: int = 40) -> str:
    """Text made safe for a label: no line breaks, no mathematics, at most ``limit`` characters."""
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split()).replace("$", r"\$")
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"
