"""Bugs of innolog itself: if it fails on one log, the verdicts on all other logs must not be lost."""

from __future__ import annotations

import traceback
from pathlib import PurePath

from innolog.log import UnsupportedLog


def fault(source: str, error: Exception) -> UnsupportedLog:
    """The error for a log on which innolog failed: one line, with the place in the code."""
    return UnsupportedLog(source, f"innolog itself failed ({described(error)}): please report this, with the log")


def described(error: Exception) -> str:
    """An error of innolog itself in one line, with the place in the code."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join([f"{type(error).__name__}:", *str(error).split()]).rstrip(":")
    return f"{what}; {'/'.join(PurePath(where.filename).parts[-2:])}, line {where.lineno}"
