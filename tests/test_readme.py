"""What the papers show works as it stands there. (``.ci/run`` runs the README's own commands.)"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

import innolog
from innolog.cli import COMMANDS, main
from tests.papers import papers, shown
from tests.shared import REPOSITORY


def test_the_python_example_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", shown("python")], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    games = [log for log in innolog.read_logs([REPOSITORY / "sample_logs"]) if isinstance(log, innolog.GameLog)]
    assert len([line for line in done.stdout.splitlines() if " legal" in line]) == len(games) > 0


def test_the_example_of_the_package_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    done = doctest.testmod(innolog)
    assert done.attempted > 5
    assert done.failed == 0


def test_public_names_are_there_and_loaded_when_used() -> None:
    code = "import innolog as i, sys; print(len(sys.modules)); print(all(hasattr(i, name) for name in i.__all__))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded, all_there = done.stdout.split()
    assert all_there == "True"
    assert int(loaded) < 150


def test_the_readme_lists_the_commands_as_the_help_does() -> None:
    told = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    assert shown("commands") in told.replace("\n  ", "\n")


def test_every_page_is_listed_and_printed_and_its_links_lead_somewhere() -> None:
    pages = papers()
    readme = pages.pop("README.md")
    assert len(readme.encode()) <= 8000
    for name, text in pages.items():
        assert f"](innolog/docs/{name})" in readme
        told = CliRunner().invoke(main, ["docs", name.removesuffix(".md")])
        assert (told.exit_code, told.output) == (0, text)
    folders = {"README.md": REPOSITORY} | dict.fromkeys(pages, REPOSITORY / "innolog" / "docs")
    for name, text in {"README.md": readme, **pages}.items():
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (folders[name] / link).exists(), f"{name}: {link}"


def test_the_papers_call_commands_that_there_are() -> None:
    for name, text in papers().items():
        code = [
            found[0] for found in re.finditer(r"^```sh\n.*?^```|(?<!`)`[^`\n]+`(?!`)", text, re.MULTILINE | re.DOTALL)
        ]
        called = set(re.findall(r"(?:^|[`/])innolog ([a-z]+)", "\n".join(code), re.MULTILINE))
        assert called <= {*COMMANDS}, name
