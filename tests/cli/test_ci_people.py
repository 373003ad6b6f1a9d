"""What those have who run innolog in their own CI: the baseline of the samples, the action and the container file."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from innolog.cli import main
from tests.shared import REPOSITORY


def test_the_committed_baseline_of_the_samples_holds() -> None:
    """It had grown old: more of each log is compared than was when it was written."""
    arguments = ["regress", str(REPOSITORY / "sample_logs"), "--baseline", str(REPOSITORY / ".ci/sample_logs.jsonl")]
    done = CliRunner().invoke(main, arguments)
    assert (done.exit_code, done.stdout) == (0, "")


def test_all_that_the_container_file_copies_is_there_and_is_all_that_a_wheel_needs() -> None:
    """The wheel has three packages; how it is built says ``pyproject.toml`` and ``hatch_build.py``."""
    text = (REPOSITORY / "Containerfile").read_text(encoding="utf-8")
    copied = [name for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for name in line.split()]
    assert {"innolog", "parsers", "reports", "pyproject.toml", "hatch_build.py", "requirements-light.txt"} <= set(
        copied
    )
    assert [name for name in copied if not (REPOSITORY / name).exists()] == []
    ignored = (REPOSITORY / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert [name for name in copied if f"!{name}" not in ignored] == []


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"LOGS": "games more"}, "validate|--format|github|--|games|more"),
        ({"LOGS": "my games", "BASELINE": "k.jsonl"}, "regress|--baseline|k.jsonl|--format|github|--|my games"),
        ({"LOGS": "games", "FORMAT": "sarif", "OUTPUT": "out.sarif"}, "validate|--format|sarif|--|games"),
        ({"LOGS": "my games"}, "validate|--format|github|--|my games"),
        ({"LOGS": "my games/*.json\n\nmore games\n"}, "validate|--format|github|--|my games/*.json|more games"),
        # What was wrong: they were split at their spaces.
        ({"LOGS": "my games/*.json"}, "validate|--format|github|--|my games/*.json"),
        ({"LOGS": "my games/**/b.json"}, "validate|--format|github|--|my games/**/b.json"),
        ({"LOGS": "my games\n"}, "validate|--format|github|--|my games"),
        # A folded block (`logs: >`) of two lines.
        ({"LOGS": "games more\n"}, "validate|--format|github|--|games|more"),
        # Spaces and carriage returns were parts of names.
        ({"LOGS": " my games/a.json \r\n\r\n more\r\n"}, "validate|--format|github|--|my games/a.json|more"),
        ({"LOGS": "new games \n", "BASELINE": "k.jsonl\n"}, "regress|--baseline|k.jsonl|--format|github|--|new games"),
        # The name of a file was an option, and the file that it names was overwritten.
        ({"LOGS": "--proof=k.jsonl"}, "validate|--format|github|--|--proof=k.jsonl"),
        ({"LOGS": "--update", "BASELINE": "k.jsonl"}, "regress|--baseline|k.jsonl|--format|github|--|--update"),
    ],
)
def test_the_action_runs_the_image_of_its_release(inputs: dict[str, str], expected: str, tmp_path: Path) -> None:
    (tmp_path / "my games").mkdir()
    (tmp_path / "my games" / "b.json").touch()
    done = _act(inputs, tmp_path)
    assert done.returncode == 1, done.stderr
    asked = f"run|--rm|--network|none|--volume|{tmp_path}:/work:ro|ghcr.io/some/innolog:v0.2.0|{expected}\n"
    assert done.stdout == asked
    if output := inputs.get("OUTPUT"):
        assert (tmp_path / output).read_text(encoding="utf-8") == done.stdout


@pytest.mark.parametrize("inputs", [{"LOGS": ""}, {"LOGS": " \r\n", "BASELINE": "k.jsonl"}])
def test_the_action_without_logs_is_one_line(inputs: dict[str, str], tmp_path: Path) -> None:
    """It ended without a word, with the exit code of an illegal log."""
    done = _act(inputs, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", 'innolog: the input "logs" is empty\n')


def _act(inputs: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the action's script with a docker that prints what it was asked, and fails as for an illegal log."""
    text = (REPOSITORY / "action.yml").read_text(encoding="utf-8")
    script = re.sub(r"(?m)^ {8}", "", text[text.index("run: |\n") + 7 :])
    docker = folder / "docker"
    # Arguments that have a space are told from two.
    docker.write_text("#!/bin/bash\nIFS='|'\necho \"$*\"\nexit 1\n", encoding="utf-8")
    docker.chmod(0o755)
    given = dict.fromkeys(("LOGS", "BASELINE", "OUTPUT", "IMAGE"), "") | {"FORMAT": "github"} | inputs
    environment = given | {
        "REPOSITORY": "Some/Innolog",
        "VERSION": "v0.2.0",
        "PATH": f"{folder}:{os.environ['PATH']}",
    }
    # How a workflow runs what says ``shell: bash``.
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(shell, env=environment, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("version", ["main", "0123456789abcdef0123456789abcdef01234567", "v0"])
def test_the_action_of_a_branch_or_commit_builds_its_image(version: str, tmp_path: Path) -> None:
    """There is an image of releases alone, so an action that was pinned otherwise failed."""
    text = (REPOSITORY / "action.yml").read_text(encoding="utf-8")
    script = re.sub(r"(?m)^ {8}", "", text[text.index("run: |\n") + 7 :])
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/bash\necho "$@"\n', encoding="utf-8")
    docker.chmod(0o755)
    environment = dict.fromkeys(("BASELINE", "OUTPUT", "IMAGE"), "") | {
        "LOGS": "games", "FORMAT": "text", "REPOSITORY": "Some/Innolog", "VERSION": version, "SOURCE": "/the action",
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
    }  # fmt: skip
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(shell, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == "build --quiet --file /the action/Containerfile --tag innolog-of-the-action /the action\n"
    assert done.stdout.endswith(" innolog-of-the-action validate --format text -- games\n")


def test_the_hook_of_pre_commit_runs_a_command_on_the_files_it_matches(
    sample_logs: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file whose name looks like an option is judged. What was wrong: it passed, and another file was overwritten."""
    text = (REPOSITORY / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    field = dict(re.findall(r"(?m)^[- ] (\w+): (.+)$", text))
    program, *arguments = field["entry"].split()
    assert program == "innolog"
    arguments += field["args"].strip("[]").split(", ")
    pattern = re.compile(field["files"].strip("'"))
    assert all(pattern.search(path.name) for path in sample_logs)
    assert not pattern.search("notes.md")
    done = CliRunner().invoke(main, [*arguments, str(sample_logs[0])])
    assert (done.exit_code, done.stderr) == (0, "")
    monkeypatch.chdir(tmp_path)
    names = ["--proof=README.txt", "README.txt"]
    for name in names:
        Path(name).write_text("kept", encoding="utf-8")
    done = CliRunner().invoke(main, [*arguments, *names])
    assert (done.exit_code, done.stdout.count("README.txt: unreadable")) == (3, 2)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["kept"] * 2
