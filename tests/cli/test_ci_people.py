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
        ({"LOGS": "games more"}, "validate games more --format github"),
        ({"LOGS": "my games", "BASELINE": "known.jsonl"}, "regress my games --baseline known.jsonl --format github"),
        ({"LOGS": "games", "FORMAT": "sarif", "OUTPUT": "out.sarif"}, "validate games --format sarif"),
    ],
)
def test_the_action_runs_the_image_of_its_release(inputs: dict[str, str], expected: str, tmp_path: Path) -> None:
    """Its script, with a docker that prints what it was asked, and fails as innolog does for an illegal log."""
    text = (REPOSITORY / "action.yml").read_text(encoding="utf-8")
    script = re.sub(r"(?m)^ {8}", "", text[text.index("run: |\n") + 7 :])
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "$@"\nexit 1\n', encoding="utf-8")
    docker.chmod(0o755)
    given = dict.fromkeys(("LOGS", "BASELINE", "OUTPUT", "IMAGE"), "") | {"FORMAT": "github"} | inputs
    environment = given | {
        "REPOSITORY": "Some/Innolog",
        "VERSION": "v0.2.0",
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
    }
    # How a workflow runs what says ``shell: bash``.
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(shell, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    asked = f"run --rm --network none --volume {tmp_path}:/work:ro ghcr.io/some/innolog:v0.2.0 {expected}\n"
    assert done.stdout == asked
    if output := inputs.get("OUTPUT"):
        assert (tmp_path / output).read_text(encoding="utf-8") == asked
