"""A table of functions, or of what is made of them, that decorators fill."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Entry = TypeVar("_Entry")


def registering(table: dict[str, _Entry]) -> Callable[[str], Callable[[_Entry], _Entry]]:
    """A decorator that puts an entry into the table under a name. Raises ``ValueError`` for a name given twice."""

    def under(name: str) -> Callable[[_Entry], _Entry]:
        def register(entry: _Entry) -> _Entry:
            if name in table:
                raise ValueError(f"two entries are called {name!r}")
            table[name] = entry
            return entry

        return register

    return under
