"""What both nets of cheats count, and the record of a game without the digests of its actions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Self

from innolog.log.native import RecordedGame


@dataclass(slots=True)
class Counted:
    """The records that were caught, those at the right place, the rules that verdicts cite, and misses in words."""

    caught: int = 0
    placed: int = 0
    cited: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def add(self, other: Self) -> None:
        """Add all counts and lists of another row."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


def without_digests(record: RecordedGame) -> RecordedGame:
    """The same record, changed in place: of its digests only that of the last state is left.

    The digests of single actions are optional. They would show each breach, whatever rule it breaks.
    """
    record.decisions[:] = [decision._replace(digest=None) for decision in record.decisions]
    return record
