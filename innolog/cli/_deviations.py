"""Where a site deviates from the rulebook, in words: the properties of a ruleset that differ, and their documentation.

The documentation is read from the source: where the modules are compiled, their properties have none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources

from innolog.cards.generations import USUAL, Generation
from innolog.engine.ruleset import OFFERED, Platform, Ruleset

#: Properties that look something up for the platform. They are not deviations themselves.
_FACTS = frozenset({"not_known", "on_bga", "reworded", "table", "texts"})


def deviations(platform: Platform) -> dict[str, str]:
    """The deviations of a site from the rulebook: what is printed, and what the site does.

    The keys are properties of :class:`Ruleset`. The words are the documentation of the property without its first line.
    """
    found: dict[str, str] = {}
    for edition in OFFERED[platform]:
        table, there = Ruleset(edition, platform=Platform.TABLE), Ruleset(edition, platform=platform)
        for name, documentation in documented().items():
            if name not in found and getattr(table, name) != getattr(there, name):
                found[name] = " ".join(documentation.partition("\n\n")[2].split())
    return found


def of_generations() -> dict[str, tuple[list[Generation], str]]:
    """What earlier generations of Board Game Arena's code played otherwise than the last one before the newest.

    The keys are properties of :class:`Ruleset`. The values are the generations, and the documentation of the property
    without its first line.
    """
    now = Ruleset(platform=Platform.BGA)
    found: dict[str, tuple[list[Generation], str]] = {}
    for name, documentation in documented().items():
        differing = [
            generation
            for generation in Generation
            if generation < USUAL and getattr(replace(now, generation=generation), name) != getattr(now, name)
        ]
        if differing:
            found[name] = differing, " ".join(documentation.partition("\n\n")[2].split())
    return found


@cache
def documented() -> dict[str, str]:
    """The public properties of a ruleset in the order of their definition, and the documentation of each."""
    found: dict[str, str] = {}
    for kind in reversed(Ruleset.__mro__[:-1]):
        found.update(_properties(kind))
    return found


def _properties(kind: type) -> Iterator[tuple[str, str]]:
    package, _, module = kind.__module__.rpartition(".")
    source = ast.parse((resources.files(package) / f"{module}.py").read_text(encoding="utf-8"))
    for definition in source.body:
        if not isinstance(definition, ast.ClassDef) or definition.name != kind.__name__:
            continue
        for member in definition.body:
            if isinstance(member, ast.FunctionDef) and _is_property(member) and member.name not in _FACTS:
                yield member.name, ast.get_docstring(member) or ""


def _is_property(member: ast.FunctionDef) -> bool:
    decorators = [decorator.id for decorator in member.decorator_list if isinstance(decorator, ast.Name)]
    return "property" in decorators and not member.name.startswith("_")
