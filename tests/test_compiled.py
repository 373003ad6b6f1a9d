"""What mypyc accepts when it compiles and what then fails when the module is imported, found in plain Python.

What was wrong: a compiled class derived from one in a module that was not in the list of compiled modules, and a named
tuple had fields of type ``object``. mypyc compiled both without a word, and no installed innolog could be imported.
Looked for: all classes of all compiled modules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path

from tests.shared import REPOSITORY


def compiled() -> frozenset[str]:
    """The names of the modules that are compiled for a wheel (hatch_build.py)."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    config = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    paths = {path.relative_to(REPOSITORY) for pattern in config["compiled"] for path in REPOSITORY.glob(pattern)}
    paths -= {Path(name) for name in config["plain"]}
    return frozenset(".".join(path.with_suffix("").parts) for path in paths)


def classes(names: frozenset[str]) -> Iterator[type]:
    for name in sorted(names):
        for found in vars(import_module(name)).values():
            if isinstance(found, type) and found.__module__ == name:
                yield found


def modules(package: str) -> Iterator[str]:
    for path in (REPOSITORY / package).rglob("*.py"):
        if path.name not in ("__init__.py", "__main__.py"):
            yield ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)


def is_native(found: type, names: frozenset[str]) -> bool:
    """Whether mypyc makes a class of its own kind of it: not of tuples, enumerations and protocols."""
    return (
        found.__module__ in names and not issubclass(found, (tuple, Enum)) and not getattr(found, "_is_protocol", False)
    )


def test_the_list_names_files() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    config = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert all(any(REPOSITORY.glob(pattern)) for pattern in [*config["compiled"], *config["plain"]])


def test_no_plain_class_stands_between_compiled_ones() -> None:
    names = compiled()
    for found in classes(names):
        own = [base for base in found.__mro__ if base.__module__.startswith(("innolog.", "parsers."))]
        plain = [base for base in own if base.__module__ not in names]
        assert not any(issubclass(base, other) for base in plain for other in own if other.__module__ in names), found


def test_no_plain_class_is_derived_from_a_compiled_one() -> None:
    """Python refuses it when the class is made, which may be in the midst of a conversion."""
    names = compiled()
    plain = frozenset(name for package in ("innolog", "parsers", "reports") for name in modules(package)) - names
    derived = [found for found in classes(plain) if any(is_native(base, names) for base in found.__mro__)]
    assert not derived, derived


def test_no_field_of_a_named_tuple_is_an_object() -> None:
    for found in classes(compiled()):
        if issubclass(found, tuple):
            assert "object" not in found.__annotations__.values(), found
