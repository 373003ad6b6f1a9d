"""Checks files in the native format against its JSON Schema."""

from __future__ import annotations

import json

from innolog.support.schemas import json_schema

_MOST_SHOWN = 20


def faults(data: bytes) -> list[str] | None:
    """The lines of a well-formed file that the schema rejects: at most twenty, with the place in the line.

    None if the package jsonschema, which compares them, is not installed.
    """
    try:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import best_match
    except ModuleNotFoundError:
        return None
    validator = Draft202012Validator(json_schema("native"))
    found: list[str] = []
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip() and (error := best_match(validator.iter_errors(json.loads(line)))) is not None:
            where = "/".join(map(str, error.absolute_path))
            found.append(f"line {number}{', ' if where else ''}{where}: {error.message}")
            if len(found) == _MOST_SHOWN:
                break
    return found
