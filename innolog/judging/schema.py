"""The JSON Schema of a verdict, and the list of its fields for documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, NamedTuple


class VerdictField(NamedTuple):
    """A field of a verdict: its name (``rules.teams`` is in ``rules``), its type and its meaning."""

    name: str
    type: str
    meaning: str


def verdict_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a verdict: what :class:`~innolog.judging.verdicts.Judgement` is as JSON."""
    content: dict[str, Any] = json.loads((files("innolog.judging") / "verdict.json").read_text(encoding="utf-8"))
    return content


def fields(schema: dict[str, Any] | None = None) -> Iterator[VerdictField]:
    """The fields of what a schema describes (by default a verdict), in the order in which they are written."""
    schema = verdict_schema() if schema is None else schema
    yield from _fields(_in_full(schema, schema.get("$defs", {})), "")


def _in_full(part: Any, definitions: dict[str, Any]) -> Any:
    """A schema with each definition in the place where it is referred to."""
    if isinstance(part, list):
        return [_in_full(each, definitions) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**definitions[part["$ref"].removeprefix("#/$defs/")], **part}
        del part["$ref"]
    return {name: _in_full(each, definitions) for name, each in part.items()}


def _fields(schema: dict[str, Any], before: str) -> Iterator[VerdictField]:
    for name, field in schema.get("properties", {}).items():
        yield VerdictField(f"{before}{name}", _type(field), field["description"])
        yield from _fields(field.get("items", field), f"{before}{name}.")


def _type(field: dict[str, Any]) -> str:
    if "enum" in field:
        return ", ".join("null" if value is None else value for value in field["enum"])
    if "type" not in field:
        return "any value"
    kinds = [field["type"]] if isinstance(field["type"], str) else field["type"]
    items = f" of {_type(field['items'])}" if "items" in field else ""
    return " or ".join(f"{kind}{items if kind == 'array' else ''}" for kind in kinds)
