"""The JSON Schemas (draft 2020-12) that come with innolog: of what it reads, and of what it prints."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

#: Where they are. Those of the answers of commands are beside the commands.
_PLACES: Final = {
    "native": ("parsers.native", "schema.json"),
    "verdict": ("innolog.judging", "verdict.json"),
    "proof": ("innolog.proving", "proof.json"),
    "conformance": ("innolog.conformance", "protocol.json"),
}


def json_schema(what: str) -> dict[str, Any]:
    """The schema of a line of the native format, a verdict, a proof, a message to another engine ("conformance").

    The name of a command stands for what it prints with ``--format json``.
    """
    package, name = _PLACES.get(what, ("innolog.cli", f"schemas/{what}.json"))
    content: dict[str, Any] = json.loads((files(package) / name).read_text(encoding="utf-8"))
    return content
