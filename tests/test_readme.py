"""What the papers show works as it stands there. (``.ci/run`` runs the README's own commands.)"""

from __future__ import annotations

import builtins
import doctest
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

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


def test_the_examples_of_the_page_about_python_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    text = re.sub(r"^```.*$", "", papers()["python.md"], flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", None, None)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner().run(test).failed == 0


#: Exceptions that a function of innolog catches again, or that end the command line.
_SIGNALS = {
    "Abandoned", "Contradiction", "Died", "Differs", "DogmaComplete", "GameOver", "Mismatch", "NeedsLesson",
    "NotImplementedHere",
    "OutOfBudget", "OutOfLog", "OutputLost",
}  # fmt: skip


def test_every_error_has_the_common_base_class() -> None:
    found = {
        name
        for package in ("innolog", "parsers", "reports")
        for path in (REPOSITORY / package).rglob("*.py")
        for name, base in re.findall(r"^class ([A-Z]\w*)\((\w*)\):", path.read_text(encoding="utf-8"), re.M)
        if base.endswith(("Error", "Exception")) and hasattr(builtins, base)
    }
    assert found == _SIGNALS | {"InnologError"}


def test_public_names_are_there_and_loaded_when_used() -> None:
    code = "import innolog as i, sys; print(len(sys.modules)); print(all(hasattr(i, name) for name in i.__all__))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded, all_there = done.stdout.split()
    assert all_there == "True"
    assert int(loaded) < 150


def test_the_readme_lists_the_commands_as_the_help_does() -> None:
    told = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    assert shown("commands") in told.replace("\n  ", "\n")


def test_the_papers_to_begin_with_stay_short() -> None:
    assert (REPOSITORY / "README.md").stat().st_size <= 8000
    assert (REPOSITORY / "ARCHITECTURE.md").stat().st_size <= 12_000


def test_every_page_is_listed_and_printed_and_its_links_lead_somewhere() -> None:
    pages = papers()
    readme = pages.pop("README.md")
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


def test_the_contributors_paper_names_what_stands_in_its_files() -> None:
    """This holds for each row of the table of places, and for each item of the guides."""
    rooms = [REPOSITORY / room for room in ("innolog", "parsers", "reports", "tests")]
    texts = {".py", ".csv", ".json", ".sql", ".html", ".css", ".js", ".md"}
    files = [str(path) for room in rooms for path in room.rglob("*.*") if path.suffix in texts]
    paper = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    titles = ("Where things live", "How to add …")
    table, guides = (paper.partition(f"\n## {title}\n")[2].partition("\n## ")[0] for title in titles)
    for row in [*table.splitlines(), *re.split(r"\n\n|\n(?=- )", guides)]:
        named = [re.sub(r"<\w+>", "*", name) for name in re.findall(r"`([^`\s]+)`", row)]
        words: set[str] = set()
        for place in [name for name in named if re.search(r"/|\.(py|csv|json)$", name)]:
            found = fnmatch.filter(files, f"*/{place}*")
            assert found, place
            words.update(*(re.findall(r"\w+", Path(path).read_text(encoding="utf-8")) for path in found))
        commits = {name for name in named if re.fullmatch(r"[0-9a-f]{7}", name)}
        assert {name for name in named if name.isidentifier()} - commits <= words, row
