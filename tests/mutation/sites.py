"""The checks of a module, found in its syntax tree, and the module without one of them.

A *check* may reject a log. Checks are:

- an ``if`` whose body raises, records a contradiction or returns one, and such a statement without an ``if``;
- each alternative of such a condition that has several, and each pair of a comparison of tuples;
- each ``if`` that returns early in a function that answers yes or no to a check.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

#: Functions that are called when a log is rejected.
_REJECTS = re.compile(r"_?(faults?|fail|contradictions?|differ|not_known|mismatch|note)")
#: Exceptions that reject nothing; they only continue elsewhere.
_GOES_ON = {"OutOfLog", "OutOfBudget", "BeenThere"}
#: Functions that return a fault, or nothing.
_SAYS_WHAT = re.compile(r"fault|differ|failed|contradict|unfit")
#: The function that is called at the start of a check's body while a detector is recorded.
PROBE = "__probe__"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its place in the source, and the part of it that is disabled (0: all of it)."""

    module: str
    line: int
    #: The number of the statement among those of its kind, and of the alternative in its condition.
    number: int
    part: int
    text: str

    def __str__(self) -> str:
        return f"{self.module.replace('.', '/')}.py:{self.line}: {self.text}"


def _name_of(call: ast.expr) -> str:
    function = call.func if isinstance(call, ast.Call) else call
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_nothing(value: ast.expr | None) -> bool:
    if value is None or (isinstance(value, ast.Constant) and value.value in (None, False)):
        return True
    if isinstance(value, ast.Dict):
        return not value.keys
    return isinstance(value, ast.List | ast.Tuple) and not value.elts


def _rejects(statement: ast.stmt, function: str) -> bool:
    """Whether a statement, in a function with a certain name, rejects a log."""
    says = bool(_SAYS_WHAT.search(function))
    if isinstance(statement, ast.Raise):
        return statement.exc is not None and _name_of(statement.exc) not in _GOES_ON
    if isinstance(statement, ast.Return):
        # The check is where a fault is added to the list, not where the list is returned.
        return says and not _is_nothing(statement.value) and not isinstance(statement.value, ast.Name)
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.target, ast.Name) and statement.target.id == "faults"
    if isinstance(statement, ast.Expr):
        value = statement.value
        if isinstance(value, ast.Yield | ast.YieldFrom):
            return says
        if isinstance(value, ast.Call):
            name = _name_of(value)
            owner = value.func.value if isinstance(value.func, ast.Attribute) else None
            if name in ("append", "extend"):
                return owner is not None and _name_of(owner) in ("faults", "inconsistencies")
            return bool(_REJECTS.fullmatch(name))
    return False


class _Finder(ast.NodeVisitor):
    def __init__(self, asked: set[str]) -> None:
        self.found: list[ast.stmt] = []
        self._asked = asked
        self._function = [""]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function.append(node.name)
        self.generic_visit(node)
        self._function.pop()

    def generic_visit(self, node: ast.AST) -> None:
        for name in ("body", "orelse", "finalbody"):
            self._block(getattr(node, name, None))
        super().generic_visit(node)

    def _block(self, block: Any) -> None:
        if not isinstance(block, list):
            return
        function = self._function[-1]
        for statement in block:
            body = statement.body if isinstance(statement, ast.If) else ()
            if _rejects(statement, function) or any(self._is_early(each, function) for each in body):
                self.found.append(statement)

    def _is_early(self, statement: ast.stmt, function: str) -> bool:
        if _rejects(statement, function):
            return True
        answer = statement.value if isinstance(statement, ast.Return) else None
        return function in self._asked and isinstance(answer, ast.Constant) and isinstance(answer.value, bool)


def _parsed(module: str) -> ast.Module:
    path = Path(str(import_module(module).__file__))
    if path.suffix != ".py":
        raise RuntimeError(f"{module} is compiled, and can't be changed")
    return ast.parse(path.read_text(), str(path))


def asked(modules: Sequence[str]) -> set[str]:
    """The functions that conditions of checks call."""
    names: set[str] = set()
    for module in modules:
        for check in _found(_parsed(module), set()):
            if isinstance(check, ast.If):
                names |= {_name_of(node) for node in ast.walk(check.test) if isinstance(node, ast.Call)}
    return names


def _found(tree: ast.Module, names: set[str]) -> list[ast.stmt]:
    finder = _Finder(names)
    finder.visit(tree)
    unique = {id(statement): statement for statement in finder.found}
    inside = {
        id(each)
        for statement in unique.values()
        if isinstance(statement, ast.If)
        for each in statement.body
        if id(each) in unique
    }
    # Disabling the condition disables the rejection in its body.
    return [statement for key, statement in unique.items() if key not in inside]


def _parts(test: ast.expr) -> list[tuple[ast.AST, int]]:
    """The parts of a condition that can be left out: a node and the index of one of its values."""
    found: list[tuple[ast.AST, int]] = []
    for node in ast.walk(test):
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            found += [(node, index) for index in range(len(node.values))]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotEq):
            one, other = node.left, node.comparators[0]
            if isinstance(one, ast.Tuple) and isinstance(other, ast.Tuple) and len(one.elts) == len(other.elts) > 1:
                found += [(node, index) for index in range(len(one.elts))]
    return found


def checks(module: str, names: set[str]) -> Iterator[Check]:
    """All checks of a module; ``names`` are the functions that checks ask (:func:`asked`)."""
    for number, statement in enumerate(_found(_parsed(module), names)):
        test = statement.test if isinstance(statement, ast.If) else None
        text = " ".join(ast.unparse(statement if test is None else test).split())
        yield Check(module, statement.lineno, number, 0, text)
        for part, (node, index) in enumerate(_parts(test) if test is not None else (), 1):
            values = node.values if isinstance(node, ast.BoolOp) else node.left.elts  # type: ignore[attr-defined]
            yield Check(module, statement.lineno, number, part, f"{ast.unparse(values[index])} [of] {text}")


def without(check: Check, names: set[str]) -> CodeType:
    """The code of a module without one check."""
    tree = _parsed(check.module)
    statement = _found(tree, names)[check.number]
    if check.part:
        assert isinstance(statement, ast.If)
        node, index = _parts(statement.test)[check.part - 1]
        if isinstance(node, ast.BoolOp):
            node.values[index] = ast.copy_location(ast.Constant(False), node.values[index])
        else:
            for side in (node.left, node.comparators[0]):  # type: ignore[attr-defined]
                side.elts[index] = ast.copy_location(ast.Constant(0), side.elts[index])
    elif isinstance(statement, ast.If):
        statement.test = ast.copy_location(ast.Constant(False), statement.test)
    else:
        _replace(tree, statement)
    return compile(ast.fix_missing_locations(tree), f"{check.module} without {check.line}", "exec")


def _replace(tree: ast.Module, statement: ast.stmt) -> None:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and statement in block:
                block[block.index(statement)] = ast.copy_location(ast.Pass(), statement)


def probed(module: str, names: set[str]) -> CodeType:
    """The code of a module that reports which of its checks reject something."""
    tree = _parsed(module)
    for number, statement in enumerate(_found(tree, names)):
        key = f"({module!r}, {number})"
        (call,) = ast.parse(f"{PROBE}({key})").body
        # If the result of a function is added or returned, the check rejects something if the result is not empty.
        inner = statement.body[-1] if isinstance(statement, ast.If) else statement
        adds = isinstance(inner, ast.AugAssign) or (isinstance(inner, ast.Return) and not isinstance(statement, ast.If))
        if adds and isinstance(inner, ast.AugAssign | ast.Return) and inner.value is not None:
            inner.value = _watched(key, inner.value)
        elif isinstance(statement, ast.If):
            statement.body.insert(0, call)
        elif (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and len(statement.value.args) > 1
        ):
            # A list of faults; it may be empty.
            statement.value.args[1] = _watched(key, statement.value.args[1])
        else:
            _insert(tree, statement, call)
    return compile(ast.fix_missing_locations(tree), module, "exec")


def _watched(key: str, value: ast.expr) -> ast.expr:
    (statement,) = ast.parse(f"{PROBE}({key}, None)").body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    statement.value.args[1] = value
    return statement.value


def _insert(tree: ast.Module, statement: ast.stmt, call: ast.stmt) -> None:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and statement in block:
                block.insert(block.index(statement), call)
                return


class Probe:
    """The function that checks call when they reject something."""

    def __init__(self) -> None:
        self.rejecting: set[tuple[str, int]] = set()

    def __call__(self, key: tuple[str, int], value: Any = True) -> Any:
        """Record that a check rejects. With a value: only if the value is true and not empty."""
        if any(value) if isinstance(value, list | tuple) else value:
            self.rejecting.add(key)
        return value


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def functions(module: ModuleType) -> dict[str, FunctionType]:
    """The functions and methods that a module defines, by qualified name."""
    found: dict[str, FunctionType] = {}

    def collect(value: Any) -> None:
        value = getattr(value, "__wrapped__", value)
        if isinstance(value, staticmethod | classmethod):
            value = value.__func__
        if isinstance(value, property):
            value = value.fget
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            found[value.__qualname__] = value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for inner in vars(value).values():
                collect(inner)

    for value in list(vars(module).values()):
        collect(value)
    return found


def install(module: str, code: CodeType) -> None:
    """Give the functions of a module the code of another version, in place, so that existing references run it."""
    new = {each.co_qualname: each for each in _codes(code)}
    for name, function in functions(import_module(module)).items():
        if name in new and new[name].co_freevars == function.__code__.co_freevars:
            function.__code__ = new[name]
    forget(module)


def forget(module: str) -> None:
    """Clear the caches of the functions of a module."""
    for value in vars(import_module(module)).values():
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()
