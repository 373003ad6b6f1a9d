"""The notebook of the documentation runs from its first cell to its last one.

It is run without Jupyter, whose packages take 100 MB: a cell is Python, and what stands on its last line is shown. The
outputs in the file are of Jupyter (``jupyter nbconvert --to notebook --execute --inplace``).
"""

from __future__ import annotations

import ast
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

_NOTEBOOK = files("innolog") / "docs" / "first_steps.ipynb"


def _cells() -> list[str]:
    """The code of the notebook, by cell."""
    found = json.loads(_NOTEBOOK.read_text(encoding="utf-8"))
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in found["cells"]}) == len(found["cells"])
    code = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] for cell in code)
    return ["".join(cell["source"]) for cell in code]


def _run(code: str, known: dict[str, Any], name: str) -> Any:
    """Run a cell and return the value of the expression at its end; None if there is none."""
    tree = ast.parse(code, name)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), known)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), known)


@pytest.mark.long
def test_the_notebook_does_what_a_data_person_does_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    known: dict[str, Any] = {}
    shown = [_run(code, known, f"cell {number}") for number, code in enumerate(_cells(), start=1)]
    _, data, columns, counted, rates, effects, joined, exported, plot, stored, own = shown
    assert all(f"<code>{name}</code>" in data._repr_html_() for name in data.tables)
    assert columns[0][0] == "log_id"
    assert counted["games"].tolist() == [40]
    assert rates["value"].sum() == pytest.approx(1, abs=0.01)
    assert len(effects) == 8
    assert joined["activated"].is_monotonic_decreasing
    assert exported[:2] == (["game_id", "seat", "score", "win_points"], 80)
    assert len(plot.axes.lines) == 2
    assert stored == (40, True)
    assert own["n"].tolist() == [40, 40]
    known["plt"].close("all")
    known["data"].close()
