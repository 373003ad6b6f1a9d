"""The message for a missing package: parts of innolog also work with only a few small packages installed."""

from __future__ import annotations

import re

_OWN = frozenset({"innolog", "parsers", "reports"})
#: Packages whose name is not that of their module.
_MODULES = {"scikit-learn": "sklearn"}


def missing(error: ModuleNotFoundError) -> str | None:
    """The missing package and how to install it, on one line; None if the module is part of innolog.

    The install command names all packages of the default installation that are missing, so that one command is enough.
    """
    # These take a while to load.
    from importlib.metadata import PackageNotFoundError, requires
    from importlib.util import find_spec

    module = (error.name or "").partition(".")[0]
    if not module or module in _OWN:
        return None
    try:
        needed = [each for each in requires("innolog") or () if ";" not in each]
    except PackageNotFoundError:
        needed = []
    names = {each: re.split(r"[^A-Za-z0-9._-]", each)[0] for each in needed}
    lacking = [each for each, name in names.items() if find_spec(_MODULES.get(name, name)) is None]
    packages = " ".join(f"'{each}'" for each in lacking) or module
    return f"needs the package {module}, which is not installed: python -m pip install {packages}"
