"""Values as the site and tools write them: numbers as texts, truth as digits, texts with markup."""

from __future__ import annotations

import re
from typing import Any

Args = dict[str, Any]

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


def truth(raw: object) -> bool:
    """A truth value that may come as bool, number or text ("0" is false)."""
    return raw is True or raw in (1, "1", "true")


def bare(text: str) -> str:
    """Text without markup and white space around it."""
    return (_TAG.sub("", text) if "<" in text else text).strip()


def short(value: object) -> str:
    """A value as a message shows it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def whole(value: Any) -> Any:
    """Numbers that some tool has written as floats, as the integers they are."""
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
