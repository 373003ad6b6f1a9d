"""Functions and modules of the product stay short enough to be read as a whole."""

from __future__ import annotations

import ast

import pytest

from tests.shared import REPOSITORY

_FUNCTION, _MODULE = 60, 600


@pytest.mark.parametrize("room", ["innolog", "parsers", "reports"])
def test_functions_and_modules_stay_short(room: str) -> None:
    """A function has at most 60 lines with its docstring (without decorators), a module fewer than 600."""
    long = []
    for path in sorted((REPOSITORY / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if (lines := text.count("\n")) >= _MODULE:
            long.append(f"{path}: {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if (lines := node.end_lineno - node.lineno + 1) > _FUNCTION:
                    long.append(f"{path}:{node.lineno}: {node.name} has {lines} lines")
    assert not long, "\n".join(long)
