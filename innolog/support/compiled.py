"""Whether the modules that determine the speed of a replay were compiled when innolog was installed."""

from __future__ import annotations

from importlib.util import find_spec


def is_compiled() -> bool:
    """Whether they were compiled. Otherwise they run as plain Python, more slowly and with the same results."""
    found = find_spec("innolog.engine.game")
    return found is not None and found.origin is not None and not found.origin.endswith(".py")
