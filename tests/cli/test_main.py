"""The group of commands: loads nothing it does not need."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner

import innolog
from innolog.cli import COMMANDS, main
from innolog.cli.regress import Difference
from innolog.store.writer import DatasetWriter
from innolog.support.compiled import is_compiled
from innolog.support.exits import ILLEGAL

HEAVY = ("pandas", "pyarrow", "duckdb", "matplotlib", "jinja2", "rich")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "innolog", *arguments], capture_output=True, text=True, check=False)


def test_help_appears_at_once() -> None:
    def cpu_seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    # Usually 0.05 s; loading any one of the heavy libraries would show.
    assert min(cpu_seconds() for _ in range(3)) < 0.2


@pytest.mark.parametrize("arguments", [["--help"], ["validate", "--help"]])
def test_help_loads_no_heavy_library(arguments: list[str]) -> None:
    program = f"""
import sys
from innolog.cli import main
try:
    main({arguments!r})
finally:
    print(sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "[]")


@pytest.mark.long
def test_a_process_ends_without_complaints(sample_logs: list[Path], tmp_path: Path) -> None:
    dataset = str(tmp_path / "dataset")
    ingested = run("ingest", str(sample_logs[0]), "-o", dataset)
    assert (ingested.returncode, len(ingested.stderr.splitlines())) == (0, 1)
    # DuckDB complains when the interpreter ends while objects are left.
    queried = run("query", dataset, "SELECT count(*) AS games FROM logs")
    assert (queried.returncode, queried.stderr) == (0, "")
    assert "1" in queried.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_group_looks(name: str) -> None:
    command = import_module(f"innolog.cli.{name}").command
    assert isinstance(command, click.Command)
    assert command.help


def test_help_lists_every_command() -> None:
    text = run("--help").stdout
    for name, summary in COMMANDS.items():
        assert f"{name} " in text
        assert summary in text


def test_version() -> None:
    words = "compiled" if is_compiled() else "plain Python"
    assert run("--version").stdout == f"innolog {innolog.__version__} ({words})\n"


@pytest.mark.parametrize(
    "arguments", [["frobnicate"], ["--frobnicate"], ["validate"], ["validate", "--frobnicate", "x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage:" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validate", "GAME", "--relics", "--sets", "base,echoes"], "--relics requires artifacts"),
        (["simulate", "-o", "games", "--relics"], "--relics requires --sets artifacts"),
        (["simulate", "-o", "games", "--seat", "0"], "--seat requires --format bga"),
    ],
    ids=["validate relics", "simulate relics", "seat"],
)
def test_an_option_without_the_one_it_needs_is_wrong_usage(
    arguments: list[str], message: str, sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = str(sample_logs[0])
    result = CliRunner().invoke(main, [game if argument == "GAME" else argument for argument in arguments])
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert message in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", [name for name in innolog.__all__ if name != "__version__"])
def test_public_names_are_there(name: str) -> None:
    assert getattr(innolog, name).__name__ == {"replay_log": "replay", "ingest_logs": "ingest"}.get(name, name)


def test_cards_lists_facts() -> None:
    found = CliRunner().invoke(main, ["cards", "the", "wheel", "--format", "json"])
    (row,) = map(json.loads, found.stdout.splitlines())
    assert (row["id"], row["set"], row["age"], row["color"]) == (8, "base", 1, "green")


def test_cards_by_edition() -> None:
    def listed(*words: str) -> list[dict[str, object]]:
        found = CliRunner().invoke(main, ["cards", *words, "--format", "json"])
        return [json.loads(line) for line in found.stdout.splitlines() if found.exit_code == 0]

    assert len(listed("--edition", "fourth")) == 115
    assert [row["id"] for row in listed("--edition", "fourth", "--age", "11")] == list(range(440, 450))
    assert not listed("--age", "11")
    refused = CliRunner().invoke(main, ["cards", "solar", "sailing"])
    assert refused.exit_code == 2
    assert "no card matches in the third edition; try --edition fourth" in refused.stderr
    assert "no card matches\n" in CliRunner().invoke(main, ["cards", "no", "such", "card"]).stderr
    refused = CliRunner().invoke(main, ["cards", "Bi Sheng"])
    assert "no card matches in the printing deluxe; try --printing 2013" in refused.stderr
    assert "989  Rivalry  figures" in CliRunner().invoke(main, ["cards", "rival"]).stdout
    assert not listed("--edition", "fourth", "--set", "echoes")
    (third,), (fourth,) = listed("Robotics"), listed("Robotics", "--edition", "fourth")
    assert third["id"] == fourth["id"]
    assert third != fourth


def test_given_rules_are_not_deduced(sample_logs: list[Path]) -> None:
    path = str(sample_logs[0])
    result = CliRunner().invoke(main, ["validate", "--format", "json", "--edition", "third", "--sets", "base", path])
    row = json.loads(result.stdout)
    assert row["verdict"] == "legal"
    assert row["deduced"] == {}
    other = CliRunner().invoke(main, ["validate", "--format", "json", "--sets", "base,echoes", path])
    assert json.loads(other.stdout)["verdict"] == "illegal"
    relics = CliRunner().invoke(main, ["validate", "--format", "json", "--relics", path])
    assert json.loads(relics.stdout)["rules"]["options"]["relics"] is False
    assert CliRunner().invoke(main, ["validate", "--sets", "unseen", path]).exit_code == 2
    assert CliRunner().invoke(main, ["validate", "--teams", "11x", path]).exit_code == 2
    # Which teams there can be depends on the rules, and these say so.
    refused = CliRunner().invoke(main, ["validate", "--format", "json", "--teams", "112", path])
    row = json.loads(refused.stdout)
    assert (row["verdict"], row["message"]) == ("unsupported", "teams of 3 seats, but 2 players")


def test_given_teams_are_those_of_the_game_whatever_their_numbers(tmp_path: Path) -> None:
    """Teams of other sizes were refused, and the teams of a file were other ones if their numbers were."""
    game = ["--players", "3", "--teams", "223", "--edition", "fourth", "--platform", "table"]
    assert CliRunner().invoke(main, ["simulate", *game, "-o", str(tmp_path)]).exit_code == 0
    (path,) = map(str, tmp_path.glob("*.innolog"))
    found = {}
    for teams in ("223", "001", "110", "122"):
        (row,) = map(
            json.loads,
            CliRunner().invoke(main, ["validate", "--format", "json", "--teams", teams, path]).stdout.splitlines(),
        )
        found[teams] = row["message"] or row["verdict"]
    assert found.pop("122") == "the recorded game has teams 223, not 122 as specified"
    assert {*found.values()} == {"legal"}


@pytest.mark.parametrize("words", [["convert", "LOG", "--to", "native"], ["merge", "LOG"]])
def test_a_file_called_minus_is_standard_output(
    words: list[str], sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [str(sample_logs[0]) if word == "LOG" else word for word in words]
    plain, minus = (CliRunner().invoke(main, [*command, *more]) for more in ([], ["-o", "-"]))
    assert minus.exit_code == 0
    assert minus.stdout == plain.stdout
    assert minus.stdout.startswith("{")
    assert CliRunner().invoke(main, ["shrink", command[1], "-o", "-"]).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_merge_writes_a_game_that_is_read_again(sample_logs: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "game.innolog"
    assert CliRunner().invoke(main, ["merge", str(sample_logs[0]), "-o", str(output)]).exit_code == 0
    again = CliRunner().invoke(main, ["validate", "--format", "json", str(output)])
    first = CliRunner().invoke(main, ["validate", "--format", "json", str(sample_logs[0])])
    assert json.loads(again.stdout)["verdict"] == "legal"
    assert json.loads(again.stdout)["digest"] == json.loads(first.stdout)["digest"]
    different = CliRunner().invoke(main, ["merge", *map(str, sample_logs)])
    assert different.exit_code == 2
    assert different.stdout == ""


def test_regress_tells_new_vanished_and_changed(sample_logs: list[Path], tmp_path: Path) -> None:
    corpus, baseline = tmp_path / "corpus", tmp_path / "baseline.jsonl"
    corpus.mkdir()
    for name, log in zip("abc", sample_logs, strict=False):
        shutil.copy(log, corpus / f"{name}.json.gz")
    call = ["regress", str(corpus), "--baseline", str(baseline)]
    assert CliRunner().invoke(main, call).exit_code == 2
    assert CliRunner().invoke(main, [*call, "--update"]).exit_code == 0
    assert CliRunner().invoke(main, call).exit_code == 0
    (corpus / "a.json.gz").rename(corpus / "d.json.gz")
    baseline.write_text(baseline.read_text().replace('"checks": ', '"checks": 1', 2))
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 1
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["missing", "changed", "new"]
    # A value that is missing has no name of Python.
    assert Difference("changed", "a", {"rule": ("meld", None), "move": (None, 3)}).words == (
        "rule meld -> none, move none -> 3"
    )
    # The same in the formats of `validate`.
    told = {
        form: CliRunner().invoke(main, [*call, "--format", form]).stdout
        for form in ("json", "junit", "github", "sarif")
    }
    objects = [json.loads(line) for line in told["json"].splitlines()]
    assert [each["change"] for each in objects] == ["missing", "changed", "new"]
    assert list(objects[1]["fields"]) == ["checks"]
    assert ElementTree.fromstring(told["junit"]).attrib == {
        "name": "innolog", "tests": "4", "failures": "3", "errors": "0"
    }  # fmt: skip
    # A file has the name by which it is found from here, as `validate` says it.
    assert [line.split(",")[0] for line in told["github"].splitlines()] == [
        f"::error file={corpus / name}.json.gz" for name in "abd"
    ]
    (run,) = json.loads(told["sarif"])["runs"]
    assert [each["ruleId"] for each in run["results"]] == ["missing", "changed", "new"]


@pytest.mark.parametrize("call", [
    "validate", "show", "report game --no-review", "convert --to text", "ingest -o data", "diff LOG", "check", "review",
    "shrink -o small",
])  # fmt: skip
def test_the_page_about_verdicts_names_each_command_with_another_exit_code(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did not say that an illegal log is 3 for `review`, and 0 for `shrink`."""
    monkeypatch.chdir(tmp_path)
    docs = Path(innolog.__file__).parent / "docs"
    page = (docs / "verdicts.md").read_text(encoding="utf-8")
    log = str(docs / "native" / "illegal_meld.innolog")
    result = CliRunner().invoke(main, [*call.replace("LOG", log).split(), log])
    named = re.search(rf"`{call.split()[0]}`\s+exits\s+with\s", page) is not None
    assert (result.exit_code == ILLEGAL) is not named, result.output


def test_regress_names_files_as_validate_does(
    sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs" / "more").mkdir(parents=True)
    shutil.copy(sample_logs[0], "logs/more/a.json.gz")
    with zipfile.ZipFile("logs/b.zip", "w") as archive:
        archive.write(sample_logs[0], "inner/a.json.gz")
    Path("baseline.jsonl").write_text("", encoding="utf-8")
    for path in ("logs", "./logs/", str(tmp_path / "logs"), "logs/b.zip", "logs/more/a.json.gz"):
        told = []
        for command in (["validate", path], ["regress", path, "--baseline", "baseline.jsonl"]):
            report = ElementTree.fromstring(CliRunner().invoke(main, [*command, "--format", "junit"]).stdout)
            told.append({os.path.normpath(str(case.get("name"))) for case in report.iter("testcase")})
        assert told[0] == told[1] != set()


def test_regress_needs_logs(tmp_path: Path) -> None:
    """The baseline of a folder without logs would be green for ever."""
    (tmp_path / "logs").mkdir()
    baseline = tmp_path / "baseline.jsonl"
    result = CliRunner().invoke(main, ["regress", str(tmp_path / "logs"), "--update", "--baseline", str(baseline)])
    assert (result.exit_code, result.stderr) == (3, f"{tmp_path / 'logs'}: no logs found\n")
    assert not baseline.exists()


_ROW = {
    "source": "a", "verdict": "legal", "rule": None, "move": None, "digest": None, "actions": 1, "checks": 2,
    "assumptions": 0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ({name: value for name, value in _ROW.items() if name != "verdict"}, "this is not a row of a baseline"),
        (_ROW | {"actions": "x"}, "this is not a row of a baseline"),
        (_ROW | {"source": 3}, "this is not a row of a baseline"),
        (_ROW | {"more": 3}, "this is not a row of a baseline"),
        ([_ROW], "this is not a row of a baseline"),
        (_ROW | {"verdict": "illegal"}, "a has a row already"),
    ],
    ids=["no verdict", "a text for a number", "a number for a name", "an unknown field", "a list", "doubled"],
)
def test_a_damaged_baseline_is_one_line(second: object, says: str, sample_logs: list[Path], tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.jsonl"
    baseline.write_text(f"{json.dumps(_ROW)}\n{json.dumps(second)}\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["regress", str(sample_logs[0]), "--baseline", str(baseline)])
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{baseline}: line 2: {says}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert", "GAME", "--to", "text", "-o"),
        ("merge", "GAME", "-o"),
        ("simulate", "-n", "1", "-o"),
        ("regress", "GAME", "--update", "--baseline"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_output_that_cannot_be_written_is_one_line_and_code_2(arguments: tuple[str, ...], tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz"
    command = [str(game) if argument == "GAME" else argument for argument in arguments]
    file = tmp_path / "file"
    file.write_text("kept")
    # A file is no folder, not even for the superuser.
    result = CliRunner().invoke(main, [*command, str(file / "output")])
    assert result.exit_code == 2
    assert (result.stdout, result.stderr) == ("", f"{file / 'output'}: Not a directory\n")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]
    result = CliRunner().invoke(main, [*command, str(tmp_path / "output")])
    assert result.exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"file", "output"}


def test_a_file_that_is_replaced_keeps_its_permissions_and_links_to_it(tmp_path: Path) -> None:
    game = str(Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz")
    link, private = tmp_path / "link.json", tmp_path / "private.json"
    private.write_text("old")
    private.chmod(0o600)
    link.symlink_to(private.name)
    done = CliRunner().invoke(main, ["convert", game, "--to", "native", "-o", str(link)])
    assert (done.exit_code, link.is_symlink()) == (0, True)
    assert private.read_text() != "old"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {link.name, private.name}


@pytest.mark.long
def test_one_thing_is_told_in_the_singular(tmp_path: Path) -> None:
    """Everything that counts, of one log, one game or one turn."""
    games, beginning = tmp_path / "games", tmp_path / "beginning.innolog"
    told = CliRunner().invoke(main, ["simulate", "-o", str(games)]).stderr
    (game,) = games.iterdir()
    # The first melds and the first turn.
    lines = game.read_text(encoding="utf-8").splitlines()
    beginning.write_text("\n".join(lines[:4]), encoding="utf-8")
    sample = str(Path(__file__).parents[2] / "sample_logs" / "base_2p_player.json.gz")
    data, baseline, page = (str(tmp_path / name) for name in ("data", "baseline", "page.html"))
    for arguments in (
        ["merge", sample, "-o", str(tmp_path / "merged")],
        ["validate", "-v", str(beginning)],
        ["convert", str(beginning), "--to", "bga", "-o", str(tmp_path / "converted")],
        ["regress", str(games), "--baseline", baseline, "--update"],
        ["regress", str(games), "--baseline", baseline],
        ["ingest", str(game), "-o", data],
        ["ingest", str(game), "-o", data],
        ["report", "game", str(beginning), "-o", page],
    ):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, arguments
        told += result.stdout + result.stderr
    told += Path(page).read_text(encoding="utf-8").partition("<script")[0]
    for one in ("game", "log", "turn", "action"):
        assert re.search(rf"\b1 {one}\b", told), one
    assert re.findall(r"\b1 (?:unknown )?(?!was\b)(?:\w+s|were)\b", told) == []


@pytest.mark.parametrize(
    ("command", "file", "says"),
    [
        ("simulate -n 1 -o", "game_0.innolog", '"innolog"'),
        ("report corpus DATASET -o", "index.html", "has no legal, finished game"),
    ],
    ids=["simulate", "report"],
)
def test_a_folder_of_other_things_is_not_written_into(tmp_path: Path, command: str, file: str, says: str) -> None:
    """What was wrong: pages and games were written between the files of a dataset."""
    dataset, folder = tmp_path / "dataset", tmp_path / "own"
    words = [str(dataset) if word == "DATASET" else word for word in command.split()]
    with DatasetWriter(dataset):
        pass
    before = sorted(dataset.rglob("*"))
    for _ in range(2):
        assert CliRunner().invoke(main, [*words, str(folder)]).exit_code == 0
    assert says in (folder / file).read_text(encoding="utf-8")
    refused = CliRunner().invoke(main, [*words, str(dataset)])
    assert refused.exit_code == 2
    assert "the folder has other files" in refused.stderr
    assert sorted(dataset.rglob("*")) == before
