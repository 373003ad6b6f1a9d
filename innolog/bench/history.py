"""A history of measurements: one line of JSON for each run. A run is compared with the last one of the same kind."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from innolog.bench.measurement import Measurement
from innolog.support.compiled import is_compiled
from innolog.support.errors import InnologError
from innolog.version import version

#: Changes of a ratio up to this part of it are noise: the medians of two runs of the same code differ by less.
NOISE = 0.15


class NoHistory(InnologError, ValueError):
    """A file is no history of measurements; the message is one line."""


class Change(NamedTuple):
    """A ratio that changed by more than noise. Ratios are costs, so that a larger one is slower."""

    name: str
    before: float
    now: float

    def __str__(self) -> str:
        word = "slower" if self.now > self.before else "faster"
        return f"{word}: {self.name}, {self.before:.3g} before, {self.now:.3g} now ({self.now / self.before - 1:+.0%})"


def entry(found: Sequence[Measurement]) -> dict[str, Any]:
    """The line of one run: what was measured, of which code, and the ratios."""
    return {
        "innolog": version(),
        "compiled": is_compiled(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "ratios": {one.name: round(one.ratio, 4) for one in found if one.ratio is not None},
    }


def last(path: Path) -> dict[str, Any] | None:
    """The last run of the same kind, which is compiled or plain Python. None if there is none.

    Raises :class:`NoHistory` for a file that is no history.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for run in reversed([json.loads(line) for line in lines if line.strip()]):
            if run["compiled"] == is_compiled() and run["ratios"]:
                ratios = {str(name): float(ratio) for name, ratio in run["ratios"].items()}
                return {**run, "innolog": str(run["innolog"]), "ratios": ratios}
        return None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        raise NoHistory(f"{path} is no history of measurements") from None


def changes(before: dict[str, Any], now: dict[str, Any]) -> Iterator[Change]:
    """The ratios of two runs that differ by more than noise."""
    for name, ratio in now["ratios"].items():
        known = before["ratios"].get(name)
        if known and abs(ratio / known - 1) > NOISE:
            yield Change(name, known, ratio)


def append(path: Path, run: dict[str, Any]) -> None:
    """Add a run to a history. Raises :class:`OSError` if it cannot be written."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(run) + "\n")
