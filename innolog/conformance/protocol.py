"""The protocol between innolog and another engine: JSON lines, one request and one answer at a time.

``protocol.json`` beside this module is its JSON Schema, ``innolog docs conformance`` explains it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from innolog.support.schemas import json_schema

#: The version of the protocol. A field that engines can ignore does not change it.
PROTOCOL = 1
#: The types of JSON Schema that the fields of messages have.
_TYPES: dict[str, type | tuple[type, ...]] = {
    "integer": (int, float), "string": str, "boolean": bool, "array": list, "object": dict,
}  # fmt: skip


def wrong_field(answer: Mapping[str, Any]) -> str:
    """The first field of an answer that is not as the schema says, in words; empty if all are.

    A field may be null instead of left out. Fields of a table are not looked at: they are compared.
    """
    for name, known in _fields().items():
        value = answer.get(name)
        if value is not None and not _fits(value, known):
            return f"{name} is {json.dumps(value)[:80]}, which `innolog schema conformance` does not allow"
    return ""


@cache
def _fields() -> dict[str, Any]:
    fields: dict[str, Any] = json_schema("conformance")["properties"]
    return fields


def _fits(value: Any, known: Mapping[str, Any]) -> bool:
    kind = known.get("type")
    if kind is not None and (not isinstance(value, _TYPES[kind]) or isinstance(value, bool) != (kind == "boolean")):
        return False
    if isinstance(value, float) and not value.is_integer():
        return False
    if "enum" in known and value not in known["enum"]:
        return False
    return "items" not in known or all(_fits(each, known["items"]) for each in value)
