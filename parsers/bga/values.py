"""Values as the site and tools write them: numbers as texts, truth as digits, texts with markup."""

from __future__ import annotations

import re
from typing import Any

from parsers.text import json_text, shorten

Args = dict[str, Any]

_ICON = re.compile(r"icon_(\d+)")
_TAG = re.compile(r"<[^>]*>")
#: Nearly all numbers of an export are small, and looking one up takes a third of the time of reading it.
_SMALL = {str(number): number for number in range(1000)}


def to_int(raw: object) -> int | None:
    """A number that may come as int or as text; None for anything else."""
    if type(raw) is str and (small := _SMALL.get(raw)) is not None:
        return small
    if isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer()):
        return int(raw)
    if isinstance(raw, str) and len(raw) < 12 and raw.lstrip("-").isdecimal():
        return int(raw)
    return None


def icon_in(raw: object) -> int | None:
    """The icon that a text names (``icon_4``); None for anything else."""
    found = _ICON.search(raw) if isinstance(raw, str) else None
    return None if found is None else int(found[1])


def truth(raw: object) -> bool:
    """A truth value that may come as bool, number or text ("0" is false)."""
    return raw is True or raw in (1, "1", "true")


def flag(raw: object) -> bool | None:
    """A truth value that must be one, as :func:`truth` takes them; None for anything else."""
    return True if truth(raw) else False if raw in (0, "0", "false") else None


def plain(value: object) -> object:
    """A value in the one form in which values of different JSON types are compared."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def bare(text: str) -> str:
    """Text without markup and white space around it."""
    return (_TAG.sub("", text) if "<" in text else text).strip()


def short(value: object) -> str:
    """A value as a message shows it: JSON, or as much of it as tells enough."""
    return shorten(json_text(value))


def whole(value: Any) -> Any:
    """Numbers that some tool has written as floats, as the integers they are."""
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
