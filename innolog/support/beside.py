"""The packages ``parsers`` and ``reports`` are those beside innolog, whatever else has these names.

Python looks for a package in the folder of the running program first, and any folder can have a ``parsers.py``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

#: The other import packages of the distribution.
BESIDE = ("parsers", "reports")
_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class _Finder:
    """Finds the packages where innolog lies, before anybody looks elsewhere."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return PathFinder.find_spec(name, [_FOLDER]) if name in BESIDE else None


def find_packages_beside() -> None:
    """Let later imports find the packages beside innolog.

    Raises ImportError if a module of such a name was loaded from elsewhere before.
    """
    for name in BESIDE:
        loaded = sys.modules.get(name)
        file = None if loaded is None else getattr(loaded, "__file__", None)
        if loaded is not None and (file is None or not os.path.abspath(file).startswith(os.path.join(_FOLDER, name))):
            raise ImportError(f"innolog has a package {name}, but {file} was loaded by that name; import innolog first")
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
