"""One place decides what is illegal."""

from __future__ import annotations

import ast
from pathlib import Path

import innolog
import parsers
import reports

_DECIDES = "deciding.py"
_ILLEGAL = ("Verdict.ILLEGAL", "Verdict('illegal')", "Verdict['ILLEGAL']")


def test_nothing_else_says_illegal() -> None:
    """Outside of the deciding module, the verdict is only compared, or translated by a table with it as a key."""
    deciding: list[str] = []
    others: list[str] = []
    for package in (innolog, parsers, reports):
        assert package.__file__ is not None
        for path in sorted(Path(package.__file__).parent.rglob("*.py")):
            found = deciding if path.name == _DECIDES else others
            text = path.read_text()
            if "Verdict" in text and "illegal" in text.lower():
                found += [f"{path}:{line}" for line in _said(ast.parse(text))]
    assert len(deciding) == 1
    assert others == []


def _said(tree: ast.Module) -> list[int]:
    """The lines with the verdict *illegal*, if it is neither compared nor the key of a table."""
    asked: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            asked.update(ast.walk(node))
        elif isinstance(node, ast.Dict):
            asked.update(key for key in node.keys if key is not None)
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.expr) and node not in asked and ast.unparse(node) in _ILLEGAL
    ]
