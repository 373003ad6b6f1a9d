"""Which innolog this is: the number in the tree, and the commit where version control knows one.

The build imports this file alone, so it needs nothing of the package.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

#: The number of the last release, or of the next one while it is prepared.
NUMBER = "0.4.0"


@cache
def version() -> str:
    """The version of what runs: in a working tree its commit, elsewhere what was installed.

    ``0.4.0`` is a release or a copy without history; ``0.4.0+g0123abc`` a commit that is not tagged as the release, and
    ``0.4.0+g0123abc.changed`` a tree with changes that are not committed.
    """
    return _in_tree() or _installed() or NUMBER


def built() -> str:
    """The version of a package that is built from this tree."""
    return _in_tree() or NUMBER


def _in_tree() -> str | None:
    root = Path(__file__).resolve().parents[1]
    if not (root / ".git").exists():
        return None
    asked = [
        "git",
        "-C",
        str(root),
        "describe",
        "--always",
        "--dirty=.changed",
        "--abbrev=7",
        "--long",
        "--tags",
        "--match",
        f"v{NUMBER}",
    ]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=5).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None
    # After a tag, its name and the number of commits since then are before the commit.
    since, _, commit = told.rpartition("-g")
    return NUMBER if since.endswith("-0") and "." not in commit else f"{NUMBER}+g{commit}"


def _installed() -> str | None:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("innolog")
    except PackageNotFoundError:
        return None
