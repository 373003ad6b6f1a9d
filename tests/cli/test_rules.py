"""``innolog rules``: the rules that verdicts cite, and where sites deviate, from the compiled build as well.

What was wrong: the compiled build listed no deviation, because its properties have no documentation. The test of the
list asked the same properties, and found nothing missing.
"""

from __future__ import annotations

import ast
import json
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.cli._deviations import deviations, documented
from innolog.comparing.rules import RULES
from innolog.engine.ruleset import SITES, Platform

pytestmark = pytest.mark.compiled


def properties(path: Path) -> set[str]:
    """The names of the public properties that a module's source defines."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    return {node.name for node in found if "property" in map(ast.unparse, node.decorator_list) and node.name[0] != "_"}


def test_rules_and_deviations_are_listed() -> None:
    listed = CliRunner().invoke(main, ["rules"])
    assert listed.exit_code == 0
    assert all(f"{rule}\n" in listed.stdout for rule in RULES)
    for platform in SITES:
        found = deviations(platform)
        assert found
        for name, words in found.items():
            assert f"platform.{name}\n  {words}\n" in listed.stdout
            assert words.startswith("Printed")
    some = CliRunner().invoke(main, ["rules", "draw", "--format", "json"])
    assert {json.loads(line)["id"].partition(".")[0] for line in some.stdout.splitlines()} == {"draw"}
    assert CliRunner().invoke(main, ["rules", "no-such-rule"]).exit_code == 2


def test_every_deviation_of_the_fourth_edition_is_listed_for_its_site_alone() -> None:
    own = properties(Path(str(resources.files("innolog.cards"))) / "rulings_fourth.py")
    assert "wins_after_the_action" in own
    assert own <= documented().keys()
    assert own <= deviations(Platform.BGA_2024).keys()
    assert not own & (deviations(Platform.YUCATA).keys() | deviations(Platform.BGA).keys())
