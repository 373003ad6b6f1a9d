"""What innolog does if only the packages of ``requirements-light.txt`` are installed, and what in a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from innolog.cli.web import judging
from parsers.lines.pages import page_lines
from parsers.markup import StandardParser
from tests.shared import REPOSITORY

#: Packages that only datasets, statistics and their pages need; and those that a browser does not have either.
HEAVY = (
    "pandas",
    "numpy",
    "pyarrow",
    "duckdb",
    "matplotlib",
    "scipy",
    "sklearn",
    "fsspec",
    "distributed",
)
NOT_IN_A_BROWSER = ("orjson", "lxml")
_QUICK = """
validate {log}
report game {log} --no-review -o {folder}/page.html
"""
_ALL = """
show {log}
convert {log} --to native -o {folder}/game.innolog
validate {folder}/game.innolog
convert {log} --to text -o {folder}/game.txt
convert {log} --to yucata-html -o {folder}/game.html
validate {folder}/game.html
convert {log} --to tracker -o {folder}/game_log.json
merge {log} -o {folder}/merged.innolog
formats
rules
cards Oars
check {folder}/game.innolog
review {log} --worlds 1
"""
#: Runs commands in a process that lacks modules, and prints what happened as JSON: exit code, and output.
_PROGRAM = """
import json, sys
lacking, commands = json.loads(sys.stdin.read())
sys.modules.update(dict.fromkeys(lacking))
from click.testing import CliRunner
from innolog.cli import main
found = []
for command in commands:
    done = CliRunner().invoke(main, command.split())
    found.append((done.exit_code, done.output, repr(done.exception)))
print(json.dumps(found))
"""


def _run(lacking: tuple[str, ...], commands: list[str]) -> list[tuple[int, str, str]]:
    given = json.dumps([lacking, commands])
    done = subprocess.run([sys.executable, "-c", _PROGRAM], input=given, capture_output=True, text=True, check=True)
    return [tuple(each) for each in json.loads(done.stdout)]


@pytest.mark.parametrize(
    ("lacking", "wanted"),
    [
        (HEAVY, _QUICK),
        pytest.param(HEAVY, _QUICK + _ALL, marks=pytest.mark.long),
        pytest.param((*HEAVY, *NOT_IN_A_BROWSER), _QUICK + _ALL, marks=pytest.mark.long),
    ],
)
def test_one_game_needs_small_packages_only(
    lacking: tuple[str, ...], wanted: str, sample_logs: list[Path], tmp_path: Path
) -> None:
    log = next(path for path in sample_logs if path.name == "base_2p_player.json.gz")
    commands = wanted.format(log=log, folder=tmp_path).split("\n")
    commands = [command for command in commands if command]
    found = _run(lacking, commands)
    failed = [(command, *each) for command, each in zip(commands, found, strict=True) if each[0]]
    assert not failed
    verdicts = [output for command, (_, output, _) in zip(commands, found, strict=True) if "validate" in command]
    assert verdicts
    assert all(": legal" in verdict for verdict in verdicts)
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<figure") == 9


def test_the_page_about_another_engine_needs_small_packages_only(tmp_path: Path) -> None:
    """It took pandas, which was missing only after the whole run."""
    ((code, output, _),) = _run(HEAVY, [f"conformance run --engine nowhere/at/all --page {tmp_path / 'page.html'}"])
    assert (code, (tmp_path / "page.html").is_file()) == (3, True), output


def test_a_command_that_lacks_a_package_says_how_to_install_it(tmp_path: Path) -> None:
    commands = [f"ingest sample_logs -o {tmp_path / 'd'}", f"query {tmp_path} SELECT", "schema"]
    found = _run(HEAVY, commands)
    for command, (code, output, _) in zip(commands, found, strict=True):
        assert (code, output.count("\n")) == (2, 1), output
        assert re.match(rf"innolog {command.split()[0]} needs the package \w+, which is not installed: ", output)
    assert re.search(r"python -m pip install .*'pyarrow>=", found[0][1])
    assert "click" not in found[0][1]


def test_the_light_requirements_are_those_of_the_project() -> None:
    """Except for markupsafe, which jinja2 needs: nothing else is installed with ``--no-deps``."""
    lines = (REPOSITORY / "requirements-light.txt").read_text(encoding="utf-8").splitlines()
    light = {line for line in lines if not line.startswith("#")}
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert light - set(project["dependencies"]) == {"markupsafe>=2.1"}


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>one<li>two <b>bold</b></ul><p>three<p>four",
        "<table><tr><td class=log>a<td>b<tr><td>c</table>after",
        "<div id=log class='x y'>a <span>b</div> c <br> d &amp; e <img src='automatic.png'> f",
        "<div>a</span></p><script>no</script><style>no</style>b</div><title>t</title>",
        "<html><head><title>t</title><body><div class=log>A melds <i>x",
    ],
)
def test_both_parsers_read_the_same_lines(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = page_lines(page.encode())
    monkeypatch.setattr("parsers.lines.pages.markup_parser", StandardParser)
    assert [line.text for line in page_lines(page.encode())] == [line.text for line in lines]


def test_the_site_exports_no_unknown_form() -> None:
    """It gave the native record instead."""
    log = str(REPOSITORY / "sample_logs" / "base_2p_player.json.gz")
    assert judging.export(log, 0, log, "native").startswith(b"{")
    with pytest.raises(ValueError, match="no form pdf"):
        judging.export(log, 0, log, "pdf")
