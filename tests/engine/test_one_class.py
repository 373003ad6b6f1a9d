"""``Game`` is one class in nine files: their order, and where a file below the topmost names the whole game."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import innolog.engine
from innolog.engine.game import Game
from tests.shared import REPOSITORY

ENGINE = Path(innolog.engine.__file__).parent


def _layers() -> list[str]:
    """The modules of the engine by the contract, from the top of the order to the bottom."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == ["innolog.engine"])
    return [name.strip() for layer in layers for name in layer.split("|")]


def test_each_file_of_the_class_lies_below_the_next() -> None:
    files = [base.__module__.removeprefix("innolog.engine.") for base in Game.__mro__[:-1]]
    assert [base.__bases__ for base in Game.__mro__[:-2]] == [(base,) for base in Game.__mro__[1:-1]], "a single chain"
    assert len(files) == 9
    assert sorted(files, key=_layers().index) == files


def test_a_file_of_the_class_names_the_whole_game_only_where_hooks_get_it() -> None:
    """Every other use is of a file's own methods and of those below, which the checker of types sees."""
    files = [base.__module__.removeprefix("innolog.engine.") for base in Game.__mro__[1:-1]]
    naming = [
        (file, node.name)
        for file in files
        for node in ast.walk(ast.parse((ENGINE / f"{file}.py").read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and any(_is_game(part) for part in ast.walk(node))
    ]
    assert naming == [("consequences", "_game")]


def test_nothing_in_the_engine_takes_one_type_for_another() -> None:
    sources = {path.name: ast.parse(path.read_text("utf-8")) for path in ENGINE.glob("*.py")}
    found = [name for name, tree in sources.items() for node in ast.walk(tree) if getattr(node, "id", None) == "cast"]
    found += [path.name for path in ENGINE.glob("*.py") if "type: ignore" in path.read_text("utf-8")]
    assert found == []


def _is_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "Game"
