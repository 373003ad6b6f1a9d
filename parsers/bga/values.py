"""Convert values that the site and tools write: numbers as text, booleans as digits, text with markup."""

from __future__ import annotations

import re
from typing import Any, Final

from parsers.text import json_text, shorten

Args = dict[str, Any]

_ICON: Final = re.compile(r"icon_(\d+)")
_AGE: Final = re.compile(r"\bage_(\d+)")
#: A tag begins with a letter; a name may have a "<".
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
#: Nearly all numbers of an export are small, and looking one up takes a third of the time of parsing it.
_SMALL: Final = {str(number): number for number in range(1000)}


def to_int(raw: object) -> int | None:
    """A number that may be an int or text; None for anything else."""
    if type(raw) is str and (small := _SMALL.get(raw)) is not None:
        return small
    if isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer()):
        return int(raw)
    if isinstance(raw, str) and len(raw) < 12 and raw.lstrip("-").isdecimal():
        return int(raw)
    return None


def listed(raw: object) -> list[Any] | None:
    """A list, which PHP writes as an object if its keys do not count from 0; None for anything else."""
    if isinstance(raw, dict) and all(to_int(key) is not None for key in raw):
        return list(raw.values())
    return raw if isinstance(raw, list) else None


def by_key(raw: object) -> Args | None:
    """An object, of which PHP writes an empty one as a list; None for anything else."""
    return {} if raw == [] else raw if isinstance(raw, dict) else None


def icon_in(raw: object) -> int | None:
    """The icon that a text names (``icon_4``); None for anything else."""
    found = _ICON.search(raw) if isinstance(raw, str) else None
    return None if found is None else int(found[1])


def value_in(raw: object) -> int | None:
    """The value of a card that a text names (``5``, or ``age_5`` in its markup); None for anything else."""
    if not isinstance(raw, str):
        return to_int(raw)
    plain = to_int(bare(raw))
    if plain is None and (found := _AGE.search(raw)) is not None:
        return int(found[1])
    return plain


def truth(raw: object) -> bool:
    """A boolean that may be a bool, a number or text ("0" is false)."""
    return raw is True or raw in ("1", "true", 1)


def flag(raw: object) -> bool | None:
    """A boolean as :func:`truth` accepts them; None for anything else."""
    return True if truth(raw) else False if raw in ("0", "false", 0) else None


def is_null(value: object) -> bool:
    """Whether a value is missing: null, or what tools and databases write instead of it."""
    return value is None or value in ("", "null", "NULL")


def plain(value: object) -> object:
    """A value in a normal form, so that values of different JSON types can be compared."""
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
    """Text without markup and surrounding white space."""
    return (_TAG.sub("", text) if "<" in text else text).strip()


def short(value: object) -> str:
    """A value for a message: as JSON, truncated if it is long."""
    return shorten(json_text(value))


def whole(value: Any) -> Any:
    """Convert numbers that a tool has written as floats back to integers."""
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
