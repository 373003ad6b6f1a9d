"""Faults of innolog itself: one log at which it fails must not cost the verdicts on all others."""

from __future__ import annotations

import traceback
from pathlib import PurePath

from innolog.log import UnsupportedLog


def fault(source: str, error: Exception) -> UnsupportedLog:
    """What is said of a log at which innolog failed, in one line with the place in its code."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join([f"{type(error).__name__}:", *str(error).split()]).rstrip(":")
    place = f"{'/'.join(PurePath(where.filename).parts[-2:])}, line {where.lineno}"
    return UnsupportedLog(source, f"innolog itself failed ({what}; {place}): please report this, with the log")
