"""The protocol between innolog and another engine: JSON lines, one request and one answer at a time.

``protocol.json`` beside this module is its JSON Schema, ``innolog docs conformance`` explains it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

#: The version of the protocol. A field that engines can ignore does not change it.
PROTOCOL = 1


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a message."""
    content: dict[str, Any] = json.loads((files("innolog.conformance") / "protocol.json").read_text(encoding="utf-8"))
    return content
