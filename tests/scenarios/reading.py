"""Finds recorded scenarios in folders; their README describes the files."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from innolog.engine.ruleset import Edition

SHARED = Path(os.environ.get("INNOLOG_SHARED", Path(__file__).parents[3] / "shared"))


@dataclass(frozen=True)
class Scenario:
    """One scenario: ``key`` is ``<set>/<file>/<name>``, with ``fourth/`` before it where it is of that edition."""

    key: str
    data: dict[str, Any] = field(repr=False)
    edition: Edition = Edition.THIRD


def scenarios(folder: str, edition: Edition) -> Iterator[Scenario]:
    """All scenarios of an edition in a folder (base, city, general ...)."""
    return read_folder(SHARED / "scenarios" / edition.value / folder)


def read_folder(folder: Path) -> Iterator[Scenario]:
    """All scenarios below a folder (or in one file), whatever their edition."""
    for path in [folder] if folder.is_file() else sorted(folder.rglob("*.json.gz")):
        with gzip.open(path) as file:
            content = json.load(file)
        edition = Edition(content["edition"])
        start = "" if edition is Edition.THIRD else f"{edition.value}/"
        for data in content["scenarios"]:
            key = f"{start}{path.parent.name}/{path.name.removesuffix('.json.gz')}/{data['name']}"
            yield Scenario(key, {"card": content["card"], **data}, edition)
