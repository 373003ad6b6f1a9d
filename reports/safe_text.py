"""Text from logs, made safe to show: in a page, a spreadsheet or a terminal."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Any

#: First characters of a text that a spreadsheet would take for a formula. Some spreadsheets accept the wide forms, too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
#: Characters that a terminal could interpret, if it shows the file. Tabs and line feeds stay.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
#: Unicode categories that a page shows as a replacement mark: controls, direction marks, lone surrogates.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
#: What of these stays: white space, and what joins or parts letters: of emoji, and in the spelling of Persian.
_HARMLESS = frozenset("\n\t\u200c\u200d")


def inert(text: str) -> str:
    r"""The text, with an apostrophe in front if a spreadsheet would run it, and control characters as ``\x1b``."""
    escaped = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    return f"'{escaped}" if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA) else escaped


def visible(value: Any, longest: int = sys.maxsize) -> Any:
    """A text as a page shows it: invisible characters replaced, and cut after the ``longest`` number of characters.

    Markup stays as it is. Of a list or dictionary, this is done with all its texts; any other value stays as it is.
    """
    if isinstance(value, str):
        if hasattr(value, "__html__") or (value.isprintable() and len(value) <= longest):
            return value
        text = value if len(value) <= longest else value[:longest] + "…"
        hidden = {each for each in set(text) - _HARMLESS if unicodedata.category(each) in _INVISIBLE}
        return text.translate(dict.fromkeys(map(ord, hidden), "\ufffd"))
    if isinstance(value, dict):
        return {key: visible(each, longest) for key, each in value.items()}
    return [visible(each, longest) for each in value] if isinstance(value, list | tuple) else value


def plain(text: str, limit: int = 40) -> str:
    """Text as :func:`visible` has it, made safe for a label: no line breaks, at most ``limit`` characters."""
    shown = " ".join(visible(text).split())
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"
