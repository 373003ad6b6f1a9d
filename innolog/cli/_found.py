"""What ``innolog check --format json`` prints; ``schemas/check.json`` describes it."""

from __future__ import annotations

import json
from collections.abc import Sequence

#: The fields that only one kind of check has.
_OTHERS = (
    "files", "damaged", "without_checksum", "decisions", "finished", "proof", "verdict", "actions", "statements",
    "assumptions", "rest",
)  # fmt: skip


def finding(source: str, kind: str, faults: Sequence[str], **more: object) -> str:
    """The line about one dataset, log or proof. It is sound if it has no faults; what ``more`` lacks is null."""
    row = {"source": source, "kind": kind, "sound": not faults, "faults": list(faults)}
    return json.dumps(row | {name: more.get(name) for name in _OTHERS})
